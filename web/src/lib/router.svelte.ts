// Where we are: the address is the only truth, so that every place has a link. A page without a server is one file on a
// host that knows no other address: there the place stands behind a # in the address.

import { alone } from "./here.svelte";

export type Place = { path: string; parts: string[]; query: URLSearchParams; hash: string };

function here(): Place {
  const { pathname, search, hash } = alone
    ? new URL(location.hash.slice(1) || "/", location.origin)
    : location;
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

/** Return the address of a place, for a link. */
export const linkTo = (path: string): string => (alone ? `#${path}` : path);

/** Go somewhere. */
export function go(path: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", linkTo(path));
  at.place = here();
  scrollTo(0, 0);
}

addEventListener("popstate", () => {
  at.place = here();
});

/** Return the place that a link behind a # means: any, or a part of this one. */
function placeIn(hash: string): string {
  return hash.startsWith("#/") ? hash.slice(1) : (location.hash.slice(1).split("#")[0] || "/") + hash;
}

/** Let links within the page change the place instead of loading it again. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  if (/^\/(api|docs)\//.test(link.pathname)) return; // no place of the page's
  if (alone && (link.pathname !== location.pathname || !link.hash)) return;
  event.preventDefault();
  go(alone ? placeIn(link.hash) : link.pathname + link.search + link.hash);
}
