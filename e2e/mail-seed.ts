import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';

/** The access to a running product, for filling it. */
export type Target = { url: string; key: string; smtpPort: number };

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a client would
type Json = Record<string, any>;

/** One call of the API. @throws Error with the response if it failed */
export async function api(target: Target, method: string, path: string, body?: Json): Promise<Json> {
  const response = await fetch(target.url + path, {
    method,
    headers: {
      authorization: `Bearer ${target.key}`,
      'idempotency-key': randomUUID(),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Json;
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer;
}

/** Hands mail over by SMTP, as any server on the internet would. */
export async function deliver(
  target: Target,
  mails: Parameters<ReturnType<typeof createTransport>['sendMail']>[0][],
) {
  const smtp = createTransport({
    host: '127.0.0.1',
    port: target.smtpPort,
    secure: false,
    ignoreTLS: true,
    pool: true,
  });
  try {
    for (const mail of mails) await smtp.sendMail({ disableFileAccess: true, ...mail });
  } finally {
    smtp.close();
  }
}

/** Waits until the mailbox holds that many messages, quarantined ones included. */
export async function arrived(target: Target, identityId: string, many: number): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const { data } = await api(target, 'GET', `/v1/identities/${identityId}/messages?limit=100`);
    if (data.length >= many) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(`${many} messages did not arrive.`);
}

const newsletter = `<html><body style="background:#f4f1ea"><div style="max-width:560px;margin:auto;font-family:Georgia">
<img src="https://images.example.net/header.png" width="560" height="120" alt="Field notes"><h1>Field notes, November</h1>
<p>Three things that we learned about <b>packing lists</b> this month.</p><table border="1" cellpadding="6"><tr><th>Route</th><th>Days</th></tr>
<tr><td>Kassel</td><td>2</td></tr><tr><td>Turin</td><td>4</td></tr></table><p><a href="https://news.example.net/read?id=7">Read on</a></p></div></body></html>`;

/** A mailbox as after a busy morning. @returns its ids */
export async function seedMailbox(target: Target, name: string, owner?: { email: string; name: string }) {
  const tenant = await api(target, 'POST', '/v1/tenants', {
    slug: name,
    name: 'Northwind',
    mode: 'live',
    ...(owner && { owner }),
  });
  const identity = async (username: string, display_name: string, purpose: string) =>
    api(target, 'POST', `/v1/tenants/${tenant.id}/identities`, {
      username,
      display_name,
      purpose,
      owner: { name: 'Ada Lovelace', email: 'ada@example.com' },
    });
  const billing = await identity('billing', 'Billing', 'Answers questions about invoices');
  const support = await identity('support', 'Support', 'First answer to customers');
  const to = billing.primary_address as string;
  // These are not authenticated, so they stay in quarantine.
  await deliver(target, [
    {
      from: 'PayPal Service <service@paypa1.example>',
      to,
      subject: 'Your account is limited',
      text: 'Confirm your password at https://paypa1.example/login within 24 hours.',
      html: '<p>Confirm your password <a href="https://paypa1.example/login">here</a> within 24 hours.</p>',
    },
    { from: 'Unknown <noreply@codes.example>', to, subject: 'Your code', text: 'Your code is 493021.' },
  ]);
  await arrived(target, billing.id, 2);
  await api(target, 'PATCH', `/v1/tenants/${tenant.id}`, { policy: { quarantine: { on_auth_fail: false } } });
  await deliver(target, [
    {
      from: 'Grace Hopper <grace@navy.example>',
      to,
      subject: 'Invoice 2026-114: wrong delivery address',
      text: 'Hello,\n\nthe invoice 2026-114 names our old warehouse. Could you send a corrected one by Friday? It blocks our payment run.\n\nGrace',
      attachments: [
        { filename: 'invoice-2026-114.txt', content: 'Invoice 2026-114\nTotal 1,204.50 EUR\n' },
        { filename: 'holiday.pdf.exe', content: Buffer.from('MZ\x90\x00not really') },
      ],
    },
    {
      from: 'Field notes <hello@news.example.net>',
      to,
      subject: 'Field notes, November',
      html: newsletter,
      headers: { 'List-Unsubscribe': '<https://news.example.net/out>', Precedence: 'bulk' },
    },
    {
      from: 'Linus <linus@kernel.example>',
      to: `${to}, team@kernel.example`,
      cc: 'margaret@apollo.example',
      subject: 'Meeting on Thursday at 14:00?',
      text: 'Can we meet on Thursday at 14:00 to go through the open invoices? Please let me know by tomorrow.',
    },
    {
      from: 'Katherine Johnson <katherine@orbit.example>',
      to,
      subject: 'URGENT: payment was taken twice',
      text: 'You have charged us twice for order 88121. Please refund one of them today, this is urgent.',
    },
    {
      from: 'Joan <joan@clarke.example>',
      replyTo: 'collect@elsewhere.example',
      to,
      subject: 'Thank you',
      text: 'The corrected invoice has arrived. Thank you for the quick help!',
    },
  ]);
  await arrived(target, billing.id, 7);
  const send = (path: string, body: Json) =>
    api(target, 'POST', `/v1/identities/${billing.id}/${path}`, body);
  await send('messages', {
    to: ['success@simulator.mail.localhost', 'bounce@simulator.mail.localhost'],
    cc: [support.primary_address],
    subject: 'Reminder: invoice 2026-101',
    text: 'Your invoice 2026-101 is due on Monday.',
  });
  await send('messages', {
    to: ['timeout@simulator.mail.localhost'],
    subject: 'Statement for October',
    text: 'Please find the statement below.',
  });
  await send('messages', {
    to: ['defer@simulator.mail.localhost'],
    subject: 'Credit note 2026-7',
    text: 'Your credit note is attached.',
    send_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  return { tenantId: tenant.id as string, billing, support };
}
