// Narrows wide tables, keeps short tables, code and quotes whole; moves and shrinks pictures so that no page ends in a
// gap because the next picture does not fit.
//
// Every story is laid out in columns as large as a page's text, which the browser breaks as it breaks pages. Where a
// picture opens a page and the page before has room, the picture shrinks into the room; if it would become too small,
// the text that follows goes before it; if there is none, the picture before shrinks too. Text keeps its order, and so do
// pictures. If a story's last page has only a few lines, its pictures shrink a little, so that the page is saved.
({ width, height, room, least, moves, tail, tighter, whole }) => {
  const GAP = 40;
  const PROSE = new Set(["P", "UL", "OL", "BLOCKQUOTE", "PRE", "DIV"]);
  const isHeading = (element) => /^H[1-6]$/.test(element.tagName);
  const isPicture = (element) => element.tagName === "FIGURE";
  let steps = 0;

  const plan = (story) => {
    const sheet = document.createElement("div");
    sheet.style.cssText =
      `width:${width}px;height:${height}px;columns:auto;column-width:${width}px;column-gap:${GAP}px;` +
      "column-fill:auto;direction:ltr;position:absolute;left:0;top:0;";
    story.before(sheet);
    sheet.append(story);
    story.style.breakBefore = "auto";
    story.querySelectorAll(".table").forEach(narrow);
    story.querySelectorAll(".table, pre, blockquote").forEach(keepWhole);
    for (const figure of [...story.children].filter(isPicture)) settle(sheet, story, figure);
    tighten(sheet, story);
    story.style.breakBefore = "";
    sheet.before(story);
    sheet.remove();
  };

  // A table that is wider than its column gets smaller letters, and at last breaks words.
  const narrow = (box) => {
    const table = box.querySelector("table");
    for (const size of ["0.72em", "0.62em"]) {
      if (!table || table.offsetWidth <= box.clientWidth + 1) return;
      table.style.fontSize = size;
    }
    if (table.offsetWidth > box.clientWidth + 1) table.style.overflowWrap = "anywhere";
  };

  // Short elements are not split.
  const keepWhole = (box) => {
    const tall = [...box.getClientRects()].reduce((sum, rect) => sum + rect.height, 0);
    if (tall <= whole * height) box.style.breakInside = "avoid";
  };

  const last = (element) => [...element.getClientRects()].at(-1);
  const first = (element) => element.getClientRects()[0];
  const pageOf = (sheet, rect) => Math.floor((rect.left + 1 - sheet.getBoundingClientRect().left) / (width + GAP));
  const columnOf = (rect) => Math.round(rect.left / 8);

  // The room below the content before a picture, if the picture opens a page or column; else 0.
  const roomBefore = (sheet, story, figure) => {
    let before = figure.previousElementSibling;
    let start = first(figure);
    while (before && isHeading(before) && columnOf(first(before)) === columnOf(start)) {
      start = first(before);
      before = before.previousElementSibling;
    }
    if (!before || !start) return 0;
    const end = last(before);
    if (!end || columnOf(end) === columnOf(start) || pageOf(sheet, end) === pageOf(sheet, last(story))) return 0;
    return sheet.getBoundingClientRect().top + height - end.bottom;
  };

  const settle = (sheet, story, figure) => {
    const image = figure.querySelector("img");
    if (!image) return;
    for (let move = 0; move <= moves && steps < 2000; move++) {
      steps++;
      const free = roomBefore(sheet, story, figure);
      if (free < room * height) return;
      if (shrink(sheet, story, figure, image, free)) return;
      if (move === moves || !pull(figure)) {
        share(sheet, story, figure, image, free);
        return;
      }
    }
  };

  // The height that a picture's page has for the image itself, if the page before has so much room.
  const heightIn = (figure, image, free) => {
    const before = figure.previousElementSibling;
    const around = first(figure).height - image.getBoundingClientRect().height;
    const heading =
      before && isHeading(before) ? first(before).height + parseFloat(getComputedStyle(before).marginTop) : 0;
    return free - around - heading - parseFloat(getComputedStyle(figure).marginTop) - 6;
  };

  // Gives images these heights if the picture then fits; else leaves them as they are.
  const fits = (sheet, story, figure, heights) => {
    const kept = heights.map(([image]) => image.style.maxHeight);
    for (const [image, most] of heights) image.style.maxHeight = `${most}px`;
    if (roomBefore(sheet, story, figure) < room * height) return true;
    heights.forEach(([image], place) => (image.style.maxHeight = kept[place]));
    return false;
  };

  const shrink = (sheet, story, figure, image, free) => {
    const left = heightIn(figure, image, free);
    if (left < least * image.getBoundingClientRect().height) return false;
    return fits(sheet, story, figure, [[image, left]]);
  };

  // Two pictures on the page that has room for one and a part.
  const share = (sheet, story, figure, image, free) => {
    const before = figure.previousElementSibling;
    const other = before && isPicture(before) ? before.querySelector("img") : null;
    if (!other) return false;
    const own = image.getBoundingClientRect().height;
    const others = other.getBoundingClientRect().height;
    const scale = (heightIn(figure, image, free) + others) / (own + others);
    return scale >= least && fits(sheet, story, figure, [[other, others * scale], [image, own * scale]]);
  };

  const tighten = (sheet, story) => {
    const images = [...story.querySelectorAll(":scope > figure img")];
    const end = last(story);
    const pages = pageOf(sheet, end);
    if (!images.length || !pages || end.bottom - sheet.getBoundingClientRect().top > tail * height) return;
    const kept = images.map((image) => image.style.maxHeight);
    const heights = images.map((image) => image.getBoundingClientRect().height);
    for (const scale of tighter) {
      images.forEach((image, place) => (image.style.maxHeight = `${heights[place] * scale}px`));
      if (pageOf(sheet, last(story)) < pages) return;
    }
    images.forEach((image, place) => (image.style.maxHeight = kept[place]));
  };

  // Puts the next text before the picture; a heading brings the text under it.
  const pull = (figure) => {
    let next = figure.nextElementSibling;
    while (next && isPicture(next)) next = next.nextElementSibling;
    const group = [];
    while (next && isHeading(next)) {
      group.push(next);
      next = next.nextElementSibling;
    }
    if (!next || !PROSE.has(next.tagName)) return false;
    group.push(next);
    figure.before(...group);
    return true;
  };

  for (const story of document.querySelectorAll(".story")) plan(story);
  return steps;
}
