import { after, HOUR, SECOND } from '#kernel/base/clock.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { acrossTenants } from '#kernel/data/tenant-scope.ts';
import type { Services } from '#kernel/operation/services.ts';
import { networkOf } from '#mail/spool/index.ts';
import { type RefusalReason, type RefusalStage, refusalReasons } from './reasons.ts';
import { insertRefusals, type NewRefusal } from './repository.ts';

const FLUSH_EVERY = 2 * SECOND;
/** The maximum number of refusals that wait to be written: for known recipients, and for unknown addresses. */
const MOST_WAITING = { known: 1_500, unknown: 500 };
/** The maximum number of refusals per hour that are kept for one tenant or one unknown domain. */
const MOST_PER_HOUR = 200;
/** The maximum number of tenants and domains that are counted at a time. */
const MOST_HOLDERS = 10_000;

export type Refused = {
  /** Lower case, without the token of a thread. */
  recipient: string;
  /** The owner, if already known. */
  owner: { tenant_id: string; identity_id: string } | null;
  stage: RefusalStage;
  reason: RefusalReason;
  remoteAddress: string;
  messageId: string | null;
};

export type RefusalLog = {
  add(refused: Refused): void;
  flush(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Collects refusals in memory and writes them periodically. Those that do not fit are dropped, because the sender has been
 * told anyway.
 */
export function createRefusalLog(services: Pick<Services, 'db' | 'clock' | 'log'>): RefusalLog {
  const { db, clock, log } = services;
  let waiting: Record<'known' | 'unknown', NewRefusal[]> = { known: [], unknown: [] };
  let writing: Promise<void> = Promise.resolve();
  const mayKeep = budget(clock);
  const write = async (): Promise<void> => {
    const rows = [...waiting.known, ...waiting.unknown];
    if (rows.length === 0) return;
    waiting = { known: [], unknown: [] };
    try {
      await insertRefusals(db, rows);
    } catch (error) {
      log.warn({ err: error, refusals: rows.length }, 'could not record refused mail');
    }
  };
  const flush = (): Promise<void> => {
    writing = writing.then(() => acrossTenants(write));
    return writing;
  };
  const timer = setInterval(flush, FLUSH_EVERY).unref();
  return {
    add: (refused) => {
      const kind = refused.owner ? 'known' : 'unknown';
      const holder = refused.owner?.tenant_id ?? refused.recipient.slice(refused.recipient.lastIndexOf('@'));
      if (waiting[kind].length < MOST_WAITING[kind] && mayKeep(holder))
        waiting[kind].push(rowOf(refused, clock.now()));
    },
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}

/** Counts per holder, starting again each hour. */
function budget({ now }: Services['clock']): (holder: string) => boolean {
  let end = new Date(0);
  const kept = new Map<string, number>();
  return (holder) => {
    if (now() >= end) {
      kept.clear();
      end = after(now(), HOUR);
    }
    const many = kept.get(holder) ?? 0;
    if (many >= MOST_PER_HOUR || (many === 0 && kept.size >= MOST_HOLDERS)) return false;
    kept.set(holder, many + 1);
    return true;
  };
}

const rowOf = (
  { recipient, owner, stage, reason, remoteAddress, messageId }: Refused,
  now: Date,
): NewRefusal => ({
  id: newId('refusal'),
  tenant_id: owner?.tenant_id ?? null,
  identity_id: owner?.identity_id ?? null,
  recipient: recipient.slice(0, 320).toWellFormed().replaceAll('\0', ''),
  stage,
  reason,
  smtp_code: refusalReasons[reason],
  network: networkOf(remoteAddress),
  message_id: messageId,
  at: now.toISOString(),
});
