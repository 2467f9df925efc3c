// What is wrong with where things are on the screen, one sentence each: measured from the real boxes. `names` may be
// shortened; at a table (`playing`) nothing may scroll but what is made for it, and the action bar is there.
([names, playing]) => {
  const problems = [];
  const [width, height] = [innerWidth, innerHeight];
  const root = document.scrollingElement;
  const SLACK = 1.5; // browsers round
  // A finger needs 44 pixels. Beside a large table there is a mouse, and much to read.
  const tap = (one) => (one.closest(".rail") ? 24 : 44) - 0.1;

  const named = (one) => {
    const text = (one.ariaLabel || one.textContent || "").trim().replace(/\s+/g, " ").slice(0, 40);
    return `<${one.localName}${one.classList.length ? "." + one.classList[0] : ""}> “${text}”`;
  };
  const rect = (one) => one.getBoundingClientRect();
  const written = ({ left, top, right, bottom }) => [left, top, right, bottom].map((n) => Math.round(n)).join(" ");

  /** What clips an element: the boxes of what it lies in, and whether one can scroll there. */
  function clips(one) {
    const found = [];
    for (let up = one.parentElement; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.position === "fixed") break;
      if (up.localName === "dialog") {
        found.push({ box: rect(up), x: false, y: false });
        break;
      }
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const scrolls = (how) => how === "auto" || how === "scroll";
      found.push({ box: rect(up), x: scrolls(style.overflowX), y: scrolls(style.overflowY) });
    }
    found.push({ box: { left: 0, top: 0, right: width, bottom: height }, x: false, y: !playing });
    return found;
  }

  /** The part of a box that is seen; null if there is none, "cut" if it is cut where one cannot scroll. */
  function seen(one, box = rect(one)) {
    let { left, top, right, bottom } = box;
    for (const { box: clip, x, y } of clips(one)) {
      const out = [clip.left - left, right - clip.right, clip.top - top, bottom - clip.bottom];
      if ((!x && Math.max(out[0], out[1]) > SLACK) || (!y && Math.max(out[2], out[3]) > SLACK)) return "cut";
      [left, top] = [Math.max(left, clip.left), Math.max(top, clip.top)];
      [right, bottom] = [Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
      if (right - left < 1 || bottom - top < 1) return null;
    }
    return { left, top, right, bottom };
  }
  const shown = (one) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest(".hidden, [inert]");
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;

  /** What is to be seen of a control: itself, or only what is drawn on it, as far as it is not scrolled away. */
  function painted(one, area) {
    const drawn = one.querySelector("svg");
    const clear = getComputedStyle(one).backgroundColor === "rgba(0, 0, 0, 0)";
    const { left, top, right, bottom } = rect(clear && drawn ? drawn : one);
    return {
      left: Math.max(left, area.left),
      top: Math.max(top, area.top),
      right: Math.min(right, area.right),
      bottom: Math.min(bottom, area.bottom),
    };
  }

  // -- the page itself --
  if ((playing && root.scrollHeight > height + SLACK) || root.scrollWidth > width + SLACK)
    problems.push(`the document scrolls: ${root.scrollWidth}×${root.scrollHeight}`);

  // -- controls: in what is on top, if something is --
  const dialog = document.querySelector("dialog[open]");
  const stage = dialog ?? document.body;
  const controls = [...stage.querySelectorAll("button, a[href], input, select, summary")]
    .map((one) => (one.matches("input[type=checkbox], input[type=radio]") ? (one.closest("label") ?? one) : one))
    .filter(shown);
  const areas = [];
  for (const one of controls) {
    const box = rect(one);
    if (box.width < tap(one) || box.height < tap(one))
      problems.push(`${named(one)} is only ${box.width.toFixed(1)}×${box.height.toFixed(1)}`);
    const area = seen(one);
    if (area === "cut") problems.push(`${named(one)} is cut: ${written(box)}`);
    else if (area) areas.push({ one, area, ink: painted(one, area) });
  }
  areas.forEach(({ one, area }, n) => {
    for (const other of areas.slice(n + 1))
      if (overlap(area, other.area) && !one.contains(other.one) && !other.one.contains(one))
        problems.push(`${named(one)} and ${named(other.one)} overlap`);
  });

  // -- the status line --
  const status = dialog ? null : document.querySelector(".status");
  for (const { one, area } of status ? areas : [])
    if (!status.contains(one) && overlap(area, rect(status))) problems.push(`${named(one)} lies over the status line`);

  // -- the action bar --
  const bar = document.querySelector("footer");
  if (playing && !dialog && (!bar || seen(bar) === "cut" || !seen(bar))) problems.push("the action bar is not whole");

  // -- what has no scrolling of its own --
  for (const one of playing ? stage.querySelectorAll("[role=toolbar], .pool, main") : []) {
    if (one.scrollHeight > one.clientHeight + SLACK && getComputedStyle(one).overflowY !== "visible")
      problems.push(`${named(one)} scrolls: ${one.scrollHeight} in ${one.clientHeight}`);
  }

  // -- texts and pictures: none is cut, none lies on another --
  const texts = [];
  const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const one = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    if (!text || !shown(one) || one.closest("option, svg, script, style")) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const ellipsis = getComputedStyle(one).textOverflow === "ellipsis";
    if (ellipsis && one.scrollWidth > one.clientWidth && !names.some((name) => text.includes(name)))
      problems.push(`“${text}” is shortened`);
    const ink = parseFloat(getComputedStyle(one).fontSize) * 0.75; // the letters, without the leading
    for (const line of range.getClientRects()) {
      const middle = (line.top + line.bottom) / 2;
      const box = { left: line.left, right: line.right, top: middle - ink / 2, bottom: middle + ink / 2 };
      const area = ellipsis ? seen(one) : seen(one, box);
      if (area === "cut") problems.push(`“${text}” is cut: ${written(box)}`);
      else if (area) texts.push({ one, text, area });
    }
  }
  texts.forEach(({ one, text, area }, n) => {
    for (const other of texts.slice(n + 1))
      if (one !== other.one && overlap(area, other.area)) problems.push(`“${text}” and “${other.text}” overlap`);
    for (const control of areas)
      if (!control.one.contains(one) && !one.contains(control.one) && overlap(area, control.ink))
        problems.push(`“${text}” lies under ${named(control.one)}`);
  });
  for (const one of stage.querySelectorAll("svg, img, .tile, .card, .die")) {
    if (shown(one) && seen(one) === "cut") problems.push(`${named(one)} is cut: ${written(rect(one))}`);
  }
  return [...new Set(problems)];
}
