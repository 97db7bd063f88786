import type { Services } from '#kernel/operation/services.ts';
import { findAdmins } from '#workspace/members/index.ts';
import { notify, whenIn } from '#workspace/notifications/index.ts';
import { approvalLink, readByAgents } from './link.ts';
import { findApproval, markNotified } from './repository.ts';

const QUEUE = '/console/approvals';

/**
 * Mails everybody who may decide, except the person who asked, in the transaction that records the notification. Each
 * mail contains a personal link.
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
      kind: 'approval_waiting',
      once: `approval:${approval.id}`,
      people,
      subject: `A message is waiting for your approval (${workspace})`,
      // Except for the recipient, which tells notices apart, the mail contains nothing of the message. The page shows
      // all of it.
      body: [
        `An agent wants to send a message to ${recipientsIn(approval.to)}. The policy of the workspace requires a person to decide.`,
        'Why this needs a decision:',
        { list: approval.evidence.map(({ text }) => text) },
      ],
      path: `${QUEUE}?open=${approval.id}`,
      button: {
        label: 'Review the message',
        // An agent that reads the mail could approve its own message with the link.
        urlFor: ({ user_id, email }) =>
          isReadByAgents(email) ? null : approvalLink(services, approval, user_id),
      },
      notes: [
        'Opening the link does not approve or reject anything.',
        `If nobody decides, the message is canceled on ${whenIn(admins[0]?.timezone ?? 'UTC', approval.expires_at)}.`,
      ],
    });
  });

function recipientsIn(to: readonly { address: string }[]): string {
  const [first, ...others] = to;
  if (!first) return 'nobody in To';
  if (others.length === 0) return first.address;
  return `${first.address} and ${others.length} ${others.length === 1 ? 'other' : 'others'}`;
}
