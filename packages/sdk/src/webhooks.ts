import { equalBytes, fromBase64, toBase64, utf8 } from './bytes.ts';
import type { WebhookPayload } from './generated/types.ts';

/** Verifies and signs according to Standard Webhooks (standardwebhooks.com), with which Proofmail posts events. */

export type HeaderSource = Headers | Record<string, string | string[] | undefined>;

export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const TOLERANCE = 5 * 60;

export type VerifyOptions = {
  /** By how many seconds the time of the signature may differ from now. Default: 300. */
  tolerance?: number;
  /** For tests. */
  now?: Date;
};

/**
 * The posted event, if its signature is valid. Pass the unchanged body, before any JSON parser has changed it.
 * During a rotation, pass both secrets.
 *
 * @throws WebhookVerificationError if it is forged, was changed, or is too old
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderSource,
  secret: string | readonly string[],
  { tolerance = TOLERANCE, now = new Date() }: VerifyOptions = {},
): Promise<WebhookPayload> {
  const id = headerOf(headers, 'webhook-id');
  const time = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (!id || !time || !signatures)
    throw new WebhookVerificationError(
      'At least one of the headers webhook-id, webhook-timestamp and webhook-signature is missing.',
    );
  if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() / 1000 - Number(time)) > tolerance)
    throw new WebhookVerificationError('The time of the signature is too far from the current time.');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = utf8(`${id}.${time}.${text}`);
  const given = signatures
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => fromBase64(each.slice(3)));
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const expected = await hmac(each, signed);
    if (given.some((signature) => signature !== null && equalBytes(signature, expected)))
      return JSON.parse(text) as WebhookPayload;
  }
  throw new WebhookVerificationError('No signature matches this body and secret.');
}

/** The headers of a delivery, signed like Proofmail's, for tests of a receiver and for forwarding. */
export async function signWebhook(
  body: string,
  { id, secret, now = new Date() }: { id: string; secret: string; now?: Date },
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = toBase64(await hmac(secret, utf8(`${id}.${timestamp}.${body}`)));
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

async function hmac(secret: string, signed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const key = fromBase64(secret.replace(/^whsec_/, ''));
  if (key === null || key.length === 0)
    throw new WebhookVerificationError('The secret must be the string that begins with whsec_.');
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, signed));
}

function headerOf(headers: HeaderSource, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const entry = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return (Array.isArray(entry) ? entry[0] : entry) ?? null;
}
