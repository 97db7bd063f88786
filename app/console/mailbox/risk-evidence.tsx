import type { Message } from '../data/trpc.ts';
import { partWords, plain, riskWords } from './trust-words.ts';

type Evidence = Message['triage']['evidence'][number];

/** Why each risk flag was raised: the passage in the words of the message, and its place. */
export function RiskEvidence({ message: { triage, attachments } }: { message: Message }) {
  if (triage.evidence.length === 0) return null;
  const placeOf = ({ part, attachment_id }: Evidence): string => {
    const file = attachments.find(({ id }) => id === attachment_id);
    return file ? `In the file ${file.filename}` : partWords[part];
  };
  return (
    <ul className="w-full space-y-1 text-[13px] leading-5 text-ink-soft" aria-label="Why it is flagged">
      {triage.evidence.map((one) => (
        <li key={`${one.flag} ${one.part} ${one.passage}`} className="break-words">
          <span className="font-medium text-ink">{riskWords[one.flag] ?? plain(one.flag)}</span>
          {` ${placeOf(one)}: `}
          <q>{one.passage}</q>
        </li>
      ))}
    </ul>
  );
}
