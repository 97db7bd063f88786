import { generateKeyPairSync } from 'node:crypto';
import { type DKIMSignOptions, dkimSign } from 'mailauth';

/** Messages, signed or not, for the tests of authentication. */

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const signingKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
export const keyRecord = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;

export const lines = {
  from: 'From: Ada <ada@strict.example>',
  to: 'To: agent@mail.example',
  subject: 'Subject: Hello',
  date: 'Date: Tue, 1 Jul 2025 10:00:00 +0000',
  type: 'Content-Type: text/plain',
};

export function message(changes: Partial<typeof lines> = {}, body = 'Hello.\r\n'): string {
  return `${Object.values({ ...lines, ...changes }).join('\r\n')}\r\n\r\n${body}`;
}

export async function signed(
  source: string,
  domain: string,
  options: Partial<DKIMSignOptions> = {},
): Promise<string> {
  const { signatures, errors } = await dkimSign(source, {
    canonicalization: 'relaxed/relaxed',
    signatureData: [{ signingDomain: domain, selector: 's1', privateKey: signingKey, ...options }],
  } as DKIMSignOptions);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return signatures + source;
}
