import { clip } from '#kernel/base/clip.ts';
import type { Services } from '#kernel/operation/services.ts';
import { submitFromDomain } from '#mail/sending/index.ts';
import { findSendingDomain } from '#workspace/domains/index.ts';
import { TEST_MAIL_HEADER, testAddress } from './address.ts';
import { claimTestMail, endTestMail, findTestMail, type TestMailRow } from './repository.ts';
import type { StoredStatus } from './schema.ts';

const MAX_RESPONSE = 500;

/**
 * Sends a test mail like all mail of its domain, at most once. If an earlier run may have submitted it, it is not sent
 * again, and the receiver's result shows what happened.
 */
export async function submitTestMail(
  services: Services,
  { id, token, to }: { id: string; token: string; to: string },
): Promise<void> {
  const { db } = services;
  const mail = await findTestMail(db, id);
  if (mail?.status !== 'queued') return;
  const end = (status: StoredStatus, response: string | null) => endTestMail(db, id, { status, response });
  if (mail.sent_at !== null)
    return void (await end('sent', 'The process stopped before it received the reply of the server.'));
  const domain = await findSendingDomain(db, { tenantId: mail.tenant_id, domainId: mail.domain_id });
  if (!domain?.is_ready) return void (await end('failed', NOT_READY));
  let isClaimed = false;
  const { driver, result } = await submitFromDomain(services, domain, {
    ...letter(mail, domain.domain, token),
    to,
    envelopeFrom: testAddress(token, domain.return_path ?? domain.domain),
    async beforeHandOver() {
      isClaimed = await claimTestMail(db, id, services.clock.now());
      if (!isClaimed) throw new Error('The test mail is not to be handed over.');
    },
  });
  const [recipient] = result.recipients;
  const response = clip(recipient?.response ?? '', MAX_RESPONSE) || null;
  if (recipient?.outcome === 'accepted')
    return void (await end(driver === 'capture' ? 'captured' : 'sent', response));
  // It is unknown whether it was sent. If it was, it will arrive.
  if (recipient?.outcome === 'unknown') return void (await end('sent', response));
  const current = isClaimed ? mail : await findTestMail(db, id);
  // Another run has claimed it.
  if (!isClaimed && current?.sent_at) return;
  await end('failed', response ?? NOT_READY);
}

const NOT_READY = 'The domain was not ready to send.';

const letter = ({ message_id, kind }: TestMailRow, domain: string, token: string) => ({
  messageId: message_id,
  from: `postmaster@${domain}`,
  subject: `Test mail from ${domain}`,
  text:
    `This mail tests how receivers see mail from ${domain}.\n\n` +
    (kind === 'member'
      ? 'To see what your mail server found, open the source of this mail ("Show original" in many programs) and look for the field ' +
        'Authentication-Results: spf, dkim and dmarc should each say "pass".\n'
      : 'The console shows the result on the page of the domain.\n'),
  headers: { [TEST_MAIL_HEADER]: token, 'Auto-Submitted': 'auto-generated' },
});
