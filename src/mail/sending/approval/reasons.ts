import type { Queryable } from '#kernel/data/database.ts';
import type { GuardReason } from '#mail/guard/index.ts';
import { contactKey, knownContacts } from '#mailbox/contacts/index.ts';
import { findRecipients } from '#mailbox/identities/index.ts';
import { findRiskInThread } from '#mailbox/messages/index.ts';
import { splitThreadToken } from '#mailbox/threads/index.ts';
import type { ApprovalMode, Policy } from '#workspace/tenants/index.ts';
import type { SenderContext } from '../accept/delivery-plan.ts';
import type { Draft } from '../accept/draft.ts';
import type { NewDelivery } from '../repository.ts';

/** The policy's reasons for an approval; the guard adds others. */
export type PolicyReasonName =
  | 'policy_always'
  | 'external_recipient'
  | 'new_recipient'
  | 'risky_conversation'
  | 'attachment_to_new_recipient'
  | 'many_new_recipients';

/** Why a person must see a message before it leaves, with the evidence that is shown to the person. */
export type ApprovalReason = {
  reason: PolicyReasonName | GuardReason['reason'];
  text: string;
  source_message_id?: string | undefined;
};

type Asked = {
  draft: Draft;
  policy: Policy;
  context: SenderContext;
  deliveries: readonly NewDelivery[];
};

const MANY_STRANGERS = 3;

/** The modes that apply: the tenant's and the identity's, which can only add to the tenant's. */
export const modesOf = (draft: Pick<Draft, 'identity'>, policy: Policy): ApprovalMode[] =>
  [policy.sending.approval, draft.identity.send_policy.approval ?? 'never'].filter(
    (mode) => mode !== 'never',
  ) as ApprovalMode[];

/** The reasons for approval by the policy `sending.approval`. Reads nothing if the policy requires no approval. */
export async function policyReasons(db: Queryable, asked: Asked): Promise<ApprovalReason[]> {
  const modes = modesOf(asked.draft, asked.policy);
  if (modes.length === 0) return [];
  if (modes.includes('always'))
    return [{ reason: 'policy_always', text: 'The policy requires approval for every message.' }];
  const [{ outside, strangers }, risk] = await Promise.all([
    recipientsByDistance(db, asked),
    modes.includes('risky') ? riskOf(db, asked.draft) : null,
  ]);
  return [
    ...(modes.includes('external')
      ? naming('external_recipient', 'These recipients are outside the workspace', outside)
      : []),
    ...(modes.includes('new_recipients')
      ? naming('new_recipient', 'The identity has not exchanged mail with these recipients', strangers)
      : []),
    ...(modes.includes('risky') ? risks(asked.draft, strangers, risk) : []),
  ];
}

const naming = (reason: PolicyReasonName, text: string, addresses: readonly string[]): ApprovalReason[] =>
  addresses.length === 0 ? [] : [{ reason, text: `${text}: ${addresses.join(', ')}.` }];

/** Recipients outside the workspace, and those among them that the identity does not know. */
async function recipientsByDistance(
  db: Queryable,
  { draft, context, deliveries }: Asked,
): Promise<{ outside: string[]; strangers: string[] }> {
  const { id, tenant_id } = draft.identity;
  const reached = deliveries.filter(({ status }) => status === 'queued').map(({ address }) => address);
  const mailboxOf = new Map(
    reached.map((address) => [address, splitThreadToken(address.toLowerCase()).address]),
  );
  const [mailboxes, contacts] = await Promise.all([
    findRecipients(db, [...mailboxOf.values()]),
    knownContacts(
      db,
      reached.map((address) => ({ identity_id: id, address })),
    ),
  ]);
  const ours = new Set(mailboxes.filter((row) => row.tenant_id === tenant_id).map(({ address }) => address));
  const outside = reached.filter((address) => !ours.has(mailboxOf.get(address)!));
  const isKnown = (address: string): boolean =>
    contacts.has(contactKey(id, address)) || (context.recipients.get(address)?.allowed ?? false);
  return { outside, strangers: outside.filter((address) => !isKnown(address)) };
}

type Risk = { message_id: string; flags: readonly string[] };

async function riskOf(db: Queryable, { source, threadId }: Draft): Promise<Risk | null> {
  if (source && (source.risk_flags.length > 0 || source.is_forged))
    return { message_id: source.message_id, flags: source.is_forged ? ['forged'] : source.risk_flags };
  return threadId === null ? null : findRiskInThread(db, threadId);
}

function risks(draft: Draft, strangers: readonly string[], risk: Risk | null): ApprovalReason[] {
  const many = strangers.length >= MANY_STRANGERS ? strangers : [];
  const withFiles = draft.attachments.length > 0 ? strangers : [];
  return [
    ...(risk
      ? [
          {
            reason: 'risky_conversation' as const,
            text: `It belongs to a conversation with a message that triage flagged: ${risk.flags.map((flag) => flag.replaceAll('_', ' ')).join(', ')}.`,
            source_message_id: risk.message_id,
          },
        ]
      : []),
    ...naming(
      'attachment_to_new_recipient',
      'It sends files to recipients that the identity has not exchanged mail with',
      withFiles,
    ),
    ...naming('many_new_recipients', 'The identity has not exchanged mail with these recipients', many),
  ];
}
