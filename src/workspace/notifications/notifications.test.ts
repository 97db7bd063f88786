import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { capturedFor } from '#testing/captured.ts';
import { openTestProduct, type TestProduct } from '#testing/product.ts';
import { createTenant, freshSlug } from '#testing/tenants.ts';
import { digest, type Notice, notificationRetention, notify } from './index.ts';
import { jobs } from './jobs.ts';

// Notification mail (spec 8.4): per day at most 50 to a person and 200 in a workspace; further notices go into a digest.

let product: TestProduct;
const START = new Date('2026-11-10T10:00:00Z');
const clock = { time: START, now: () => clock.time };

beforeAll(async () => {
  product = await openTestProduct({ PM_CONSOLE_URL: 'https://console.example' }, clock);
});
afterAll(() => product.close());
beforeEach(() => {
  clock.time = START;
});

const rows = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  product.services.db.rows<Row>({ name: text.slice(0, 60), text, values });

/** Creates a workspace with this many members. */
async function workspace(many: number, timezone = 'UTC') {
  const slug = freshSlug();
  const { id } = await createTenant(product, { name: slug, timezone });
  const people = Array.from({ length: many }, (_, n) => ({
    user_id: `usr_${slug}_${n}`,
    email: `p${n}@${slug}.example`,
  }));
  for (const { user_id, email } of people) {
    await rows("insert into users (id, email, name) values ($1, $2, '')", user_id, email);
    await rows("insert into members (tenant_id, user_id, role) values ($1, $2, 'member')", id, user_id);
  }
  return { id, people };
}

type People = { user_id: string; email: string }[];

const tell = (tenantId: string, people: People, subject: string, own: Partial<Notice> = {}) =>
  product.services.db.transaction((tx) =>
    notify(tx, product.services, {
      tenantId,
      kind: 'webhook_failing',
      once: null,
      people,
      subject,
      body: [`About ${subject}`],
      path: '/console/developers/webhooks',
      button: { label: 'Open' },
      ...own,
    }),
  );

const standing = async (tenantId: string) => {
  const [counts] = await rows<{ mailed: number; held: number }>(
    `select count(*) filter (where is_mailed) as mailed, count(*) filter (where is_held) as held
     from notifications where tenant_id = $1`,
    tenantId,
  );
  return counts!;
};

const runDigest = () =>
  digest.run({ services: product.services, signal: new AbortController().signal, progress: async () => {} });

/** The mails to an address in any order, once no jobs for mails are left. */
async function mailsTo(address: string) {
  await product.eventually(
    () => rows("select from graphile_worker.jobs where task_identifier = 'sending.service_mail'"),
    (left) => left.length === 0,
  );
  return capturedFor(product.services.db, address);
}

describe('notifications (8.4)', () => {
  it('are mailed to a person 50 times a day, at the same time too; the rest comes as one digest', async () => {
    const { id, people } = await workspace(1);
    await Promise.all(Array.from({ length: 53 }, (_, n) => tell(id, people, `Notice ${n}`)));
    expect(await standing(id)).toEqual({ mailed: 50, held: 3 });
    expect(await mailsTo(people[0]!.email)).toHaveLength(50);
    await Promise.all([runDigest(), runDigest()]);
    await runDigest();
    const mails = await mailsTo(people[0]!.email);
    expect(mails).toHaveLength(51);
    const { text } = mails.find(({ subject }) => subject?.startsWith('Digest: 3 notices from '))!;
    expect(text!.match(/^- Notice \d+$/gm)).toHaveLength(3);
    expect(text).toContain('https://console.example/console/notices');
    expect(await standing(id)).toEqual({ mailed: 50, held: 0 });
  });

  const runJob = () =>
    jobs[0].run({ services: product.services, attempt: 1, signal: new AbortController().signal }, {});
  const heldAt = async (tenantId: string, time: string): Promise<number> => {
    clock.time = new Date(time);
    await runJob();
    return (await standing(tenantId)).held;
  };

  it("are held until 09:00 of the workspace's zone, and sent later when nothing ran then", async () => {
    const { id, people } = await workspace(1);
    for (let n = 0; n < 51; n += 1) await tell(id, people, `Notice ${n}`);
    expect(await heldAt(id, '2026-11-10T11:00:00Z')).toBe(1);
    expect(await heldAt(id, '2026-11-11T08:59:59Z')).toBe(1);
    clock.time = new Date('2026-11-11T12:30:00Z');
    for (let n = 0; n < 51; n += 1) await tell(id, people, `Next notice ${n}`);
    expect(await heldAt(id, '2026-11-11T13:00:00Z')).toBe(1);
    expect(await heldAt(id, '2026-11-12T09:00:00Z')).toBe(0);
    const digests = (await mailsTo(people[0]!.email)).filter(({ subject }) => subject?.startsWith('Digest'));
    expect(digests.map(({ text }) => /^- (.*)$/m.exec(text!)![1]).sort()).toEqual([
      'Next notice 50',
      'Notice 50',
    ]);
  });

  // 09:00 in each zone as UTC, before and after the clock changes of 2026.
  it.each([
    ['Pacific/Apia', '2026-11-10T10:00:00Z', '2026-11-10T19:59:59Z', '2026-11-10T20:00:00Z'],
    ['Pacific/Pago_Pago', '2026-11-10T10:00:00Z', '2026-11-10T19:59:59Z', '2026-11-10T20:00:00Z'],
    ['Asia/Kathmandu', '2026-11-10T10:00:00Z', '2026-11-11T03:14:59Z', '2026-11-11T03:15:00Z'],
    ['Europe/Berlin', '2026-03-28T10:00:00Z', '2026-03-29T06:59:59Z', '2026-03-29T07:00:00Z'],
    ['Europe/Berlin', '2026-10-24T10:00:00Z', '2026-10-25T07:59:59Z', '2026-10-25T08:00:00Z'],
  ])('in %s, told at %s, leave with the digest after %s', async (zone, told, before, at) => {
    clock.time = new Date(told);
    const { id, people } = await workspace(1, zone);
    for (let n = 0; n < 51; n += 1) await tell(id, people, `Notice ${n}`);
    expect(await heldAt(id, before)).toBe(1);
    expect(await heldAt(id, at)).toBe(0);
  });

  it("are counted from zero when the workspace's own day begins", async () => {
    const { id, people } = await workspace(1, 'Asia/Kolkata');
    for (let n = 0; n < 51; n += 1) await tell(id, people, `Notice ${n}`);
    clock.time = new Date('2026-11-10T18:29:59Z');
    await tell(id, people, 'Same day');
    expect(await standing(id)).toEqual({ mailed: 50, held: 2 });
    clock.time = new Date('2026-11-10T18:30:00Z');
    await tell(id, people, 'Next day');
    expect(await standing(id)).toEqual({ mailed: 51, held: 2 });
  });

  it('reach each reader once, at the same time too, and are forgotten after 30 days', async () => {
    const { id, people } = await workspace(2);
    const once = { once: 'webhook_failing:whk_1' };
    await Promise.all(Array.from({ length: 5 }, () => tell(id, people, 'It fails', once)));
    expect(await standing(id)).toEqual({ mailed: 2, held: 0 });
    expect(await mailsTo(people[0]!.email)).toHaveLength(1);
    clock.time = new Date('2026-12-10T10:00:00.001Z');
    await notificationRetention.run({ services: product.services, signal: new AbortController().signal });
    expect(await standing(id)).toEqual({ mailed: 0, held: 0 });
  });

  it('are written in text and HTML, with one button, and say where to turn them off', async () => {
    const { id, people } = await workspace(1);
    await tell(id, people, 'Ann & <Bob> fail', { body: ['First <line>\nsecond', { list: ['one', 'two'] }] });
    const [{ text, html, subject, headers }] = (await mailsTo(people[0]!.email)) as [
      Awaited<ReturnType<typeof mailsTo>>[number],
    ];
    expect(subject).toBe('Ann & <Bob> fail');
    expect(headers.find(({ key }) => key === 'content-type')!.value).toMatch(/^multipart\/alternative/);
    expect(text!.trim()).toBe(
      'First <line>\nsecond\n\n- one\n- two\n\nOpen:\n\nhttps://console.example/console/developers/webhooks\n\n' +
        'Choose which notices reach you: https://console.example/console/notices',
    );
    expect(html).toContain('Ann &amp; &lt;Bob&gt; fail</h1>');
    expect(html).toContain('First &lt;line&gt;<br>second');
    expect(html!.match(/<a class="button-text" href="[^"]+"/g)).toEqual([
      '<a class="button-text" href="https://console.example/console/developers/webhooks"',
    ]);
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html).not.toMatch(/<img|<script|src=/);
  });

  it('are mailed 200 times a day for a workspace, whoever they go to', async () => {
    const { id, people } = await workspace(6);
    for (let n = 0; n < 40; n += 1) await tell(id, people, `Notice ${n}`);
    expect(await standing(id)).toEqual({ mailed: 200, held: 40 });
  });

  it('tell nothing of a workspace to somebody who has left it, and go with the workspace', async () => {
    const { id, people } = await workspace(1);
    for (let n = 0; n < 51; n += 1) await tell(id, people, `Notice ${n}`);
    await rows('delete from members where tenant_id = $1', id);
    await runDigest();
    const subjects = (await mailsTo(people[0]!.email)).map(({ subject }) => subject);
    expect(subjects).toHaveLength(50);
    expect(subjects.filter((subject) => subject?.startsWith('Digest'))).toEqual([]);
    await product.call('POST', '/v1/erasure-requests', { body: { tenant_id: id, scope: 'tenant' } });
    await product.eventually(
      () => standing(id),
      ({ mailed, held }) => mailed + held === 0,
    );
  });
});
