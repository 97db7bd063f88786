import { afterEach, expect, it } from 'vitest';
import { type MailProduct, openMailProduct } from '#testing/mailboxes.ts';
import { type ScriptedSmtpServer, startScriptedSmtpServer } from '#testing/scripted-smtp-server.ts';

// The health page shows a smarthost that cannot be used, before and after mail is sent through it (spec 4.13).

let server: ScriptedSmtpServer | undefined;
let product: MailProduct | undefined;
afterEach(async () => {
  await product?.close();
  await server?.close();
});

async function outgoing(): Promise<{ status: string; detail: string }> {
  const { body } = await product!.call('GET', '/v1/platform/health');
  return body.components.find(({ name }: { name: string }) => name === 'outgoing_mail');
}

it('names the server’s reason, without a message', async () => {
  server = await startScriptedSmtpServer({
    extensions: ['AUTH PLAIN'],
    script: { AUTH: '535 5.7.8 wrong password' },
  });
  const url = server.url.replace('://', '://user:secret@');
  product = await openMailProduct({ PM_BASIC_TRANSPORT: 'smtp', PM_SMTP_URL: url });
  const { status, detail } = await outgoing();
  expect(status).toBe('degraded');
  expect(detail).toContain('535 5.7.8 wrong password');
  expect(detail).not.toContain('secret');
});

it('is ok with a server that works', async () => {
  server = await startScriptedSmtpServer({});
  product = await openMailProduct({ PM_BASIC_TRANSPORT: 'smtp', PM_SMTP_URL: server.url });
  expect(await outgoing()).toMatchObject({ status: 'ok' });
});
