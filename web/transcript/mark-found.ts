const MAX_MARKS = 2000;

/** Marks matches in the rows on the page by the browser's highlights: no element is changed. */
export function markFound(query: string, hereRow: number | undefined): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.delete('found');
  CSS.highlights.delete('found-here');
  const words = query.toLowerCase();
  if (words === '') return;
  const [all, here] = [new Highlight(), new Highlight()];
  for (const article of document.querySelectorAll<HTMLElement>('article[data-row]')) {
    const target = Number(article.dataset.row) === hereRow ? here : all;
    for (const range of rangesIn(article, words)) {
      if (all.size + here.size >= MAX_MARKS) break;
      target.add(range);
    }
  }
  CSS.highlights.set('found', all);
  CSS.highlights.set('found-here', here);
}

function* rangesIn(root: HTMLElement, words: string): Generator<Range> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase();
    for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + words.length)) {
      // Letters that grow in lower case would put the end past the text.
      if (at + words.length > (node.nodeValue ?? '').length) break;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + words.length);
      yield range;
    }
  }
}
