import type { Message } from '../data/trpc.ts';
import { asWords, labelOf } from '../labels/label-of.ts';
import { evidenceParts, riskFlags } from '../labels/messages.ts';

type Evidence = Message['triage']['evidence'][number];

/** Why each risk flag was raised: the passage of the message, and where it is. */
export function RiskEvidence({ message: { triage, attachments } }: { message: Message }) {
  if (triage.evidence.length === 0) return null;
  const placeOf = ({ part, attachment_id }: Evidence): string => {
    const file = attachments.find(({ id }) => id === attachment_id);
    return file ? `In the attachment ${file.filename}` : evidenceParts[part];
  };
  return (
    <ul
      className="w-full space-y-1 text-[13px] leading-5 text-ink-soft"
      aria-label="Why this message is flagged"
    >
      {triage.evidence.map((one) => (
        <li key={`${one.flag} ${one.part} ${one.passage}`} className="break-words">
          <span className="font-medium text-ink">
            {labelOf(riskFlags, one.flag)?.meaning ?? asWords(one.flag)}
          </span>
          {` ${placeOf(one)}: `}
          <q>{one.passage}</q>
        </li>
      ))}
    </ul>
  );
}
