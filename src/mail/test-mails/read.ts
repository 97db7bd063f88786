import type { ProcessedMessage } from '#content/mime/index.ts';
import { clip } from '#kernel/base/clip.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { SpoolEntry } from '#mail/spool/index.ts';
import { hashOfToken, tokenOfAddress, tokenOfHeaders } from './address.ts';
import { findByToken } from './repository.ts';
import type { Arrival } from './schema.ts';

/** As long as servers keep trying to deliver a mail. */
const ARRIVES_WITHIN = DAY;
const MAX_HEADER = 16 * 1024;
const MAX_RESPONSE = 500;

type Needed = Pick<Services, 'db' | 'clock'>;

/**
 * Whether mail to this address (lower case) is an expected test mail. It needs one look-up, and only for addresses of
 * this form.
 */
export async function awaitsTestMail(services: Needed, address: string): Promise<boolean> {
  const token = tokenOfAddress(address);
  return token !== null && (await find(services, token)) !== null;
}

const find = ({ db, clock }: Needed, token: string) =>
  findByToken(db, hashOfToken(token), after(clock.now(), -ARRIVES_WITHIN));

/** Authenticates the message as an outside receiver would, from DNS alone and without our own keys. */
type Authenticate = () => Promise<ProcessedMessage['authentication']>;

/** The result for a test mail, if the message is one or a bounce of one; null for all other mail. */
export async function readTestMail(
  services: Needed,
  receipt: SpoolEntry,
  { parsed }: ProcessedMessage,
  authenticate: Authenticate,
): Promise<Arrival | null> {
  const ownToken = receipt.recipients.map(tokenOfAddress).find((token) => token !== null) ?? null;
  const token = ownToken ?? tokenOfHeaders(parsed.headers);
  const test = token === null ? null : await find(services, token);
  if (test === null) return null;
  // A bounce has the null sender and goes to the envelope sender.
  if (receipt.envelope_from === '') return ownToken === null ? null : bounceOf(test.id, parsed);
  const { details } = await authenticate();
  if (!details) return null;
  const header = parsed.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  const seen = {
    envelope_from: receipt.envelope_from,
    helo: receipt.helo_name,
    remote_address: receipt.remote_address,
    encrypted: isEncrypted(parsed),
    from: parsed.from?.address ?? null,
    authentication: details,
    header: clip(header, MAX_HEADER),
  };
  return { id: test.id, kind: 'received', seen };
}

/** Our own server writes the first Received field: `with ESMTPS` is ESMTP over TLS (RFC 3848). */
function isEncrypted({ headers }: ProcessedMessage['parsed']): boolean {
  const received = headers.find(([name]) => name.toLowerCase() === 'received')?.[1] ?? '';
  return /\bwith (?:E?SMTPSA?|HTTPS)\b/i.test(received);
}

function bounceOf(id: string, { report, subject }: ProcessedMessage['parsed']): Arrival | null {
  const [recipient] = report?.recipients ?? [];
  // A notice of a delay or a success does not end the test.
  if (recipient && recipient.outcome !== 'bounced') return null;
  return { id, kind: 'bounced', response: clip(recipient?.smtp_response ?? subject, MAX_RESPONSE) };
}
