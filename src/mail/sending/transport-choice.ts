import type { Services } from '#kernel/operation/services.ts';
import type {
  MailTransport,
  RecipientOutcome,
  SubmitReason,
  SubmitResult,
} from '#kernel/ports/mail-transport.ts';
import { dkimKeyOf } from './dkim/keys.ts';
import { signMessage } from './dkim/sign.ts';
import type { LockedSend } from './repository.ts';

/**
 * Who hands a message over: the transport that its domain had when it was accepted, as it is set up now. Null when it
 * is not there any more (SES turned off, a relay removed).
 */
export async function transportOf(
  services: Services,
  { transport, envelope_from }: LockedSend,
): Promise<MailTransport | null> {
  if (transport === 'basic') return services.basicTransport;
  if (transport === 'ses') return services.sesTransport;
  const settings = await services.relayOf(domainOf(envelope_from));
  return settings && services.relays.to(settings);
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** The message as it goes on the wire: signed where we are the ones who sign. SES and Resend sign themselves. */
export async function signedFor(
  services: Services,
  { driver }: MailTransport,
  from: string,
  raw: Uint8Array,
): Promise<Uint8Array> {
  const key = driver === 'smtp' ? await dkimKeyOf(services, domainOf(from)) : null;
  return key ? signMessage(raw, key) : raw;
}

/** The outcome where no transport takes the sender (interface-spec 7.3). */
export const unavailable = (to: readonly string[]): SubmitResult =>
  nobodyAsked(
    to,
    'refused_permanently',
    'sender_domain_unavailable',
    'The transport of the sending domain is not set up.',
  );

/** The outcome where the message could not be read or signed: it is tried again. */
export const notReady = (to: readonly string[]): SubmitResult =>
  nobodyAsked(to, 'refused_temporarily', 'transport_unavailable', 'The message could not be made ready.');

/** What is the same for all recipients, before any transport was spoken to. */
const nobodyAsked = (
  to: readonly string[],
  outcome: RecipientOutcome,
  reason: SubmitReason,
  response: string,
): SubmitResult => ({
  recipients: to.map((address) => ({ address, outcome, smtp_code: null, enhanced_code: null, response })),
  providerMessageId: null,
  reason,
});
