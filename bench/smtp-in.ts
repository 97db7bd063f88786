import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { call, type Identity, makeIdentities, makeKeys } from './client.ts';
import { makeMail, type SampleMail } from './mail.ts';
import { peakMemory, timed } from './processes.ts';
import { type Product, startBaseline, startProduct } from './product.ts';
import { printComparison, type Round, roundsOr } from './report.ts';
import { runBench } from './run.ts';

// Mail handed over by SMTP until all of it is readable over /v1, beside a bare smtp-server that writes each message
// to a file with fsync.
const ROUNDS = roundsOr(3);
const MESSAGES = 2_000;
const BYTES = 10_000;
const CONNECTIONS = 10;
const IDENTITIES = 10;
const MAX_MEGABYTES = 400;
const PATIENCE = 60_000;
const POLL_EVERY = 25;

async function main(closers: AsyncDisposableStack): Promise<void> {
  const product = await startProduct(closers);
  const directory = join(product.dataDir, 'files');
  await mkdir(directory);
  const baseline = await startBaseline(closers, 'smtp-file.ts', [directory]);
  const bare: Round[] = [];
  const ours: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const mailboxes = await openMailboxes(product, `round${round}`);
    const mails = makeMails(mailboxes.identities);
    bare.push(await timed(baseline.child.pid!, () => handOver(baseline.port, mails)));
    ours.push(
      await timed(
        product.pid,
        async () => {
          await handOver(product.smtpPort, mails);
          await untilReadable(product, mailboxes);
          return { pieces: MESSAGES };
        },
        product.postgresPid,
      ),
    );
  }
  printComparison(`SMTP in, ${MESSAGES} messages of 10 KB over ${CONNECTIONS} connections`, 'messages/s', {
    baseline: { name: 'bare smtp-server + fsync', rounds: bare },
    ours: { name: 'Proofmail, until readable', rounds: ours },
    goal: 0.3,
  });
  const peak = await peakMemory(product.pid);
  const told = peak === null ? 'not told by this system' : `${Math.round(peak)} MB`;
  console.log(`peak memory of the product's process: ${told} (goal: under ${MAX_MEGABYTES} MB)`);
}

type Mailboxes = { identities: Identity[]; key: string };

async function openMailboxes(product: Product, slug: string): Promise<Mailboxes> {
  const identities = await makeIdentities(product, slug, IDENTITIES);
  const [key] = await makeKeys(product, identities[0]!.tenant_id, ['messages:read'], 1);
  return { identities, key: key! };
}

const makeMails = (identities: readonly Identity[]): SampleMail[] =>
  Array.from({ length: MESSAGES }, (_, index) =>
    makeMail(identities[index % identities.length]!.primary_address, index, BYTES),
  );

/** Returns when the server has answered 250 to every message. */
async function handOver(port: number, mails: readonly SampleMail[]): Promise<{ pieces: number }> {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Number.POSITIVE_INFINITY,
    ignoreTLS: true,
  });
  await Promise.all(mails.map((mail) => transport.sendMail(mail)));
  transport.close();
  return { pieces: mails.length };
}

async function untilReadable(product: Product, { identities, key }: Mailboxes): Promise<void> {
  const end = performance.now() + PATIENCE;
  for (const { id } of identities) {
    while ((await countMessages(product, id, key)) < MESSAGES / IDENTITIES) {
      if (performance.now() > end) throw new Error('Not all messages became readable.');
      await delay(POLL_EVERY);
    }
  }
}

type Page = { data: { message_count: number }[]; next_cursor: string | null };

/** Counts the messages that an agent sees, in all threads, page by page. */
async function countMessages(product: Product, identityId: string, key: string): Promise<number> {
  let count = 0;
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Page = await call(
      product,
      'GET',
      `/v1/identities/${identityId}/threads?limit=100${query}`,
      undefined,
      { authorization: `Bearer ${key}` },
    );
    count += page.data.reduce((sum, thread) => sum + thread.message_count, 0);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return count;
}

await runBench(main);
