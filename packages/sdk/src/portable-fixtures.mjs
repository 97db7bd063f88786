/**
 * What a program does with the client: a send with a file, a wait, pages, a feed, an answer as a stream, an error, a signature.
 * Plain JavaScript without imports, so that a browser, a worker and other runtimes can load it as it is.
 */
export async function uses(sdk, { url, key }) {
  const { attachment, NotFoundError, Proofmail, signWebhook, verifyWebhook } = sdk;
  const client = new Proofmail({ baseUrl: url, apiKey: key });
  const mailbox = await client.mailbox();
  const leaving = new AbortController();
  const feed = (async () => {
    for await (const { type } of client.tail({ identity: mailbox.id }, { signal: leaving.signal }))
      if (type === 'message.received') return type;
  })();
  const file = await attachment('a.txt', 'Ünïcode', 'text/plain');
  const letter = { to: [mailbox.address], subject: 'From anywhere', text: 'Hello', attachments: [file] };
  await mailbox.send(letter);
  const message = await mailbox.waitFor({ subject_contains: 'From anywhere', since: '2026-01-01T00:00:00Z' });
  const steps = [];
  for await (const { event } of mailbox.askStream('Who wrote?')) steps.push(event);
  const secret = `whsec_${btoa('a secret of some length')}`;
  const headers = await signWebhook('{"type":"test"}', { id: 'evt_1', secret });
  const missing = await client.messages
    .get(mailbox.id, 'msg_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE')
    .catch((error) => error);
  const ids = [];
  for await (const { id } of client.messages.list(mailbox.id, { limit: 1 })) ids.push(id);
  const found = {
    subject: message.subject,
    file: await (await mailbox.download(message, message.attachments[0].id)).text(),
    feed: await feed,
    last: steps.at(-1),
    type: (await verifyWebhook('{"type":"test"}', headers, secret)).type,
    missing: missing instanceof NotFoundError,
    several: ids.length >= 2,
  };
  leaving.abort();
  return found;
}

export const expected = {
  subject: 'From anywhere',
  file: 'Ünïcode',
  feed: 'message.received',
  last: 'done',
  type: 'test',
  missing: true,
  several: true,
};
