import { type Content, cutPassage, oneLine, riskFlags } from '#content/reading/index.ts';
import type { Triage } from '#mailbox/messages/index.ts';
import type { ModelRisk } from './model.ts';

type Found = Pick<Triage, 'risk_flags' | 'evidence' | 'spam_probability'>;

/**
 * The risks of the reader and those that the model adds. A model removes none, because mail may have manipulated it. A
 * risk that it adds needs a passage that is really in the message, so that people see the reason.
 */
export function withModelRisks(
  message: Pick<Content, 'subject' | 'extracted_text'>,
  found: Found,
  risks: readonly ModelRisk[],
): Found {
  const added = risks.flatMap(({ flag, passage }) => {
    const part = found.risk_flags.includes(flag) ? null : placeOf(message, passage);
    return part === null ? [] : [{ flag, passage: cutPassage(passage), part, score: 1 }];
  });
  const flags = new Set<string>([...found.risk_flags, ...added.map(({ flag }) => flag)]);
  return {
    ...found,
    risk_flags: riskFlags.filter((flag) => flags.has(flag)),
    evidence: [...found.evidence, ...added],
  };
}

/** The part of the message that contains the passage; null if no part does. */
function placeOf(
  { subject, extracted_text }: Pick<Content, 'subject' | 'extracted_text'>,
  passage: string,
): 'subject' | 'text' | null {
  const words = oneLine(passage);
  if (words === '') return null;
  if (oneLine(subject).includes(words)) return 'subject';
  return oneLine(extracted_text).includes(words) ? 'text' : null;
}
