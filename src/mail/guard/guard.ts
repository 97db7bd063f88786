import type { Database } from '#kernel/data/database.ts';
import type { Mail } from './digest.ts';
import { type Facts, readFacts, readMail } from './facts.ts';
import type { MailboxAnswer } from './facts-repository.ts';
import { isClear } from './first-look.ts';
import { type GuardMode, modeOf, outgoingOf, type Send, withFiles } from './outgoing.ts';
import { contentOfOtherThread } from './rules/content.ts';
import { canary, codeDisclosure, secretDisclosure } from './rules/disclosure.ts';
import { forged } from './rules/forged.ts';
import { burst, loop } from './rules/habits.ts';
import { steered } from './rules/influence.ts';
import { linkFromContent } from './rules/links.ts';
import { recipientFromContent, replyToDiverted } from './rules/recipients.ts';
import { isSuspect } from './rules/sources.ts';
import type { Finding, GuardReason, GuardVerdict } from './schema.ts';

export type Guarded = GuardVerdict & {
  mode: GuardMode;
  /** Whether the mode `hold` would hold the message. Weak reasons are only advice in every mode. */
  holds: boolean;
  /** The messages that the same key had read before the send, newest first. */
  readMessageIds: string[];
};

const MOST_REASONS = 10;
const MOST_READS = 50;

/**
 * Checks an outgoing message for signs that incoming mail manipulated its sender. Deterministic: the same mailbox, reads and
 * message give the same verdict. The rules run only if the first look finds something that could speak against the message.
 * @param found what `findMailboxes` returned for the mailbox
 * @returns null if the policy switches the guard off; nothing is read then
 */
export async function guardSend(
  db: Database,
  send: Send,
  found: MailboxAnswer | null,
): Promise<Guarded | null> {
  const mode = modeOf(send);
  if (mode === 'off' || found === null) return null;
  const outgoing = outgoingOf(await withFiles(send));
  const { mail, index } = await readMail(db, outgoing, found);
  const readMessageIds = readBefore(mail);
  if (isClear(outgoing, found, mail, index))
    return { mode, holds: false, verdict: 'clear', reasons: [], readMessageIds };
  const findings = await judge(db, await readFacts(db, outgoing, found, mail));
  const holds = findings.some(({ isWeak }) => !isWeak);
  const isHeld = mode === 'hold' && !send.isApprover && holds;
  return {
    mode,
    holds,
    verdict: findings.length === 0 ? 'clear' : isHeld ? 'held' : 'advised',
    reasons: findings.map(toReason),
    readMessageIds,
  };
}

async function judge(db: Database, facts: Facts): Promise<Finding[]> {
  const [content, links, repeated] = await Promise.all([
    contentOfOtherThread(db, facts),
    linkFromContent(db, facts),
    loop(db, facts),
  ]);
  const findings = [
    ...steered(facts),
    ...forged(facts),
    ...recipientFromContent(facts),
    ...replyToDiverted(facts),
    ...codeDisclosure(facts),
    ...secretDisclosure(facts),
    ...content,
    ...links,
    ...burst(facts),
    ...repeated,
    ...canary(facts),
  ];
  return weighed(facts, findings).slice(0, MOST_REASONS);
}

/**
 * Honest mail gives weak reasons every day. They are therefore reported only beside a strong reason or a second sign: the
 * reader finds their source suspicious, or the send has several external recipients.
 */
function weighed(facts: Facts, findings: readonly Finding[]): readonly Finding[] {
  if (findings.some(({ isWeak }) => !isWeak) || facts.outside.length > 1) return findings;
  const byId = new Map(facts.candidates.map((candidate) => [candidate.id, candidate]));
  return findings.filter(({ source_message_id }) => {
    const source = byId.get(source_message_id ?? '');
    return source !== undefined && isSuspect(source);
  });
}

const toReason = ({ isWeak: _, ...reason }: Finding): GuardReason => reason;

const readBefore = (mail: readonly Mail[]): string[] =>
  mail
    .filter(({ read_at }) => read_at !== null)
    .sort((a, b) => (a.read_at! < b.read_at! ? 1 : -1))
    .slice(0, MOST_READS)
    .map(({ received }) => received.id);
