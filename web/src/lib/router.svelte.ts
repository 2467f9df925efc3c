// Where we are: the address is the only truth, so that every place has a link.

export type Place = { path: string; parts: string[]; query: URLSearchParams; hash: string };

function here(): Place {
  const { pathname, search, hash } = location;
  return {
    path: pathname,
    parts: pathname.split("/").filter(Boolean).map(decodeURIComponent),
    query: new URLSearchParams(search),
    hash: hash.slice(1),
  };
}

const at = $state<{ place: Place }>({ place: here() });

/** The place we are at. */
export const place = (): Place => at.place;

/** Go somewhere. */
export function go(path: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  at.place = here();
  scrollTo(0, 0);
}

addEventListener("popstate", () => {
  at.place = here();
});

/** Let links within the page change the place instead of loading it again. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  if (/^\/(api|docs)\//.test(link.pathname)) return; // no place of the page's
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
