import { recordEvents } from '#events/index.ts';
import { after, SECOND } from '#kernel/base/clock.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { Triage } from '#mailbox/messages/index.ts';
import { foundIn } from './by-reader.ts';
import { triagedEvents } from './events.ts';
import { readAgain } from './read-again.ts';
import { findToReadAgain, type TriageRow, writeTriages } from './repository.ts';

/** A pending triage may have read the message before the text was extracted, so this job waits for its result. */
const UNTIL_TRIAGED = 5 * SECOND;

/**
 * Reads messages again once the text of their files is extracted. The files can add risks and evidence; category, urgency
 * and summary stay. Returns the time of the next run when a triage is still pending.
 */
export async function readFiles(
  services: Services,
  messageIds: readonly string[],
): Promise<Date | undefined> {
  const rows = await findToReadAgain(services.db, messageIds);
  const settled = rows.filter(({ triage_status }) => triage_status !== 'pending');
  const changed: (TriageRow & { triage: Triage })[] = [];
  for (const row of settled) {
    const triage = await withFiles(row);
    if (triage !== null) changed.push({ ...row, triage });
  }
  if (changed.length > 0)
    await services.db.transaction(async (tx) => {
      const outcomes = changed.map(({ id, triage_status: was, triage }) => ({ id, was, triage }));
      const written = new Set((await writeTriages(tx, outcomes)).map(({ id }) => id));
      await recordEvents(tx, services, changed.filter(({ id }) => written.has(id)).flatMap(triagedEvents));
    });
  return settled.length < rows.length ? after(services.clock.now(), UNTIL_TRIAGED) : undefined;
}

/** The triage with the risks that the files add; null when they add none. */
async function withFiles(row: TriageRow): Promise<Triage | null> {
  const { triage } = row;
  const found = foundIn(row, await readAgain(row));
  const flags = found.risk_flags.filter((flag) => !triage.risk_flags.includes(flag));
  const evidence = found.evidence.filter(
    ({ flag, passage, part }) =>
      (part === 'attachment' || flags.includes(flag)) &&
      !row.evidence.some((known) => known.flag === flag && known.passage === passage),
  );
  if (flags.length === 0 && evidence.length === 0) return null;
  return {
    ...triage,
    risk_flags: [...triage.risk_flags, ...flags],
    evidence: [...row.evidence, ...evidence],
    spam_probability: Math.max(triage.spam_probability ?? 0, found.spam_probability ?? 0),
  };
}
