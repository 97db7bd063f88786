import type { Services } from '#kernel/operation/services.ts';
import type { MailTransport } from '#kernel/ports/mail-transport.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import { returnPathToken, withThreadToken } from '#mailbox/threads/index.ts';
import type { LockedSend } from '../repository.ts';

/** Providers that set a return path of their own and report by signed webhooks. */
const OWN_RETURN_PATH = new Set(['ses', 'resend']);

/**
 * The envelope sender of a message: the sender's address with a token that only the servers on the way learn. Whoever
 * reports to it knows that we sent this message.
 */
export function returnPathOf(
  { keyRing }: Pick<Services, 'keyRing'>,
  { driver }: Pick<MailTransport, 'driver'>,
  { envelope_from, identity_id, message_id }: LockedSend,
): string {
  if (OWN_RETURN_PATH.has(driver)) return envelope_from;
  return withThreadToken(
    envelope_from,
    returnPathToken(keyRing.active('thread').key, identity_id, message_id),
  );
}

/**
 * Whether an authenticated domain is that of the server to which we handed the message: it may report without a token.
 */
export async function wasHandedTo(
  { config, relayOf }: Pick<Services, 'config' | 'relayOf'>,
  { transport, envelope_from }: LockedSend,
  domain: string,
): Promise<boolean> {
  const host = await serverOf({ config, relayOf }, transport, envelope_from);
  return host !== null && organisationOf(host) === organisationOf(domain);
}

async function serverOf(
  { config, relayOf }: Pick<Services, 'config' | 'relayOf'>,
  transport: string,
  from: string,
): Promise<string | null> {
  if (transport === 'ses') return 'amazonses.com';
  if (transport === 'basic') return config.smtpUrl === null ? null : new URL(config.smtpUrl).hostname;
  const relay = await relayOf(from.slice(from.lastIndexOf('@') + 1).toLowerCase());
  return relay?.host ?? null;
}
