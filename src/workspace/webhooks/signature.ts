import { randomBytes } from 'node:crypto';
import { hmac } from '#kernel/keys/sealing.ts';
import type { Services } from '#kernel/operation/services.ts';

/** Secrets and signatures of Standard Webhooks (spec 6.2; standardwebhooks.com). */

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

type Sealing = Pick<Services, 'sealer'>;

export const sealSecret = ({ sealer }: Sealing, secret: string, webhookId: string): Buffer =>
  sealer.seal('webhook-secret', secret, webhookId);

/** An endpoint's signing secrets. */
export type Signing = {
  id: string;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_until: string | null;
};

type Keys = { current: Buffer; previous: Buffer | null };
/** Unsealed keys of endpoints. Each is unsealed once, because many deliveries are signed with it. */
const opened = new WeakMap<Signing, Keys>();

/** The secrets that sign a delivery: the current one, and the previous one during the overlap. */
export function keysOf({ sealer }: Sealing, endpoint: Signing, now: Date): Buffer[] {
  const { id, secret, previous_secret, previous_until } = endpoint;
  const open = (sealed: Buffer): Buffer =>
    Buffer.from(sealer.open('webhook-secret', sealed, id).toString().slice(PREFIX.length), 'base64');
  let keys = opened.get(endpoint);
  if (!keys) {
    keys = { current: open(secret), previous: previous_secret && open(previous_secret) };
    opened.set(endpoint, keys);
  }
  const overlaps = previous_until !== null && new Date(previous_until) > now;
  return keys.previous && overlaps ? [keys.current, keys.previous] : [keys.current];
}

/** The headers of one attempt. The timestamp is the attempt's, in Unix seconds. */
export function headersFor(
  keys: readonly Buffer[],
  eventId: string,
  body: string,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signed = `${eventId}.${timestamp}.${body}`;
  return {
    'content-type': 'application/json',
    'user-agent': 'Proofmail-Webhooks/1.0',
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${hmac(key, signed).toString('base64')}`).join(' '),
  };
}
