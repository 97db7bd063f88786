import { randomBytes } from 'node:crypto';
import { sleep } from '../../backoff.ts';
import type { Event } from '../../generated/types.ts';
import { NothingCameError } from '../../mailbox.ts';
import { signWebhook } from '../../webhooks.ts';
import { type Context, defineCommand, exit, listOf, numberOf, textOf, UsageError } from '../command.ts';
import { safeLine } from '../output.ts';

const wait = defineCommand({
  name: 'wait',
  arguments: '',
  summary: 'Wait for mail, or for a code or link with --code or --link',
  options: {
    from: { type: 'string' },
    subject: { type: 'string' },
    code: { type: 'boolean' },
    link: { type: 'boolean' },
    since: { type: 'string' },
    timeout: { type: 'string' },
  },
  help: {
    from: 'an address or @domain; required for codes and links',
    subject: 'words in the subject',
    code: 'print only the one-time code',
    link: 'print only the confirmation link',
    since: 'include mail since this time: RFC 3339, or 90s, 10m, 2h ago',
    timeout: 'seconds (60)',
  },
  takes: [0, 0],
  async run({ mailbox, output, values, signal }) {
    const [from, subject] = [textOf(values, 'from'), textOf(values, 'subject')];
    const since = sinceOf(textOf(values, 'since'));
    const input = {
      timeout: numberOf(values, 'timeout', 60),
      ...(from !== undefined && { from }),
      ...(subject !== undefined && { subject_contains: subject }),
      ...(since !== undefined && { since }),
    };
    const box = await mailbox();
    if (values.code || values.link) {
      if (from === undefined) throw new UsageError('Set the sender with --from: an address or @domain.');
      const found = await box.waitForVerification({ ...input, from }, { signal });
      const text = values.code ? found.code : found.link;
      if (text === null) throw new NothingCameError(`The mail has no ${values.code ? 'code' : 'link'}.`);
      return output.result(
        { code: found.code, link: found.link, message_id: found.message.id },
        safeLine(text),
      );
    }
    const message = await box.waitFor(input, { signal });
    if (!message) throw new NothingCameError('No mail came in time.');
    output.result(message, `${message.id}  ${safeLine(message.from?.address)}  ${safeLine(message.subject)}`);
  },
});

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3600 };

function sinceOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, many, unit] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  if (many && unit) return new Date(Date.now() - Number(many) * UNITS[unit]! * 1000).toISOString();
  if (Number.isNaN(Date.parse(text)))
    throw new UsageError('--since must be a time such as 2026-11-22T09:30:00Z, or 90s, 10m, 2h.');
  return new Date(text).toISOString();
}

/** The feed of the whole tenant with --tenant, otherwise of the mailbox. */
async function feedOf({ client, mailbox, values, signal }: Context): Promise<AsyncGenerator<Event>> {
  const proofmail = await client();
  const types = listOf(values, 'type');
  const since = sinceOf(textOf(values, 'since'));
  const options = {
    signal,
    ...(types.length > 0 && { types: types as never }),
    ...(since !== undefined && { after: since }),
  };
  const tenant = textOf(values, 'tenant');
  return proofmail.tail(tenant === undefined ? { identity: (await mailbox()).id } : { tenant }, options);
}

const feedOptions = {
  tenant: { type: 'string' },
  type: { type: 'string', multiple: true },
  since: { type: 'string' },
} as const;
const feedHelp = {
  tenant: 'the events of a tenant (ten_…), not of one mailbox',
  type: 'only events of this type; may be repeated',
  since: 'begin with events after this time: RFC 3339, or 90s, 10m, 2h ago',
};

const events = defineCommand({
  name: 'events tail',
  arguments: '',
  summary: 'Print events as they happen, one per line',
  options: { ...feedOptions, count: { type: 'string' } },
  help: { ...feedHelp, count: 'end after this many events' },
  takes: [0, 0],
  async run(context) {
    let left = numberOf(context.values, 'count', Number.POSITIVE_INFINITY);
    for await (const event of await feedOf(context)) {
      const { id, type, occurred_at, identity_id } = event;
      context.output.item(event, `${occurred_at}  ${type}  ${identity_id ?? ''}  ${id}`);
      left -= 1;
      if (left <= 0) return;
    }
    return exit.interrupted;
  },
});

const ATTEMPTS = 4;

const forward = defineCommand({
  name: 'webhooks forward',
  arguments: '<url>',
  summary: 'Post events to a program on this machine, signed like webhooks',
  options: { ...feedOptions, count: { type: 'string' } },
  help: { ...feedHelp, count: 'end after this many events' },
  takes: [1, 1],
  async run(context) {
    const { output, positionals, env, signal } = context;
    const url = targetOf(positionals[0]!);
    const secret = env.PROOFMAIL_WEBHOOK_SECRET || `whsec_${randomBytes(32).toString('base64')}`;
    output.note(
      env.PROOFMAIL_WEBHOOK_SECRET
        ? 'Requests are signed with PROOFMAIL_WEBHOOK_SECRET.'
        : `Requests are signed with a new secret: ${secret}`,
    );
    let left = numberOf(context.values, 'count', Number.POSITIVE_INFINITY);
    for await (const event of await feedOf(context)) {
      const outcome = await post(url, event, secret, signal);
      output.item(
        { id: event.id, type: event.type, ...outcome },
        `${event.type}  ${event.id}  ${outcome.status ?? outcome.error}`,
      );
      left -= 1;
      if (left <= 0) return;
    }
    return exit.interrupted;
  },
});

function targetOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError('The URL must begin with http:// or https://.');
  return url.href;
}

type Outcome = { status: number | null; error?: string; attempts: number };

async function post(url: string, event: Event, secret: string, signal: AbortSignal): Promise<Outcome> {
  const body = JSON.stringify(event);
  for (let attempts = 1; ; attempts += 1) {
    const headers = {
      ...(await signWebhook(body, { id: event.id, secret })),
      'user-agent': 'Proofmail-Webhooks/1.0',
    };
    const outcome = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(15_000)]),
    }).then(
      async (response): Promise<Outcome> => {
        await response.body?.cancel();
        return { status: response.status, attempts };
      },
      (error: Error): Outcome => ({ status: null, error: String(error.cause ?? error), attempts }),
    );
    const isTaken = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    if (isTaken || attempts >= ATTEMPTS || signal.aborted) return outcome;
    await sleep(500 * 2 ** attempts, signal);
  }
}

export const liveCommands = [wait, events, forward];
