import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#testing/identities.ts';
import { mcpHeaders, postMcp, steady, toolCall } from '#testing/mcp.ts';
import { everyPermission } from '#testing/world.ts';
import { catalogue } from './catalogue.ts';
import { plainCall } from './plain-call.ts';
import { revisions } from './server.ts';

// Calls that bypass the library's server get the same response as from the library (spec 4.14), for valid messages
// and for corrupted ones, in every revision. bindings.test.ts compares the results of each tool.

let world: World;
let key: string;

beforeAll(async () => {
  world = await openWorld();
  const mailbox = await world.identity(await world.tenant());
  key = await world.key({ level: 'identity', identity_id: mailbox.id }, everyPermission('identity'));
  // Turns off the rate limit, because no key has thousands of calls a minute.
  Object.assign(world.services.limiter, { consume: async () => ({ allowed: true, resetSeconds: 1 }) });
});
afterAll(() => world?.close());

type Message = ReturnType<typeof toolCall>;

const oddities = [undefined, null, 7, 1.5, -0, '', 'x', true, [], {}, ['x'], { x: 1 }, 'x'.repeat(70_000)];

/** Variants of the message: each of its values, however deep, replaced with each odd value, or with an extra field. */
function* spoilt(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    for (const odd of oddities) yield { ...value, [name]: odd };
    for (const each of spoilt(inner)) yield { ...value, [name]: each };
  }
  for (const name of ['beside', 'progressToken', 'io.modelcontextprotocol/related-task', 'task', '_meta']) {
    for (const odd of oddities.slice(1)) yield { ...value, [name]: odd };
  }
}

/** Compares the responses if it is a plain call. @returns whether it is */
async function compare(revision: string | null, message: Message, more: Record<string, string> = {}) {
  // As it arrives, without values that JSON cannot express.
  const arrived = JSON.parse(JSON.stringify(message)) as Message;
  const headers: Record<string, string> = { ...mcpHeaders(revision, arrived), ...more };
  if (plainCall((name) => headers[name] ?? null, arrived) === null) return false;
  const forLibrary = { ...arrived, params: { ...arrived.params, unheard_of: 1 } };
  const api = { key, fetch: world.fetch };
  const own = await postMcp(api, revision, arrived, more);
  const theirs = await postMcp(api, revision, forLibrary, more);
  expect(steady(own), JSON.stringify(message).slice(0, 500)).toEqual(steady(theirs));
  return true;
}

describe.each([...revisions, null])('%s', (revision) => {
  const good = () => {
    const message = toolCall(revision, 'mail_list_threads', { limit: 1 });
    const meta = {
      ...(message.params as { _meta?: object })._meta,
      progressToken: 1,
      'example.com/own': 'x',
    };
    return [message, { ...message, id: 'a', params: { ...message.params, _meta: meta } }] as Message[];
  };

  it('messages that are spoilt are left to the library, or answered as by it', async () => {
    const counts = { plain: 0, left: 0 };
    for (const message of good().flatMap((each) => [each, ...spoilt(each)])) {
      counts[(await compare(revision, message as Message)) ? 'plain' : 'left'] += 1;
    }
    expect(counts.plain).toBeGreaterThan(30);
    expect(counts.left).toBeGreaterThan(100);
  });

  it('so are headers', async () => {
    const names = ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'];
    const values = ['', 'x', 'tools/list', 'mail_search', ' mail_list_threads ', ...revisions, '2025-03-26'];
    for (const name of names) {
      for (const value of values) await compare(revision, good()[0]!, { [name]: value });
    }
    expect(await compare(revision, good()[0]!)).toBe(true);
  });
});

it('wrong arguments of every tool give the same refusals', async () => {
  let compared = 0;
  for (const [name, ready] of catalogue()) {
    const { properties } = ready.listing('one').inputSchema;
    for (const [index, argument] of [...Object.keys(properties), 'unheard_of'].entries()) {
      const revision = revisions[index % revisions.length]!;
      for (const odd of oddities) {
        const args = { [argument]: odd, ...(name === 'mail_send' && { dry_run: true }) };
        compared += Number(await compare(revision, toolCall(revision, name, args) as Message));
      }
    }
  }
  expect(compared).toBeGreaterThan(500);
});
