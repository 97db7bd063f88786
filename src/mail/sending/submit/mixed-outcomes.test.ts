import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Mailbox, type MailProduct, openMailProduct } from '#testing/mailboxes.ts';
import {
  type ScriptedSmtpServer,
  type SmtpEvent,
  startScriptedSmtpServer,
} from '#testing/scripted-smtp-server.ts';

// Recipients of one message with different outcomes, each with a matching reason (spec 2.6, 7.3).

let server: ScriptedSmtpServer;
let product: MailProduct;
let agent: Mailbox;

beforeAll(async () => {
  const replies = { gone: '550 5.1.1 unknown', full: '452 4.2.2 full', odd: 'garbage' };
  const answer = ({ line }: SmtpEvent) =>
    Object.entries(replies).find(([name]) => line.includes(name))?.[1] ?? '250 ok';
  server = await startScriptedSmtpServer({ script: { RCPT: answer } });
  product = await openMailProduct({ PM_BASIC_TRANSPORT: 'smtp', PM_SMTP_URL: server.url });
  agent = await product.mailbox();
});
afterAll(async () => {
  await product?.close();
  await server?.close();
});

it('a recipient is not told the reason of another', async () => {
  const to = ['fine', 'gone', 'full', 'odd'].map((name) => `${name}@outside.example`);
  const { body } = await product.send(agent, { to, subject: 'Four', text: 'Hi.' });
  const { body: after } = await product.eventually(
    () => product.message(agent, body.id),
    (answer) => answer.body.status !== 'queued',
  );
  expect(
    after.deliveries.map(({ status, reason }: { status: string; reason: string }) => [status, reason]),
  ).toEqual([
    ['submitted', null],
    ['rejected', 'provider_validation'],
    ['deferred', null],
    // It has a separate envelope, and the unclear reply came before the message was sent, so nobody has it.
    ['deferred', 'transport_unavailable'],
  ]);
  const told = await product.services.db.rows<{ type: string; reason: string }>({
    name: 'test.told',
    text: `select type, data->>'reason' as reason from events
           where identity_id = $1 and type in ('message.rejected', 'message.uncertain') order by type`,
    values: [agent.id],
  });
  expect(told).toEqual([{ type: 'message.rejected', reason: 'provider_validation' }]);
});
