import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Services } from '#kernel/services.ts';

/** Secrets and signatures of Standard Webhooks (interface-spec 6.2; standardwebhooks.com). */

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

type Sealing = Pick<Services, 'sealer'>;

export const sealSecret = ({ sealer }: Sealing, secret: string, webhookId: string): Buffer =>
  sealer.seal('webhook-secret', secret, webhookId);

/** What signs a delivery to an endpoint now: its secret, and the one before while their overlap lasts. */
export function signersOf(
  { sealer }: Sealing,
  endpoint: {
    webhook_id: string;
    secret: Buffer;
    previous_secret: Buffer | null;
    previous_until: string | null;
  },
  now: Date,
): Webhook[] {
  const { previous_secret, previous_until } = endpoint;
  const overlaps = previous_until !== null && new Date(previous_until) > now;
  const sealed = previous_secret && overlaps ? [endpoint.secret, previous_secret] : [endpoint.secret];
  return sealed.map((box) => new Webhook(sealer.open('webhook-secret', box, endpoint.webhook_id).toString()));
}

/** The headers of one attempt. The timestamp is the attempt's, in Unix seconds. */
export const headersFor = (
  signers: readonly Webhook[],
  eventId: string,
  body: string,
  now: Date,
): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Proofmail-Webhooks/1.0',
  'webhook-id': eventId,
  'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
  'webhook-signature': signers.map((signer) => signer.sign(eventId, now, body)).join(' '),
});
