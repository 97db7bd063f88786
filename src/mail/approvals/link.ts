import { AppError } from '#kernel/catalogue/errors.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { Services } from '#kernel/operation/services.ts';
import { linkToken, readLink } from '#mailbox/attachments/index.ts';
import { findMessage, type MessageRow } from '#mailbox/messages/index.ts';
import { domainsOf } from '#workspace/domains/index.ts';
import { memberOf, rolePermissions } from '#workspace/members/index.ts';
import { type DecideCall, prepareApproval, prepareRejection, type Verdict } from './decide.ts';
import { type ApprovalRow, findApproval } from './repository.ts';

/** A page on which the person decides. It works until the approval expires, as long as the person has the right. */
export const approvalLink = (
  services: Services,
  { id, tenant_id, expires_at }: Pick<ApprovalRow, 'id' | 'tenant_id' | 'expires_at'>,
  userId: string,
): string => {
  const token = linkToken(services, {
    kind: 'approval',
    id: `${id}.${userId}`,
    tenant_id,
    expires_at: Date.parse(expires_at),
  });
  return `${services.config.consoleUrl}/approvals/${token}`;
};

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/**
 * The addresses among these whose mail an agent may be able to read: those of the deployment, and those of tenants'
 * domains whose mail arrives here or is forwarded here.
 */
export async function readByAgents(
  db: Queryable,
  { config }: Pick<Services, 'config'>,
  emails: readonly string[],
): Promise<(email: string) => boolean> {
  const domains = await domainsOf(db, emails.map(domainOf));
  return (email) => {
    const domain = domains.get(domainOf(email));
    return domainOf(email) === config.mailDomain || Boolean(domain?.is_inside || domain?.is_forwarded);
  };
}

type Opened = { approval: ApprovalRow; actor: Actor; message: MessageRow; workspace: string };

/**
 * The content of a link and its reader; null if the link is no longer valid. Changes nothing, because mail scanners
 * open links too.
 */
export async function openApprovalLink(
  services: Services,
  token: string,
  sourceAddress: string | null,
): Promise<Opened | null> {
  const link = readLink(services, token);
  if (link?.kind !== 'approval') return null;
  const [id = '', userId = ''] = link.id.split('.');
  const { db } = services;
  const [approval, member] = await Promise.all([
    findApproval(db, id, { tenantId: link.tenant_id }),
    memberOf(db, link.tenant_id, userId),
  ]);
  const permissions = new Set<string>(member ? rolePermissions[member.role] : []);
  if (!approval || !member || !permissions.has('sends:approve')) return null;
  const message = await findMessage(db, approval.identity_id, approval.message_id, whole);
  const actor: Actor = {
    key_id: null,
    user_id: userId,
    name: member.name,
    level: 'tenant',
    mode: 'live',
    partner_id: null,
    tenant_id: link.tenant_id,
    identity_id: null,
    permissions,
    expires_at: null,
    source_address: sourceAddress,
  };
  return message && { approval, actor, message, workspace: member.workspace };
}

export const whole = { review: true, quoted: true, html: true, headers: false };

/** Decides by a link. @throws AppError those of a decision */
export async function decideByLink(
  services: Services,
  { approval, actor }: Opened,
  verdict: Omit<Verdict, 'batch' | 'at'> & { decision: string },
  requestId: string,
): Promise<void> {
  const call: DecideCall = { db: services.db, services, actor, requestId };
  const given = { comment: verdict.comment, seen: verdict.seen, batch: null, at: services.clock.now() };
  if (verdict.decision !== 'approve' && verdict.decision !== 'reject') throw new AppError('invalid_request');
  const write =
    verdict.decision === 'approve'
      ? (await prepareApproval(call, approval, given, null)).write
      : await prepareRejection(call, approval, given);
  await services.db.transaction(write);
}
