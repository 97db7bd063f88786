import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexBatch } from '#search/index.ts';
import { openWorld, type World } from '#testing/identities.ts';
import { type Mailbox, storeMail } from '#testing/mail.ts';
import { everyPermission } from '#testing/world.ts';

// Deep search reports its steps to clients that request progress (spec 4.14, Notes), with the built-in answerer.

let world: World;
let key: string;

beforeAll(async () => {
  world = await openWorld();
  const mailbox = (await world.identity(await world.tenant())) as unknown as Mailbox;
  key = await world.key({ level: 'identity', identity_id: mailbox.id }, everyPermission('identity'));
  const extracted_text = 'Hello Ada,\n\nThe turbine arrived at your site on Monday 7 December. Grace';
  await storeMail(world.services, mailbox, { subject: 'The turbine', extracted_text, text: extracted_text });
  await indexBatch(world.services);
});
afterAll(() => world?.close());

const modes = ['legacy', { pin: '2026-07-28' }] as const;

describe.each(modes)('%j', (mode) => {
  async function ask(onprogress?: (progress: { progress: number; message?: string }) => void) {
    const transport = new StreamableHTTPClientTransport(new URL('http://localhost:3000/mcp'), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
      fetch: (input, init) => world.fetch(new Request(input, init)),
    });
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(transport);
    await client.listTools();
    const params = { name: 'mail_deep_search', arguments: { question: 'When did the turbine arrive?' } };
    const result = await client.callTool(params, onprogress ? { onprogress } : {});
    await client.close();
    // biome-ignore lint/suspicious/noExplicitAny: read as a model would
    return result as any;
  }

  it('answers with citations, in one piece', async () => {
    const { structuredContent, content } = await ask();
    expect(structuredContent.status).toBe('answered');
    expect(structuredContent.answer.text).toContain('Monday');
    expect(structuredContent.answer.sentences[0].citations).toEqual([
      structuredContent.evidence[0].message_id,
    ]);
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
  });

  it('tells its steps, counted, without text of mail', async () => {
    const told: { progress: number; message?: string }[] = [];
    const { structuredContent } = await ask((progress) => told.push(progress));
    expect(structuredContent.status).toBe('answered');
    expect(told.length).toBeGreaterThan(1);
    expect(told.map(({ progress }) => progress)).toEqual(told.map((_, index) => index + 1));
    expect(told.map(({ message }) => message).join(' ')).toMatch(/Searched: \d+ messages found\./);
    expect(told.map(({ message }) => message).join(' ')).not.toContain('turbine');
  });
});
