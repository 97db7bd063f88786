import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#testing/identities.ts';
import { type Mailbox, type MailOptions, storeMail } from '#testing/mail.ts';

let world: World;
let tenant: string;
let one: Mailbox;
let two: Mailbox;
let agent: string;
let reviewer: string;
const names = new Map<string, string>();

const at = (minute: number): string => new Date(Date.UTC(2027, 1, 1, 12, minute)).toISOString();

async function thread(mailbox: Mailbox, name: string, options: MailOptions): Promise<void> {
  const { thread_id } = await storeMail(world.services, mailbox, { subject: name, ...options });
  names.set(thread_id, name);
}

beforeAll(async () => {
  world = await openWorld();
  tenant = await world.tenant();
  one = (await world.identity(tenant)) as unknown as Mailbox;
  two = (await world.identity(tenant)) as unknown as Mailbox;
  const gone = (await world.identity(tenant)) as unknown as Mailbox;
  const stranger = (await world.identity(await world.tenant())) as unknown as Mailbox;
  agent = await world.key({ level: 'tenant', tenant_id: tenant }, ['messages:read']);
  reviewer = await world.key({ level: 'tenant', tenant_id: tenant }, ['messages:read', 'quarantine:review']);
  await thread(one, 'a', { at: at(1), extracted_text: 'The  first\nwords' });
  await thread(two, 'b', { at: at(2), direction: 'outbound', status: 'bounced' });
  await thread(two, 'c', { at: at(3), labels: ['vip'] });
  await thread(one, 'q', { at: at(4), status: 'quarantined', quarantine_reason: 'spam' });
  await thread(one, 'h', { at: at(5), status: 'hidden' });
  await thread(one, 'd', { at: at(6), direction: 'outbound', status: 'delivered' });
  await thread(gone, 'g', { at: at(7) });
  await thread(gone, 'o', { at: at(8), direction: 'outbound', status: 'delivered' });
  await thread(stranger, 's', { at: at(9) });
  await world.set('identities', gone.id, 'status', 'deleted');
});
afterAll(() => world.close());

/** The names of a list's rows in order, and the whole response. */
async function list(path: string, key = agent) {
  const { status, body } = await world.call('GET', `/v1/tenants/${tenant}/${path}`, { key });
  const nameOf = (row: { id: string; thread_id?: string }) => names.get(row.thread_id ?? row.id);
  return { status, body, names: body.data?.map(nameOf).join('') };
}

describe('GET /v1/tenants/{tenant_id}/threads', () => {
  it.each([
    ['', 'dcba', 'dhqcba'],
    ['label=vip', 'c', 'c'],
    ['direction=outbound', 'db', 'db'],
    ['is_unread=true', 'ca', 'ca'],
  ])('%s', async (query, forAgents, forReviewers) => {
    expect((await list(`threads?${query}`)).names).toBe(forAgents);
    expect((await list(`threads?${query}`, reviewer)).names).toBe(forReviewers);
  });

  it('shows one mailbox when it is named, and nothing of a foreign one', async () => {
    expect((await list(`threads?identity_id=${two.id}`)).names).toBe('cb');
    const other = (await world.identity(await world.tenant())) as unknown as Mailbox;
    expect((await list(`threads?identity_id=${other.id}`)).names).toBe('');
  });

  it('has the mailbox and the beginning of the newest message', async () => {
    expect((await list('threads')).body.data.at(-1)).toMatchObject({
      identity_id: one.id,
      snippet: 'The first words',
    });
  });

  it('pages through, each thread once', async () => {
    let cursor = '';
    let seen = '';
    do {
      const page = await list(`threads?limit=1${cursor && `&cursor=${cursor}`}`);
      seen += page.names;
      cursor = page.body.next_cursor ?? '';
    } while (cursor);
    expect(seen).toBe('dcba');
  });
});

describe('GET /v1/tenants/{tenant_id}/sent', () => {
  it.each([
    ['', 'db'],
    ['status=bounced', 'b'],
    ['status=bounced,delivered', 'db'],
    ['status=queued', ''],
  ])('%s', async (query, found) => {
    expect((await list(`sent?${query}`)).names).toBe(found);
  });

  it('shows one mailbox when it is named, and refuses a status that there is not', async () => {
    expect((await list(`sent?identity_id=${one.id}`)).names).toBe('d');
    expect((await list('sent?status=lost')).body.error).toMatchObject({ code: 'invalid_request' });
  });
});

describe('GET /v1/tenants/{tenant_id}/quarantine', () => {
  it('lists for reviewers what is held, with the reason', async () => {
    const held = await list('quarantine', reviewer);
    expect(held.names).toBe('q');
    expect(held.body.data[0]).toMatchObject({ identity_id: one.id, quarantine_reason: 'spam' });
    expect((await list(`quarantine?identity_id=${two.id}`, reviewer)).names).toBe('');
    expect((await list('quarantine')).status).toBe(403);
  });
});

describe('GET /v1/tenants/{tenant_id}/mail-counts', () => {
  it('counts what waits in each mailbox, and quarantined mail for reviewers alone', async () => {
    const counts = await world.call('GET', `/v1/tenants/${tenant}/mail-counts`, { key: reviewer });
    expect(counts.body.mailboxes).toEqual([
      { identity_id: two.id, unread: 1, quarantined: 0 },
      { identity_id: one.id, unread: 1, quarantined: 1 },
    ]);
    const forAgents = await world.call('GET', `/v1/tenants/${tenant}/mail-counts`, { key: agent });
    expect(forAgents.body.mailboxes).toEqual([
      { identity_id: two.id, unread: 1, quarantined: null },
      { identity_id: one.id, unread: 1, quarantined: null },
    ]);
  });
});
