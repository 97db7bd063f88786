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
  /** Whether `hold` holds it; weak reasons are advice in every mode. */
  holds: boolean;
  /** What the same key had read before, newest first. */
  readMessageIds: string[];
};

const MOST_REASONS = 10;
const MOST_READS = 50;

/**
 * Looks at a message that is about to leave for signs that mail talked its sender into it. Deterministic: the same mailbox,
 * reads and message give the same verdict. Reads nothing more where a first look finds nothing that could speak against the
 * message. `found`: what `findMailboxes` says about the mailbox.
 * @returns null where the policy switches it off, without reading anything
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
 * Weak reasons are what honest mail gives every day: each is told only beside a strong one, or where a second sign supports
 * it. Such a sign is about the message that it comes from, or about how far the send reaches.
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
