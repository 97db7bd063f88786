import { verify, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { HOUR } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';

/** The largest accepted difference between a notification's time and ours. */
const FRESHNESS = HOUR;
const FETCH_TIMEOUT = 5_000;
const MAX_CERTIFICATE_BYTES = 64 * 1024;
const MAX_KEPT_CERTIFICATES = 16;

const short = z.string().max(2_048, { abort: true });
const common = {
  MessageId: short.min(1),
  TopicArn: short.min(1),
  Message: z.string(),
  Timestamp: short.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/),
  SignatureVersion: z.literal('2'),
  Signature: short.regex(/^[A-Za-z0-9+/]+={0,2}$/),
  SigningCertURL: short,
};
const confirmation = { ...common, Token: short.min(1), SubscribeURL: short };

/** The body that Amazon SNS posts to an HTTPS subscription, without the unsigned fields. */
const snsMessage = z.discriminatedUnion('Type', [
  z.object({ Type: z.literal('Notification'), ...common, Subject: short.nullish() }),
  z.object({ Type: z.literal('SubscriptionConfirmation'), ...confirmation }),
  z.object({ Type: z.literal('UnsubscribeConfirmation'), ...confirmation }),
]);
export type SnsMessage = z.output<typeof snsMessage>;

/** The signed fields, in the order of the signature. */
const SIGNED = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const;

export type SnsOptions = { topics: readonly string[]; now: Date; fetch: typeof fetch };

/** Certificates by URL. The URL contains the key's fingerprint, so its content does not change. */
const certificates = new Map<string, X509Certificate>();

/**
 * Verifies that an SNS message is genuine and for one of our topics: SignatureVersion 2 (RSA with SHA-256 over the fields in
 * `SIGNED`), a certificate from Amazon's own host, a topic in the list, and an age of at most an hour.
 * @throws AppError `invalid_signature` for anything else; `unavailable` if the certificate cannot be fetched
 */
export async function verifySnsMessage(body: Uint8Array, options: SnsOptions): Promise<SnsMessage> {
  const message = read(body);
  if (!options.topics.includes(message.TopicArn)) throw refused();
  const age = options.now.getTime() - new Date(message.Timestamp).getTime();
  if (!(Math.abs(age) <= FRESHNESS)) throw refused();
  const certificate = await certificateAt(message.SigningCertURL, options.fetch);
  const signature = Buffer.from(message.Signature, 'base64');
  if (!isValidAt(certificate, options.now)) throw refused();
  if (!verify('sha256', Buffer.from(signedText(message)), certificate.publicKey, signature)) throw refused();
  return message;
}

/** Visits the address that confirms a verified subscription. @throws AppError */
export async function confirmSubscription(url: string, fetcher: typeof fetch): Promise<void> {
  const answer = await fetchFromSns(url, fetcher);
  await answer.body?.cancel();
}

const refused = (): AppError => new AppError('invalid_signature');

function read(body: Uint8Array): SnsMessage {
  try {
    return snsMessage.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)));
  } catch {
    throw refused();
  }
}

function signedText(message: SnsMessage): string {
  const fields: Record<string, string | null | undefined> = { ...message };
  return SIGNED[message.Type]
    .flatMap((name) =>
      fields[name] === null || fields[name] === undefined ? [] : [`${name}\n${fields[name]}\n`],
    )
    .join('');
}

const isValidAt = ({ validFromDate, validToDate, publicKey }: X509Certificate, now: Date): boolean =>
  validFromDate <= now && now <= validToDate && publicKey.asymmetricKeyType === 'rsa';

async function certificateAt(url: string, fetcher: typeof fetch): Promise<X509Certificate> {
  const known = certificates.get(url);
  if (known) return known;
  if (!/^\/[\w.-]{1,128}\.pem$/.test(snsUrl(url).pathname)) throw refused();
  const pem = await readAtMost(await fetchFromSns(url, fetcher), MAX_CERTIFICATE_BYTES);
  const certificate = parseCertificate(pem);
  if (certificates.size >= MAX_KEPT_CERTIFICATES) certificates.delete(certificates.keys().next().value!);
  certificates.set(url, certificate);
  return certificate;
}

/** Checks that a URL is one of Amazon SNS. No other host is ever contacted. */
function snsUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isAmazons =
    url?.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    /^sns\.[a-z0-9-]{3,32}\.amazonaws\.com(\.cn)?$/.test(url.hostname);
  if (!isAmazons) throw refused();
  return url;
}

async function fetchFromSns(text: string, fetcher: typeof fetch): Promise<Response> {
  const url = snsUrl(text);
  const answer = await fetcher(url.href, {
    redirect: 'error',
    signal: AbortSignal.timeout(FETCH_TIMEOUT),
  }).catch(() => null);
  if (!answer?.ok) throw new AppError('unavailable', { component: 'mail_provider' });
  return answer;
}

async function readAtMost(answer: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > most) throw refused();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseCertificate(pem: Buffer): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw refused();
  }
}
