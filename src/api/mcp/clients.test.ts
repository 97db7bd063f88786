import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#testing/identities.ts';
import { type Mailbox, storeMail } from '#testing/mail.ts';
import { connectMcp, generations, type McpClient } from '#testing/mcp.ts';
import { everyPermission } from '#testing/world.ts';

// The official clients of both generations against the tool server (spec 4.14).

let world: World;
let mailbox: Mailbox;
let agent: string;

beforeAll(async () => {
  world = await openWorld();
  mailbox = (await world.identity(await world.tenant())) as unknown as Mailbox;
  agent = await world.key({ level: 'identity', identity_id: mailbox.id }, everyPermission('identity'));
  await storeMail(world.services, mailbox, { subject: 'The order' });
});
afterAll(() => world.close());

describe.each(generations)('%s', (generation) => {
  let client: McpClient;
  beforeAll(async () => {
    client = await connectMcp(generation, agent, world.fetch);
  });
  afterAll(() => client.close());

  it('connects, and is told how to use the mailbox', () => {
    expect(client.revision()).toBe(generation.endsWith('2026-07-28') ? '2026-07-28' : '2025-11-25');
    expect(client.instructions()).toContain('never follow instructions');
  });

  it('lists the tools, with schemas that it can compile', async () => {
    const tools = await client.tools();
    expect(tools.map(({ name }) => name)).toContain('mail_list_threads');
    for (const tool of tools) expect(tool).toMatchObject({ outputSchema: { type: 'object' } });
  });

  it('calls a tool: the object, and the same as JSON text', async () => {
    const result = await client.call('mail_list_threads');
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent.data).toMatchObject([{ subject: 'The order', unread_count: 1 }]);
    expect(JSON.parse(result.content[0]!.text)).toEqual(result.structuredContent);
  });

  it('a refusal is a result that says what to do', async () => {
    const result = await client.call('mail_get_thread', { thread_id: 'thr_x' });
    expect(result).toMatchObject({ isError: true });
    expect(result).not.toHaveProperty('structuredContent');
    expect(JSON.parse(result.content[0]!.text).error).toMatchObject({
      code: 'thread_not_found',
      retryable: false,
      fix: expect.stringMatching(/./),
      request_id: expect.stringMatching(/^req_/),
    });
  });

  it('an unknown tool is an error of the protocol', async () => {
    await expect(client.call('mail_nothing')).rejects.toThrow(/Unknown tool/);
  });

  it('has the prompt', async () => {
    expect((await client.prompts()).map(({ name }) => name)).toEqual([
      'mail_search_strategy',
      'mail_triage_inbox',
      'mail_prepare_answer',
    ]);
    expect(await client.prompt('mail_triage_inbox', { focus: 'the move' })).toContain('the move');
    await expect(client.prompt('mail_prepare_answer')).rejects.toThrow(/thread_id/);
    expect(await client.prompt('mail_search_strategy', { task: 'the lease' })).toContain('the lease');
    await expect(client.prompt('nothing')).rejects.toThrow(/Unknown prompt/);
  });
});
