import { randomInt } from 'node:crypto';
import { enqueue } from '#jobs/index.ts';
import { after } from '#kernel/base/clock.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import { insertBlobs, readBlob, stageMail } from '#kernel/data/blobs.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { deliverInside } from '#mail/spool/index.ts';
import { composeMessage } from '../compose/index.ts';
import { simulationJob } from '../declared-jobs.ts';
import type { LockedSend } from '../repository.ts';
import { isWaiting } from '../transition/state.ts';
import { type DeliveryUpdate, openSend, transition } from '../transition/transition.ts';
import { scriptOf } from './simulator.ts';

type StepPayload = { tenant_id: string | null; message_id: string; address: string; step: number };

/** The immediate outcome of simulated recipients. Later steps are enqueued in the same transaction. */
export async function simulateHandOver(
  tx: Transaction,
  { message_id, tenant_id }: Pick<LockedSend, 'message_id' | 'tenant_id'>,
  addresses: readonly string[],
  at: Date,
): Promise<DeliveryUpdate[]> {
  for (const address of addresses) await enqueueStep(tx, { tenant_id, message_id, address, step: 1 }, at);
  return addresses.flatMap((address) =>
    scriptOf(address)[0]!.updates.map((update) => ({ address, ...update })),
  );
}

/**
 * One later step. A second run finds the recipient in the state that the first run set, and the reply already stored.
 */
export async function runSimulatedStep(services: Services, payload: StepPayload): Promise<void> {
  const { message_id, address } = payload;
  const step = scriptOf(address)[payload.step];
  if (!step) return;
  const at = services.clock.now();
  await services.db.transaction(async (tx) => {
    const open = await openSend(tx, message_id);
    const row = open?.deliveries.find((delivery) => delivery.address === address);
    if (!open || !row || isWaiting(row)) return;
    await transition(
      services,
      tx,
      open.send,
      open.deliveries,
      step.updates.map((update) => ({ address, ...update })),
      { at },
    );
    if (step.answer) await answer(services, tx, open.send, address, step.answer, at);
    await enqueueStep(tx, { ...payload, step: payload.step + 1 }, at);
  });
}

async function enqueueStep(tx: Transaction, payload: StepPayload, now: Date): Promise<void> {
  const script = scriptOf(payload.address);
  const step = script[payload.step];
  if (!step) return;
  const runAt = after(now, step.after - script[payload.step - 1]!.after);
  const key = `simulator/${payload.message_id}/${payload.address}/${payload.step}`;
  await enqueue(tx, simulationJob, payload, { runAt, key });
}

/** Sends real mail from the simulated recipient to the sender. The dedupe key makes it safe to repeat. */
async function answer(
  services: Services,
  tx: Transaction,
  send: LockedSend,
  from: string,
  kind: 'reply' | 'otp',
  at: Date,
): Promise<void> {
  const to = kind === 'reply' ? await replyAddressOf(services, send) : send.envelope_from;
  const { raw } = await composeMessage({
    messageId: `<${newUlid().toLowerCase()}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date: at,
    from: { address: from, name: null },
    to: [{ address: to, name: null }],
    cc: [],
    bcc: [],
    replyTo: null,
    html: null,
    headers: {},
    attachments: [],
    signature: null,
    disclosure: null,
    ...(kind === 'reply'
      ? {
          subject: `Re: ${send.subject}`,
          text: 'Thank you for your message, it has arrived. Best regards, the simulator',
          inReplyTo: send.rfc_message_id,
          references: [send.rfc_message_id],
        }
      : {
          subject: 'Your verification code',
          text: `Your verification code is ${randomInt(100_000, 1_000_000)}. It is valid for 10 minutes.`,
          inReplyTo: null,
          references: [],
        }),
  });
  const blob = await stageMail(services, raw);
  await insertBlobs(tx, [blob]);
  await deliverInside(tx, services, {
    from,
    recipients: [to.toLowerCase()],
    rawId: blob.id,
    heloName: from.slice(from.lastIndexOf('@') + 1),
    dedupeKey: `${send.message_id} ${from} ${kind}`,
    at,
  });
}

/** The Reply-To address that we composed into the message. */
async function replyAddressOf(services: Services, send: LockedSend): Promise<string> {
  const raw = Buffer.from(await readBlob(services, send.raw_id));
  const head = raw
    .subarray(0, raw.indexOf('\r\n\r\n'))
    .toString('latin1')
    .replaceAll(/\r\n[ \t]+/g, ' ');
  return /^Reply-To:[^\r\n]*?<?([^\s<>@]+@[^\s<>@]+)>?\s*$/im.exec(head)?.[1] ?? send.envelope_from;
}
