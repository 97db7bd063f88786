import { Readable } from 'node:stream';
import { type ARCData, type DNSResolver, dkimVerify, type DKIMResult as MailauthSignature } from 'mailauth';
import { fieldValues, type HeaderBlock } from './header-block.ts';
import type { DkimResult } from './types.ts';

/** One DKIM signature as we count it. `domain` is its d= tag. */
export interface CheckedSignature {
  result: DkimResult;
  domain: string;
}

export interface CheckedSignatures {
  signatures: CheckedSignature[];
  /** The ARC chain that mailauth read beside, for its ARC check. */
  arc: ARCData | null;
}

/** More signatures than any sender has reason for; each costs a key look-up and a hash of the body. */
const maxSignatures = 10;
const maxArcSets = 20;
const clockSkewMs = 60 * 60 * 1_000;
const chunkBytes = 1024 * 1024;

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

/** What mailauth accepts leniently and we do not: duplicate or misspelt tags, an i= outside d=, an odd expiry. */
const refusedWarnings = new Set([
  'tag-syntax',
  'invalid-v',
  'identity-domain',
  'invalid-expiration',
  'query-method',
]);

/**
 * Verifies the DKIM signatures (RFC 6376) and reads the ARC chain. Signatures with l=, by SHA-1,
 * by a key in test mode, or of a header with unsigned second copies of single fields, come back as
 * `policy`: they verify, and still do not say that the message is what was signed.
 */
export async function checkSignatures(
  raw: Buffer,
  header: HeaderBlock,
  resolver: DNSResolver,
): Promise<CheckedSignatures> {
  const signed = fieldValues(header, 'dkim-signature').length;
  const arcSets = fieldValues(header, 'arc-seal').length;
  if (signed === 0 && arcSets === 0) return { signatures: [], arc: null };
  if (signed > maxSignatures || arcSets > maxArcSets) {
    return { signatures: [{ result: 'policy', domain: '' }], arc: null };
  }
  const verified = await dkimVerify(inChunks(withCrlf(raw)), { resolver, rejectRsaSha1: true });
  const signatures = verified.results
    .filter((signature) => signature.signingDomain)
    .map((signature) => ({ result: countAs(signature, header), domain: signature.signingDomain ?? '' }));
  return { signatures, arc: (verified.arc as ARCData | undefined) ?? null };
}

function countAs(signature: MailauthSignature, header: HeaderBlock): DkimResult {
  const result = signature.status.result as DkimResult;
  if (result !== 'pass')
    return signature.bodyHash !== signature.bodyHashExpecting && result === 'neutral' ? 'fail' : result;
  if (signature.canonBodyLengthLimited || /sha1$/i.test(signature.algo ?? '')) return 'policy';
  if (signature.status.testing || isFromFuture(signature.signTime)) return 'policy';
  if (signature.status.warnings?.some((warning) => refusedWarnings.has(warning))) return 'policy';
  return coversSingleFields(signature, header) ? 'pass' : 'policy';
}

function isFromFuture(signTime: string | null | undefined): boolean {
  return typeof signTime === 'string' && Date.parse(signTime) > Date.now() + clockSkewMs;
}

/** Whether of every single field that the message repeats all copies are signed. */
function coversSingleFields(signature: MailauthSignature, header: HeaderBlock): boolean {
  const signedNames = (signature.signingHeaders?.keys ?? '').toLowerCase().split(/:\s*/);
  return singleFields.every((key) => {
    const present = fieldValues(header, key).length;
    return present < 2 || signedNames.filter((name) => name === key).length >= present;
  });
}

/** Signatures are over CRLF lines. mailauth converts bare LF line by line, which takes seconds for a large body. */
function withCrlf(raw: Buffer): Buffer {
  let bare = 0;
  for (let at = raw.indexOf(0x0a); at >= 0; at = raw.indexOf(0x0a, at + 1)) {
    if (at === 0 || raw[at - 1] !== 0x0d) bare++;
  }
  if (bare === 0) return raw;
  const out = Buffer.allocUnsafe(raw.length + bare);
  let written = 0;
  let previous = 0;
  for (const byte of raw) {
    if (byte === 0x0a && previous !== 0x0d) out[written++] = 0x0d;
    out[written++] = byte;
    previous = byte;
  }
  return out;
}

/** Chunks much larger than mailauth's own: its relaxed hash re-reads an unfinished line with every chunk. */
function inChunks(raw: Buffer): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < raw.length; at += chunkBytes) yield raw.subarray(at, at + chunkBytes);
    })(),
    { objectMode: false, highWaterMark: chunkBytes },
  );
}
