import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Queryable, sql } from '#kernel/data/database.ts';
import { type Mailbox, mailTo } from '#testing/mailboxes.ts';
import { openSearchProduct, type SearchProduct } from '#testing/search-engines.ts';
import { takePending } from './repository/index-writes.ts';

// No message keeps others out of the index, whatever it contains (issue 7: find anything in a mailbox at once).

let product: SearchProduct;
let mailbox: Mailbox;

beforeAll(async () => {
  product = await openSearchProduct();
  mailbox = await product.mailbox();
});
afterAll(() => product.close());

const found = async (q: string): Promise<string[]> => {
  const { body } = await product.call('POST', `/v1/identities/${mailbox.id}/search`, {
    body: { q, mode: 'keyword' },
  });
  return body.hits.map(({ subject }: { subject: string }) => subject).sort();
};

const delivered = async (subject: string, raw = mailTo(mailbox.address, subject)): Promise<void> => {
  await product.handOver(mailbox.address, raw);
  await product.arrived(mailbox, subject);
};

it.each([0, 1])('long words and names are cut between characters (%i)', async (shift) => {
  const letters = `${'a'.repeat(63 - shift)}\u{10400}\u{10400}`;
  const filename = `${'b'.repeat(190 - shift)}\u{1f4ce}\u{1f4ce}.txt`;
  const subject = `Long words ${shift}`;
  const raw = mailTo(mailbox.address, subject).replace(
    /\n\n[\s\S]*$/,
    [
      '\nMIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=x\n',
      '--x\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n',
      `${Buffer.from(`Turbine ${letters}`).toString('base64')}`,
      '--x\nContent-Type: text/plain',
      `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(filename)}\n\nfile\n--x--\n`,
    ].join('\n'),
  );
  await delivered(subject, raw);
  await product.indexed();
  expect(await found(`turbine subject:"long words ${shift}" has:attachment`)).toEqual([subject]);
});

it('what Postgres refuses is left out, and the others are not', async () => {
  const { db } = product.services;
  await db.run(sql`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'not this one' using errcode = 'program_limit_exceeded'; end $$`);
  await db.run(sql`
    create trigger refuse before insert on search_documents for each row
    when (new.keys @> '{from:hostile@sender.example}') execute function refuse()`);
  await delivered('Before');
  await delivered(
    'Hostile',
    mailTo(mailbox.address, 'Hostile').replace(/^From: .*$/m, 'From: hostile@sender.example'),
  );
  await delivered('After');
  await product.indexed();
  expect(await found('subject:before OR subject:hostile OR subject:after')).toEqual(['After', 'Before']);
});

it('a long queue of one tenant does not delay the mail of another', async () => {
  const { db } = product.services;
  const [crowd, neighbour] = [await product.mailbox(), await product.mailbox()];
  await product.indexed();
  const note = (tx: Queryable, of: Mailbox, many: number, name: string) =>
    tx.run(sql`
      insert into search_pending (message_id, identity_id)
      select ${name}::text || n, ${of.id} from generate_series(1, ${many}::int) n`);
  const taken = async (after: string) =>
    db.transaction(async (tx) => {
      // The indexer of this process never sees them.
      await note(tx, crowd, 500, 'msg_crowd');
      await note(tx, neighbour, 3, 'msg_neighbour');
      const batch = await takePending(tx, { most: 64, after });
      await tx.run(
        sql`delete from search_pending where identity_id = any(${[crowd.id, neighbour.id]}::text[])`,
      );
      return batch;
    });
  // One round through all mailboxes takes them, wherever it begins.
  const { pending, hasMore } = await taken('');
  expect(pending.filter(({ identity_id }) => identity_id === neighbour.id)).toHaveLength(3);
  expect(pending.filter(({ identity_id }) => identity_id === crowd.id)).toHaveLength(32);
  expect(hasMore).toBe(true);
  const last = [neighbour.id, crowd.id].sort().at(-1)!;
  expect((await taken(last)).pending).toEqual([]);
});

it('a message that is removed while it is indexed leaves nothing in the index', async () => {
  const { db } = product.services;
  const locked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = db.transaction(async (tx) => {
    await tx.run(sql`select from search_mailboxes where identity_id = ${mailbox.id} for update`);
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  await delivered('Removed');
  const waits = (statement: string) =>
    db.first(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like ${statement}`);
  const waiting = () => waits('insert into search_mailboxes%');
  const isRemoving = () => waits('delete from messages%');
  await product.eventually(waiting, (row) => row !== null);
  const removing = db.run(
    sql`delete from messages where identity_id = ${mailbox.id} and subject = 'Removed'`,
  );
  // The removal has begun, whether or not it waits for the indexer.
  await Promise.race([removing, product.eventually(isRemoving, (row) => row !== null)]);
  held.resolve();
  await Promise.all([holding, removing]);
  await product.indexed();
  const left = sql`
    select message_id from search_documents union all select message_id from search_codes
    except select id from messages`;
  expect(await db.rows(left)).toEqual([]);
});
