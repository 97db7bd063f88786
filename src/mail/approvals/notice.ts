import type { Services } from '#kernel/operation/services.ts';
import { findAdmins } from '#workspace/members/index.ts';
import { notify } from '#workspace/notifications/index.ts';
import { approvalLink, isReadByAgents } from './link.ts';
import { type ApprovalRow, findApproval, markNotified } from './repository.ts';

/**
 * Mails everybody who may decide, but for the person who asked, in the transaction that notes it. Each mail holds a link of
 * its reader's own.
 */
export const notifyApprovers = (services: Services, approvalId: string): Promise<void> =>
  services.db.transaction(async (tx) => {
    const approval = await findApproval(tx, approvalId, null);
    if (!approval || (await markNotified(tx, approvalId, services.clock.now())) === 0) return;
    const admins = await findAdmins(tx, approval.tenant_id);
    const people = admins.filter(({ user_id }) => user_id !== approval.requested_by_id);
    const workspace = admins[0]?.workspace ?? '';
    await notify(tx, services, {
      tenantId: approval.tenant_id,
      people,
      subject: `A message waits for your approval (${workspace})`,
      text: ({ user_id, email }) => textFor(services, approval, { user_id, email }),
    });
  });

/** What the agent wrote stays out: the page behind the link shows it. */
function textFor(
  services: Services,
  approval: ApprovalRow,
  { user_id, email }: { user_id: string; email: string },
): string {
  const queue = `${services.config.consoleUrl}/console/approvals`;
  // An agent that reads this mail must not be able to approve its own message with it.
  const link = isReadByAgents(services, email) ? null : approvalLink(services, approval, user_id);
  return `An agent wants to send a message to ${approval.to.length === 1 ? 'one recipient' : `${approval.to.length} recipients`}, and the policy of the workspace asks for the decision of a person.

Why: ${approval.evidence.map(({ text }) => text).join(' ')}

${link === null ? 'Decide in the console:' : 'Look at the message and decide here. Opening the link decides nothing:'}

${link ?? queue}
${link === null ? '' : `\nOr in the console: ${queue}\n`}
Without a decision it is canceled at ${approval.expires_at}.
`;
}
