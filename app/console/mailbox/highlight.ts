import { type Evidence, passagesIn } from './marked-text.tsx';

const NAME = 'flagged';
/** The maximum number of characters that are searched for passages. */
const MOST_CHARACTERS = 200_000;

/**
 * Marks the flagged passages in a message without changing its elements (CSS Custom Highlight API). In browsers without this
 * API, the passages only appear in the list above the message.
 */
export function highlightPassages(inner: Document, evidence: Evidence): void {
  const view = inner.defaultView as (Window & typeof globalThis) | null;
  if (evidence.length === 0 || !view?.CSS?.highlights || !view.Highlight) return;
  const nodes: { node: Text; from: number }[] = [];
  const walker = inner.createTreeWalker(inner.body, NodeFilter.SHOW_TEXT);
  let text = '';
  for (let node = walker.nextNode(); node && text.length < MOST_CHARACTERS; node = walker.nextNode()) {
    if (node.parentElement?.localName === 'style') continue;
    nodes.push({ node: node as Text, from: text.length });
    text += node.nodeValue ?? '';
  }
  const placeOf = (offset: number) => {
    const found = nodes.findLast(({ from }) => from <= offset);
    return found ? ([found.node, Math.min(offset - found.from, found.node.length)] as const) : null;
  };
  const ranges = passagesIn(text, evidence).flatMap(({ from, to }) => {
    const [start, end] = [placeOf(from), placeOf(to - 1)];
    if (!start || !end) return [];
    const range = inner.createRange();
    range.setStart(...start);
    range.setEnd(end[0], end[1] + 1);
    return [range];
  });
  view.CSS.highlights.set(NAME, new view.Highlight(...ranges));
}
