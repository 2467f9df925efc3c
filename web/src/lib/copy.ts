// Copying a text, also where the browser keeps its clipboard to pages that came over https.

/** Copy a text, and say whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "hidden";
  (document.querySelector("dialog:modal") ?? document.body).append(field); // outside of a sheet it could not be chosen
  field.select();
  const done = document.execCommand("copy"); // old, but the only way on plain http
  field.remove();
  return done;
}
