import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { hasReturnPath, verifiedTokens } from '#mailbox/threads/index.ts';
import type { ReportPayload } from '../declared-jobs.ts';
import {
  type DeliveryRow,
  findRecentlySent,
  findReported,
  findReportedInThreads,
  type LockedSend,
} from '../repository.ts';
import { wasHandedTo } from '../submit/return-path.ts';
import { isWaiting } from './state.ts';
import { type DeliveryUpdate, openSend, transition } from './transition.ts';

/**
 * Applies a delivery report (RFC 3464, RFC 5965) to the message that it is about, if the identity that received the
 * report sent that message and the report is proven (`isProven`).
 */
export async function applyReport(services: Services, report: ReportPayload): Promise<void> {
  await services.db.transaction(async (tx) => {
    const found = await findMessage(services, tx, report);
    const open = found && (await openSend(tx, found.message_id));
    const addresses = open?.deliveries.map(({ address }) => address) ?? [];
    if (!open || !(await isProven(services, tx, report, open.send, addresses))) return;
    const owner = recipientOf(services, report.tokens, open.send, addresses);
    const isBeingSent = open.send.attempt_started_at !== null;
    const updates = updatesFrom(report, open.deliveries, owner).filter(
      // A message that was never handed over cannot bounce. A report can arrive before the attempt's outcome is written.
      ({ address }) => isBeingSent || !isWaiting(open.deliveries.find((row) => row.address === address)!),
    );
    await transition(services, tx, open.send, open.deliveries, updates, { at: services.clock.now() });
  });
}

async function findMessage(
  services: Services,
  tx: Transaction,
  { identity_id, rfc_message_id, tokens, recipients }: ReportPayload,
): Promise<{ message_id: string } | null> {
  const byId = rfc_message_id === null ? null : await findReported(tx, identity_id, rfc_message_id);
  if (byId || tokens.length === 0) return byId;
  const addresses = recipients.flatMap((recipient) => recipient.addresses);
  const threads = await verifiedTokens(services, tx, tokens);
  const own = threads.filter((token) => token.identity_id === identity_id).map(({ thread_id }) => thread_id);
  if (own.length > 0) return findReportedInThreads(tx, identity_id, own, addresses);
  const recent = await findRecentlySent(tx, identity_id);
  return (
    recent.find((sent) =>
      knowsReturnPath(services, tokens, { identity_id, message_id: sent.message_id }, sent.addresses),
    ) ?? null
  );
}

type Sent = Pick<LockedSend, 'identity_id' | 'message_id'>;

/** Whether a token belongs to the return path of the message or of one of its recipients. */
const knowsReturnPath = (
  services: Services,
  tokens: readonly string[],
  send: Sent,
  addresses: readonly string[],
): boolean =>
  hasReturnPath(services, tokens, { identityId: send.identity_id, messageId: send.message_id }) ||
  recipientOf(services, tokens, send, addresses) !== undefined;

/** The recipient to whose return path a token belongs. */
const recipientOf = (
  services: Services,
  tokens: readonly string[],
  { identity_id: identityId, message_id: messageId }: Sent,
  addresses: readonly string[],
): string | undefined =>
  addresses.find((recipient) => hasReturnPath(services, tokens, { identityId, messageId, recipient }));

/**
 * Whether a report may move the message. A Message-ID is known to every recipient and to whoever they forward it to, so
 * a report needs a token of ours, of the message's return path or of its thread; or it is authenticated as mail of the
 * server that we handed the message to. The operator's own smarthost may not sign its reports, but it knows the token.
 */
async function isProven(
  services: Services,
  tx: Transaction,
  { tokens, reporter }: ReportPayload,
  send: LockedSend,
  addresses: readonly string[],
): Promise<boolean> {
  const { identity_id: identityId, thread_id } = send;
  if (knowsReturnPath(services, tokens, send, addresses)) return true;
  const threads = await verifiedTokens(services, tx, tokens);
  if (threads.some((token) => token.identity_id === identityId && token.thread_id === thread_id)) return true;
  return reporter !== null && wasHandedTo(services, send, reporter);
}

/**
 * The recipients of the message that the report names, each once. A report to the return path of a recipient is about
 * that recipient, even if it names nobody, another recipient, or an address to which the mail was forwarded.
 */
function updatesFrom(
  { recipients }: ReportPayload,
  deliveries: readonly DeliveryRow[],
  owner: string | undefined,
): DeliveryUpdate[] {
  const updates = new Map<string, DeliveryUpdate>();
  const named = (addresses: readonly string[]) =>
    addresses.length === 0 && deliveries.length === 1
      ? deliveries[0]!.address
      : deliveries.find(({ address }) => addresses.includes(address.toLowerCase()))?.address;
  for (const { addresses, outcome, ...said } of recipients) {
    const address = owner ?? named(addresses);
    if (address === undefined || updates.has(address)) continue;
    updates.set(address, { address, trigger: { provider: outcome }, ...said });
  }
  return [...updates.values()];
}
