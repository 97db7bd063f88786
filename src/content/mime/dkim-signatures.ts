import type { ARCData, DNSResolver, DKIMResult as MailauthSignature } from 'mailauth';
import { systemClock } from '#kernel/base/clock.ts';
import { fieldValues, type HeaderBlock } from './header-block.ts';
import { verifySignatures } from './signature-verifier.ts';
import { countPaddedLines, isRelaxedBody as hasRelaxedForm, signedBytes } from './signed-bytes.ts';
import type { DkimResult } from './types.ts';

/** One DKIM signature as we count it. `domain` is its d= tag, `selector` its s= tag. */
export interface CheckedSignature {
  result: DkimResult;
  domain: string;
  selector: string;
}

export interface CheckedSignatures {
  signatures: CheckedSignature[];
  /** The ARC chain that mailauth also reads, for its ARC check. */
  arc: ARCData | null;
}

/** More than any sender has reason for; each costs a key look-up. */
const maxSignatures = 10;
/** Ways to hash the body that one message may ask for; each costs a pass over it. */
const maxBodyHashes = 3;
const maxArcSets = 20;
/** Below this size mailauth's own way to the relaxed form is quick enough whatever the body holds. */
const relaxFromBytes = 256 * 1024;
const clockSkewMs = 60 * 60 * 1_000;
/** With this many lines that end in white space mailauth's own relaxed form takes seconds for a large body. */
const manyPaddedLines = 50_000;

/** Fields that may stand once (RFC 5322 3.6, RFC 2045); a second one is how a signed message is re-dressed. */
const singleFields = [
  'from',
  'sender',
  'reply-to',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'content-type',
  'content-transfer-encoding',
];

/** Forms that mailauth accepts and we do not: duplicate or misspelt tags, an i= outside d=, an odd expiry. */
const refusedWarnings = new Set(['tag-syntax', 'identity-domain', 'invalid-expiration', 'query-method']);

/**
 * Verifies the DKIM signatures (RFC 6376) and reads the ARC chain. Signatures with l=, with SHA-1, by a key in test
 * mode, or over a header with unsigned second copies of single fields have the result `policy`: they verify but do
 * not prove that the message is unchanged. The same applies to `simple` signatures of a large body next to relaxed
 * ones, when the white space of the body is made to be expensive. Throws if it is not finished at `deadline`
 * (milliseconds of performance.now()).
 */
export async function checkSignatures(
  raw: Buffer,
  header: HeaderBlock,
  resolver: DNSResolver,
  deadline: number,
): Promise<CheckedSignatures> {
  const signatureFields = fieldValues(header, 'dkim-signature');
  const arcSignatures = fieldValues(header, 'arc-message-signature');
  if (signatureFields.length === 0 && arcSignatures.length === 0) return { signatures: [], arc: null };
  const hashings = [...signatureFields, ...arcSignatures.slice(0, 1)].map(bodyHashingOf);
  const tooMany = signatureFields.length > maxSignatures || arcSignatures.length > maxArcSets;
  if (tooMany || new Set(hashings.map(({ key }) => key)).size > maxBodyHashes) {
    return { signatures: [{ result: 'policy', domain: '', selector: '' }], arc: null };
  }
  const isRelaxed = ({ canonicalization }: BodyHashing): boolean => canonicalization === 'relaxed';
  // The ARC set that mailauth verifies need not be the first one.
  const all = [...hashings, ...arcSignatures.slice(1).map(bodyHashingOf)];
  const relaxed =
    raw.length > relaxFromBytes &&
    all.some(isRelaxed) &&
    (all.every(isRelaxed) || countPaddedLines(raw, header.bodyStart, manyPaddedLines) >= manyPaddedLines);
  prefetchKeys(signatureFields, resolver);
  const bytes = signedBytes(raw, header.bodyStart, relaxed);
  const isRelaxedForm =
    relaxed || (bytes === raw && all.some(isRelaxed) && hasRelaxedForm(raw, header.bodyStart));
  const verified = await verifySignatures({ bytes, isRelaxed: isRelaxedForm }, resolver, deadline);
  const signatures = verified.results
    .filter((signature) => signature.signingDomain)
    .map((signature) => ({
      result: relaxed && !isRelaxedBody(signature) ? 'policy' : countAs(signature, header),
      domain: signature.signingDomain ?? '',
      selector: signature.selector ?? '',
    }));
  return { signatures, arc: verified.arc };
}

/**
 * Asks for the keys while the message is hashed and read: mailauth asks when it has the whole message, and who reads that
 * message holds up the thread for longer than most answers take. The client shares equal questions.
 */
function prefetchKeys(fields: readonly string[], resolver: DNSResolver): void {
  for (const field of fields) {
    const [selector, domain] = [tagOf(field, 's'), tagOf(field, 'd')];
    if (isName(selector) && isName(domain))
      resolver(`${selector}._domainkey.${domain}`, 'TXT').catch(() => undefined);
  }
}

/** Of a signature that stands for itself; anything else is mailauth's to judge. */
const isName = (text: string): boolean => /^[\w.-]{1,250}$/.test(text);

/** `c=relaxed` alone leaves the body simple (RFC 6376 3.5). */
const isRelaxedBody = ({ format }: MailauthSignature): boolean => format?.split('/')[1]?.trim() === 'relaxed';

function countAs(signature: MailauthSignature, header: HeaderBlock): DkimResult {
  const result = signature.status.result as DkimResult;
  if (result !== 'pass')
    return signature.bodyHash !== signature.bodyHashExpecting && result === 'neutral' ? 'fail' : result;
  // RFC 6376 6.1.1: without a required tag, or with another version, it is no signature.
  if (signature.status.warnings?.some((warning) => warning === 'invalid-v' || warning.startsWith('missing-')))
    return 'permerror';
  if (signature.canonBodyLengthLimited || /sha1$/i.test(signature.algo ?? '')) return 'policy';
  if (signature.status.testing || isFromFuture(signature.signTime)) return 'policy';
  if (signature.status.warnings?.some((warning) => refusedWarnings.has(warning))) return 'policy';
  return coversSingleFields(signature, header) ? 'pass' : 'policy';
}

function isFromFuture(signTime: string | null | undefined): boolean {
  return typeof signTime === 'string' && Date.parse(signTime) > systemClock.now().getTime() + clockSkewMs;
}

/** Whether of every single field that the message repeats all copies are signed. */
function coversSingleFields(signature: MailauthSignature, header: HeaderBlock): boolean {
  const signedNames = (signature.signingHeaders?.keys ?? '').toLowerCase().split(/:\s*/);
  return singleFields.every((key) => {
    const present = fieldValues(header, key).length;
    return present < 2 || signedNames.filter((name) => name === key).length >= present;
  });
}

/** How a signature hashes the body. */
interface BodyHashing {
  canonicalization: string;
  /** Names the hash that mailauth will compute; equal ones are computed once. */
  key: string;
}

/**
 * Reads c=, a= and l= of a signature field, only to predict the behaviour of mailauth. Repeated tags show in the key.
 */
function bodyHashingOf(value: string): BodyHashing {
  const tag = (name: string): string => tagOf(value, name);
  const canonicalization = tag('c').split('/')[1] || 'simple';
  return { canonicalization, key: [canonicalization, tag('a').split('-').at(-1), tag('l')].join(' ') };
}

/** A tag without white space, in lower case; repeated ones with a bar between them. */
const tagOf = (field: string, name: string): string =>
  [...field.matchAll(new RegExp(`(?:^|;)\\s*${name}\\s*=([^;]*)`, 'gi'))]
    .map((match) => (match[1] ?? '').replace(/\s+/g, '').toLowerCase())
    .join('|');
