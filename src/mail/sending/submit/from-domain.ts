import type { Services } from '#kernel/operation/services.ts';
import type { SubmitResult } from '#kernel/ports/mail-transport.ts';
import type { SendingDomain } from '#workspace/domains/index.ts';
import { composeMessage } from '../compose/index.ts';
import { hasOwnReturnPath } from './return-path.ts';
import { signedFor, transportOf, unavailable } from './transport-choice.ts';

/** Mail of the deployment from a tenant's domain, without message or thread. */
export type DomainMail = {
  messageId: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  headers: Readonly<Record<string, string>>;
  /** For transports that let the sender choose it. */
  envelopeFrom: string;
  beforeHandOver(): Promise<void>;
};

/** Sends it like all mail of the domain, through its transport and with its signature. Tries only once. */
export async function submitFromDomain(
  services: Services,
  domain: SendingDomain,
  mail: DomainMail,
): Promise<{ driver: string | null; result: SubmitResult }> {
  const transport = transportOf(services, domain, domain);
  if (transport === null) return { driver: null, result: unavailable([mail.to]) };
  const { raw } = await composeMessage({
    messageId: mail.messageId,
    date: services.clock.now(),
    from: { address: mail.from, name: 'Proofmail' },
    to: [{ address: mail.to, name: null }],
    cc: [],
    bcc: [],
    replyTo: null,
    subject: mail.subject,
    text: mail.text,
    html: null,
    inReplyTo: null,
    references: [],
    headers: {},
    ownHeaders: mail.headers,
    attachments: [],
    signature: null,
    disclosure: null,
  });
  const signed = await signedFor(services, transport, { address: mail.from, domain }, raw);
  const envelope = { from: hasOwnReturnPath(transport) ? mail.from : mail.envelopeFrom, to: [mail.to] };
  const { messageId, beforeHandOver } = mail;
  const result = await transport.submit(envelope, signed, { messageId, beforeHandOver });
  return { driver: transport.driver, result };
}
