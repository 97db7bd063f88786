import type { Services } from '#kernel/operation/services.ts';
import { findAdmins } from '#workspace/members/index.ts';
import { notify } from '#workspace/notifications/index.ts';
import { approvalLink, readByAgents } from './link.ts';
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
    const emails = people.map(({ email }) => email);
    const isReadByAgents = await readByAgents(tx, services, emails);
    await notify(tx, services, {
      tenantId: approval.tenant_id,
      people,
      subject: `A message waits for your approval (${workspace})`,
      text: ({ user_id, email }) =>
        textFor(services, approval, isReadByAgents(email) ? null : approvalLink(services, approval, user_id)),
    });
  });

/**
 * What the agent wrote stays out: the page behind the link shows it. `link` is null where an agent may read the mail, which
 * could approve its own message with it.
 */
function textFor(services: Services, approval: ApprovalRow, link: string | null): string {
  const queue = `${services.config.consoleUrl}/console/approvals`;
  return `An agent wants to send a message to ${approval.to.length === 1 ? 'one recipient' : `${approval.to.length} recipients`}, and the policy of the workspace asks for the decision of a person.

Why: ${approval.evidence.map(({ text }) => text).join(' ')}

${link === null ? 'Decide in the console:' : 'Look at the message and decide here. Opening the link decides nothing:'}

${link ?? queue}
${link === null ? '' : `\nOr in the console: ${queue}\n`}
Without a decision it is canceled at ${approval.expires_at}.
`;
}
