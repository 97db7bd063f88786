import type { Message } from '../data/trpc.ts';
import { partWords, plain } from './trust-words.ts';

/** The passages that the risk flags were raised for, in the words of the message, each with its place. */
export function RiskEvidence({ evidence }: { evidence: Message['triage']['evidence'] }) {
  if (evidence.length === 0) return null;
  return (
    <ul className="w-full space-y-1 text-[13px] leading-5 text-ink-soft" aria-label="Why it is flagged">
      {evidence.map(({ flag, part, passage }) => (
        <li key={`${flag} ${part} ${passage}`} className="break-words">
          <span className="font-medium text-ink first-letter:uppercase">{plain(flag)}</span>
          {`, ${partWords[part]}: `}
          <q>{passage}</q>
        </li>
      ))}
    </ul>
  );
}
