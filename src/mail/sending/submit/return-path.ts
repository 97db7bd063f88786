import type { Services } from '#kernel/operation/services.ts';
import type { Envelope, MailTransport } from '#kernel/ports/mail-transport.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import { returnPathToken, withThreadToken } from '#mailbox/threads/index.ts';
import { domainOf } from '../domain-of.ts';
import type { LockedSend } from '../repository.ts';
import type { Attempt } from './claim.ts';

/** Providers that set their own return path and report by signed webhooks. */
const OWN_RETURN_PATH = new Set(['ses', 'resend']);

export const hasOwnReturnPath = ({ driver }: Pick<MailTransport, 'driver'>): boolean =>
  OWN_RETURN_PATH.has(driver);

/**
 * The envelopes of a message. The envelope sender is the sender's address with a token that only the servers on the way
 * see, so a report to this address proves that we sent the message. Over SMTP, every recipient has a separate
 * envelope and token (VERP), so a report counts for the right recipient even if it names nobody. A tenant's domain has
 * a separate host for it, so that SPF is aligned with From.
 */
export function envelopesOf(
  { keyRing }: Pick<Services, 'keyRing'>,
  { driver }: Pick<MailTransport, 'driver'>,
  { send, domain, remote: recipients }: Pick<Attempt, 'send' | 'domain' | 'remote'>,
): Envelope[] {
  const { envelope_from, identity_id: identityId, message_id: messageId } = send;
  if (hasOwnReturnPath({ driver })) return [{ from: envelope_from, to: recipients }];
  const { key } = keyRing.active('thread');
  const host = domain?.return_path;
  const sender = host ? `${envelope_from.slice(0, envelope_from.lastIndexOf('@'))}@${host}` : envelope_from;
  const from = (recipient?: string) =>
    withThreadToken(
      sender,
      returnPathToken(key, { identityId, messageId, ...(recipient !== undefined && { recipient }) }),
    );
  if (driver !== 'smtp') return [{ from: from(), to: recipients }];
  return recipients.map((recipient) => ({ from: from(recipient), to: [recipient] }));
}

/**
 * Whether an authenticated domain is that of the server to which the message was submitted. Such a server may report
 * without a token.
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
  const isSes = transport === 'ses' || (transport === 'basic' && config.basicTransport === 'ses');
  if (isSes) return 'amazonses.com';
  if (transport === 'basic') return config.smtpUrl === null ? null : new URL(config.smtpUrl).hostname;
  const relay = await relayOf(domainOf(from));
  return relay?.host ?? null;
}
