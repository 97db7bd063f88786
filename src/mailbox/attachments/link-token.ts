import { hmac, sameBytes } from '#kernel/keys/sealing.ts';
import type { Services } from '#kernel/operation/services.ts';

/** The target of a signed link (decisions.md section 3, Signed link). */
export type LinkPayload = {
  kind: 'export' | 'attachment' | 'file' | 'unsubscribe' | 'approval';
  id: string;
  tenant_id: string;
  /** Milliseconds since 1970. */
  expires_at: number;
};

type Signing = Pick<Services, 'keyRing' | 'clock'>;

const MAX_TOKEN = 1_024;

/** The token `{kid}.{payload}.{HMAC-SHA256}`, both parts base64url, under the deployment's active `link` key. */
export function linkToken({ keyRing }: Signing, payload: LinkPayload): string {
  const { kid, key } = keyRing.active('link');
  const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${kid}.${body}.${signatureOf(key, kid, body).toString('base64url')}`;
}

/** The payload, or null if the signature is not ours, its key has been retired, or the link has expired. */
export function readLink({ keyRing, clock }: Signing, token: string): LinkPayload | null {
  if (token.length > MAX_TOKEN) return null;
  const [kid = '', body = '', signature = '', ...rest] = token.split('.');
  const ringKey = keyRing.verifying('link', kid, clock.now());
  if (!ringKey || rest.length > 0) return null;
  if (!sameBytes(signatureOf(ringKey.key, kid, body), Buffer.from(signature, 'base64url'))) return null;
  const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as LinkPayload;
  return payload.expires_at > clock.now().getTime() ? payload : null;
}

/** The target that an unverified token names, used only to choose the error code. */
export function claimedKind(token: string): string | null {
  if (token.length > MAX_TOKEN) return null;
  try {
    const body: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return typeof body === 'object' && body !== null && 'kind' in body ? String(body.kind) : null;
  } catch {
    return null;
  }
}

/** The signature. The key also signs other things, such as sign-in links, so the purpose is part of the signed text. */
const signatureOf = (key: Uint8Array, kid: string, body: string): Buffer => hmac(key, `link/${kid}.${body}`);
