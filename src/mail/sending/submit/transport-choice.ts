import type { Services } from '#kernel/operation/services.ts';
import type {
  MailTransport,
  RecipientOutcome,
  SubmitReason,
  SubmitResult,
} from '#kernel/ports/mail-transport.ts';
import { openRelay, type SendingDomain } from '#workspace/domains/index.ts';
import { domainOf } from '../domain-of.ts';
import type { LockedSend } from '../repository.ts';
import { dkimKeyOf, tenantKeyOf } from './dkim/keys.ts';
import { signMessage } from './dkim/sign.ts';

/**
 * The transport that the sender's domain had when the message was accepted, with its present settings. Null when it
 * no longer exists (SES turned off, a relay removed).
 */
export function transportOf(
  services: Services,
  { transport }: Pick<LockedSend, 'transport'>,
  domain: SendingDomain | null,
): MailTransport | null {
  if (transport === 'basic') return services.basicTransport;
  if (transport === 'ses') return services.sesTransport;
  return domain?.relay ? services.relays.to(openRelay(services, domain.relay)) : null;
}

/** The sender of a message. `domain` is null for the platform's domain. */
type From = { address: string; domain: SendingDomain | null };

/** The message as it goes on the wire, with our DKIM signature for the `smtp` driver. SES and Resend sign themselves. */
export async function signedFor(
  services: Services,
  { driver }: MailTransport,
  { address, domain }: From,
  raw: Uint8Array,
): Promise<Uint8Array> {
  if (driver !== 'smtp') return raw;
  const key = domain
    ? domain.dkim && tenantKeyOf(services, domain.dkim)
    : await dkimKeyOf(services, domainOf(address));
  return key ? signMessage(raw, key) : raw;
}

/** The outcome when the sender's domain has no transport (spec 7.3). */
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

/** One outcome for all recipients, without trying any transport. */
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
