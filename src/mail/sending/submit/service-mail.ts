import { insertBlobs, stageMail } from '#kernel/data/blobs.ts';
import type { Services } from '#kernel/operation/services.ts';
import { deliverInside } from '#mail/spool/index.ts';
import { findRecipients } from '#mailbox/identities/index.ts';
import { domainsOf } from '#workspace/domains/index.ts';
import type { ComposedServiceMail } from '#workspace/notifications/index.ts';
import { isInside } from '../accept/checks.ts';
import { composeMessage } from '../compose/index.ts';
import { domainOf } from '../domain-of.ts';
import { signedFor } from './transport-choice.ts';

/** Sends one mail. @throws Error if the transport refused it temporarily, so that the job runs again */
export async function submitServiceMail(services: Services, mail: ComposedServiceMail): Promise<void> {
  const from = { address: `${mail.from ?? 'noreply'}@${services.config.mailDomain}`, name: 'Proofmail' };
  const { raw } = await composeMessage({
    messageId: mail.message_id,
    date: services.clock.now(),
    from,
    to: [{ address: mail.to, name: null }],
    cc: [],
    bcc: [],
    replyTo: null,
    subject: mail.subject,
    text: mail.text,
    html: mail.html ?? null,
    inReplyTo: null,
    references: [],
    headers: {},
    ownHeaders: mail.headers ?? {},
    attachments: [],
    signature: null,
    disclosure: null,
  });
  const recipient = mail.to.toLowerCase();
  const [[own], domains] = await Promise.all([
    mail.by_way_of_dns ? [] : findRecipients(services.db, [recipient]),
    domainsOf(services.db, [domainOf(recipient)]),
  ]);
  // Mail to a domain of the deployment never leaves it.
  const staysInside = !mail.by_way_of_dns && isInside(recipient, services.config.mailDomain, domains);
  if (!own && staysInside) return;
  if (own) {
    const blob = await stageMail(services, raw);
    await services.db.transaction(async (tx) => {
      await insertBlobs(tx, [blob]);
      await deliverInside(tx, services, {
        from: from.address,
        recipients: [recipient],
        rawId: blob.id,
        heloName: services.config.mailDomain,
        dedupeKey: mail.message_id,
        at: services.clock.now(),
      });
    });
    return;
  }
  const signed = await signedFor(
    services,
    services.basicTransport,
    { address: from.address, domain: null },
    raw,
  );
  const result = await services.basicTransport.submit({ from: from.address, to: [mail.to] }, signed, {
    messageId: mail.message_id,
  });
  const outcome = result.recipients[0]?.outcome;
  if (outcome === 'refused_temporarily')
    throw new Error(`service mail was not taken: ${result.reason ?? outcome}`);
  if (outcome !== 'accepted')
    services.log.warn({ outcome, reason: result.reason }, 'could not deliver a mail of the deployment');
}
