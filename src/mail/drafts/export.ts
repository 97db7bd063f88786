import type { Queryable } from '#kernel/data/database.ts';
import { type DraftRow, listDrafts } from './repository.ts';
import { serializeDraft } from './serialize.ts';

const BATCH = 50;

/** The drafts of a mailbox as the API returns them, newest first; for a counterparty, only those that name it. */
export async function* exportedDrafts(
  db: Queryable,
  identityId: string,
  address: string | null,
): AsyncGenerator<ReturnType<typeof serializeDraft>> {
  let beyond: string | null = null;
  for (;;) {
    const rows: DraftRow[] = await listDrafts(db, identityId, { threadId: null, beyond, take: BATCH });
    for (const row of rows) if (address === null || names(row, address)) yield serializeDraft(row);
    beyond = rows.at(-1)?.id ?? null;
    if (rows.length < BATCH) return;
  }
}

const names = ({ to, cc, bcc }: DraftRow, address: string): boolean =>
  [...to, ...cc, ...bcc].some((party) => party.address.toLowerCase() === address);
