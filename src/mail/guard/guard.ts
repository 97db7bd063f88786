import type { Database } from '#kernel/data/database.ts';
import { type Facts, readFacts } from './facts.ts';
import type { RecipientAnswer } from './facts-repository.ts';
import { type GuardMode, modeOf, outgoingOf, type Send, withFiles } from './outgoing.ts';
import { contentOfOtherThread } from './rules/content.ts';
import { canary, codeDisclosure, secretDisclosure } from './rules/disclosure.ts';
import { burst, loop } from './rules/habits.ts';
import { steered } from './rules/influence.ts';
import { linkFromContent } from './rules/links.ts';
import { recipientFromContent, replyToDiverted } from './rules/recipients.ts';
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
 * reads and message give the same verdict. One statement where the mailbox has received anything, more when something speaks
 * against the message. `known`: what `findRecipientFacts` says about its recipients.
 * @returns null where the policy switches it off, without reading anything
 */
export async function guardSend(
  db: Database,
  send: Send,
  known: RecipientAnswer | null,
): Promise<Guarded | null> {
  const mode = modeOf(send);
  if (mode === 'off' || known === null) return null;
  const facts = await readFacts(db, outgoingOf(await withFiles(send)), known);
  const findings = await judge(db, facts);
  const holds = findings.some(({ isWeak }) => !isWeak);
  const isHeld = mode === 'hold' && !send.isApprover && holds;
  return {
    mode,
    holds,
    verdict: findings.length === 0 ? 'clear' : isHeld ? 'held' : 'advised',
    reasons: findings.map(toReason),
    readMessageIds: readBefore(facts),
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
  return findings.slice(0, MOST_REASONS);
}

const toReason = ({ isWeak: _, ...reason }: Finding): GuardReason => reason;

const readBefore = ({ candidates }: Facts): string[] =>
  candidates
    .filter(({ read_at }) => read_at !== null)
    .sort((a, b) => (a.read_at! < b.read_at! ? 1 : -1))
    .slice(0, MOST_READS)
    .map(({ id }) => id);
