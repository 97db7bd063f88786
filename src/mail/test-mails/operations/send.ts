import { z } from 'zod';
import { enqueue } from '#jobs/index.ts';
import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import type { Transaction } from '#kernel/data/database.ts';
import { lockNames } from '#kernel/data/locks.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { emailAddress, pathId } from '#kernel/operation/schema.ts';
import { findRecipients } from '#mailbox/identities/index.ts';
import { recordAudit } from '#workspace/audit/index.ts';
import { isReady, writableDomainTarget } from '#workspace/domains/index.ts';
import { findPerson } from '#workspace/members/index.ts';
import { hashOfToken, newToken, testAddress } from '../address.ts';
import { testMailJob } from '../declared-jobs.ts';
import { insertTestMail, lastAsked } from '../repository.ts';
import { type TestMailKind, testMailSchema } from '../schema.ts';
import { serializeTestMail } from '../serialize.ts';
import { KEPT_TEST_MAILS } from './list.ts';

const WINDOW_SECONDS = 60;

/** Used by the page of a domain in the console. */
export const sendDomainTestMail = defineOperation({
  name: 'domains.send_test_mail',
  method: 'POST',
  path: '/v1/domains/{domain_id}/test-mails',
  summary: 'Send a test mail from a domain',
  description:
    'Sends a mail from the domain in the same way as all its mail, to a receiver of the deployment that shows what it saw, ' +
    'or to the given address. At most one test a minute for each domain.',
  permission: 'domains:write',
  levels: ['platform', 'partner', 'tenant'],
  target: writableDomainTarget,
  errors: ['domain_not_found', 'tenant_erased', 'domain_not_ready'],
  input: z.strictObject({
    domain_id: pathId('domain'),
    to: emailAddress.optional().meta({
      description: 'Your sign-in address, or an address of an identity of the workspace.',
    }),
  }),
  responses: { 202: testMailSchema },
  async run(call, { to }) {
    const { db, actor, target, services } = call;
    if (!isReady(target.status)) throw new AppError('domain_not_ready');
    const now = services.clock.now();
    await spendMinute(db, target.id, now);
    const token = newToken();
    const { kind, identity_id, address } =
      to === undefined
        ? {
            kind: 'receiver' as const,
            identity_id: null,
            address: testAddress(token, services.config.mailDomain),
          }
        : await ownerOf(db, actor, target.tenant_id, to);
    const id = newUlid();
    const row = await insertTestMail(
      db,
      {
        id,
        domain_id: target.id,
        tenant_id: target.tenant_id,
        kind,
        identity_id,
        // Only the job stores a person's address, until it has run.
        recipient: kind === 'identity' ? address : null,
        message_id: `<test-${id.toLowerCase()}@${target.domain}>`,
        token_hash: hashOfToken(token),
        created_at: now.toISOString(),
      },
      KEPT_TEST_MAILS,
    );
    await enqueue(db, testMailJob, { test_mail_id: id, token, to: address, tenant_id: target.tenant_id });
    await recordAudit(db, call, {
      action: 'domain.send_test_mail',
      target_type: 'domain',
      target_id: target.id,
      tenant_id: target.tenant_id,
      details: { kind },
    });
    return { status: 202, body: serializeTestMail(row, target, now) };
  },
});

/** @throws AppError `rate_limited` with the seconds to wait */
async function spendMinute(tx: Transaction, domainId: string, now: Date): Promise<void> {
  await lockNames(tx, 'test_mail', [domainId]);
  const last = await lastAsked(tx, domainId);
  const passed = last === null ? WINDOW_SECONDS : (now.getTime() - new Date(last).getTime()) / 1_000;
  if (passed >= WINDOW_SECONDS) return;
  const retryAfter = Math.max(1, Math.ceil(WINDOW_SECONDS - passed));
  throw new AppError('rate_limited', { scope: 'domain', limit: 1 }, { retryAfter });
}

/**
 * The owner of the address. A test mail never goes to a stranger.
 * @throws AppError `invalid_request` for an address of anybody else
 */
async function ownerOf(
  tx: Transaction,
  actor: Actor,
  tenantId: string,
  to: string,
): Promise<{ kind: TestMailKind; identity_id: string | null; address: string }> {
  const address = to.toLowerCase();
  const [[person], [recipient]] = await Promise.all([
    actor.user_id === null ? [] : findPerson(tx, tenantId, actor.user_id),
    findRecipients(tx, [address]),
  ]);
  if (person?.email.toLowerCase() === address)
    return { kind: 'member', identity_id: null, address: person.email };
  if (recipient?.tenant_id === tenantId)
    return { kind: 'identity', identity_id: recipient.identity_id, address };
  throw invalidRequest([
    {
      path: 'to',
      message: 'Use your sign-in address, or an address of an identity of this workspace.',
    },
  ]);
}
