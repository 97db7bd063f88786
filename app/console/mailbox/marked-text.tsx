import type { Message } from '../data/trpc.ts';
import { asWords, labelOf } from '../labels/label-of.ts';
import { riskFlags } from '../labels/messages.ts';

export type Evidence = Message['triage']['evidence'];

/** A flagged passage of the text with the reason. */
export type Passage = { from: number; to: number; reason: string };

/** The positions of the flagged passages in a text, in order and without overlaps. White space may differ. */
export function passagesIn(text: string, evidence: Evidence): Passage[] {
  const found: Passage[] = [];
  for (const { flag, part, passage } of evidence) {
    const words = passage.trim().split(/\s+/).filter(Boolean);
    if (part !== 'text' || words.length === 0) continue;
    const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+');
    const match = new RegExp(pattern, 'iu').exec(text);
    if (!match) continue;
    const reason = labelOf(riskFlags, flag)?.meaning ?? asWords(flag);
    found.push({ from: match.index, to: match.index + match[0].length, reason });
  }
  found.sort((a, b) => a.from - b.from);
  return found.filter((one, index) => index === 0 || one.from >= (found[index - 1]?.to ?? 0));
}

/** The text with the flagged passages marked, each with its reason. */
export function MarkedText({ text, evidence }: { text: string; evidence: Evidence }) {
  const passages = passagesIn(text, evidence);
  if (passages.length === 0) return text;
  return (
    <>
      {passages.map(({ from, to, reason }, index) => (
        <span key={from}>
          {text.slice(passages[index - 1]?.to ?? 0, from)}
          <mark title={reason} className="rounded-sm bg-warn-wash px-0.5 text-warn">
            {text.slice(from, to)}
            <span className="sr-only"> ({reason})</span>
          </mark>
        </span>
      ))}
      {text.slice(passages.at(-1)?.to ?? 0)}
    </>
  );
}
