// Saving a file that the page has made.

const KEPT = 60_000; // milliseconds in which a browser should have saved it

/** Let the browser save a file. */
export function saveFile(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
}
