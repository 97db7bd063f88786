import { Readable } from 'node:stream';
import { recordEvents } from '#events/index.ts';
import type { JobContext } from '#jobs/index.ts';
import { insertBlobs, stageStream } from '#kernel/data/blobs.ts';
import type { Services } from '#kernel/operation/services.ts';
import { exportedDrafts } from '#mail/drafts/index.ts';
import { nextIdentityId } from '#mailbox/identities/index.ts';
import {
  findWholeMessages,
  type MailboxPosition,
  type MessageRow,
  message as messageSchema,
  scanMailbox,
  toMessage,
} from '#mailbox/messages/index.ts';
import { emlOf } from './eml.ts';
import { exportCompleted } from './events.ts';
import { beginExport, completeExport, type ExportRow } from './exports-repository.ts';
import { type ZipEntry, zipOf } from './zip.ts';

/** The numbers of messages that are listed at a time and that are in memory at a time. */
const WINDOW = 1_000;
const BATCH = 20;

/**
 * Streams the ZIP file to blob storage, then writes its row. A second run begins again; the blob sweep deletes a file
 * without a row.
 */
export async function runExport({ services, signal }: JobContext, id: string): Promise<void> {
  const row = await beginExport(services.db, id);
  if (!row) return;
  const blob = await stageStream(services, zipOf(entriesOf(services, row, signal)));
  const isKept = await services.db.transaction(async (tx) => {
    if (!(await completeExport(tx, id, { blobId: blob.id, size: blob.size }))) return false;
    await insertBlobs(tx, [blob]);
    const data = { export_id: id, expires_at: row.expires_at };
    await recordEvents(tx, services, [exportCompleted({ tenant_id: row.tenant_id, job_id: id, data })]);
    return true;
  });
  if (!isKept && blob.object_key !== null) await services.blobs.delete(blob.object_key);
}

/** `messages.json`, `drafts.json`, then one `.eml` per message. It is named by its id, never by text of a sender. */
async function* entriesOf(services: Services, row: ExportRow, signal: AbortSignal): AsyncGenerator<ZipEntry> {
  const modified = new Date(row.created_at);
  yield { name: 'messages.json', modified, open: () => Readable.from(jsonOf(services, row, signal)) };
  const hasDrafts = (await draftsOf(services, row).next()).done !== true;
  if (hasDrafts)
    yield { name: 'drafts.json', modified, open: () => Readable.from(listed(draftsOf(services, row))) };
  for await (const message of messagesOf(services, row, signal)) {
    yield {
      name: `${message.id}.eml`,
      modified: new Date(message.created_at),
      open: () => emlOf(services, message),
    };
  }
}

async function* jsonOf(services: Services, row: ExportRow, signal: AbortSignal): AsyncGenerator<string> {
  const messages = async function* () {
    for await (const message of messagesOf(services, row, signal))
      yield messageSchema.parse(toMessage(message));
  };
  yield* listed(messages());
}

/** A JSON list, item by item. */
async function* listed(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* draftsOf(services: Services, row: ExportRow): AsyncGenerator<unknown> {
  const address = row.scope === 'identity' ? null : (row.counterparty_address ?? '');
  for await (const identityId of mailboxesOf(services, row))
    yield* exportedDrafts(services.db, identityId, address);
}

/** The export's messages, mailbox by mailbox, oldest first; without mail that arrived after the request. */
async function* messagesOf(
  services: Services,
  row: ExportRow,
  signal: AbortSignal,
): AsyncGenerator<MessageRow> {
  for await (const identityId of mailboxesOf(services, row)) {
    let after: MailboxPosition | null = null;
    for (;;) {
      signal.throwIfAborted();
      const rows = await scanMailbox(services.db, identityId, scopeOf(row), { after, take: WINDOW });
      const ids = rows.filter((each) => each.wanted && each.created_at <= row.created_at).map(({ id }) => id);
      for (let start = 0; start < ids.length; start += BATCH) {
        yield* await findWholeMessages(services.db, ids.slice(start, start + BATCH), row.with_kept_back);
      }
      after = rows.at(-1) ?? null;
      if (rows.length < WINDOW) break;
    }
  }
}

async function* mailboxesOf({ db }: Services, row: ExportRow): AsyncGenerator<string> {
  if (row.scope === 'identity') {
    yield row.identity_id ?? '';
    return;
  }
  let last = '';
  for (;;) {
    const next = await nextIdentityId(db, row.tenant_id, last);
    if (next === null) return;
    yield next;
    last = next;
  }
}

const scopeOf = (row: ExportRow) =>
  row.scope === 'identity'
    ? { kind: 'identity' as const, tenantId: row.tenant_id, identityId: row.identity_id ?? '' }
    : { kind: 'counterparty' as const, tenantId: row.tenant_id, address: row.counterparty_address ?? '' };
