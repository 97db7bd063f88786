import type { ARCData, DMARCResult, DNSResolver, SPFResult } from 'mailauth';
// Not the whole of mailauth: its logos and their certificates would take 6 MB of each thread's heap.
import { arc } from 'mailauth/lib/arc/index.js';
import { dmarc } from 'mailauth/lib/dmarc/index.js';
import { spf } from 'mailauth/lib/spf/index.js';
import { type Author, readAuthor } from './author-domain.ts';
import { type CheckedSignatures, checkSignatures } from './dkim-signatures.ts';
import type { DnsClient } from './dns-client.ts';
import { type HeaderBlock, readHeaderBlock } from './header-block.ts';
import { parseLimits } from './limits.ts';
import type {
  ArcResult,
  Authentication,
  AuthenticationDetails,
  DkimResult,
  DmarcResult,
  Envelope,
  ParseJob,
  SpfResult,
} from './types.ts';
import { unverifiedAuthentication } from './unprocessed.ts';
import { decideVerdict, isAligned } from './verdict.ts';

export interface AuthenticateOptions extends Envelope {
  resolver: DnsClient;
  /** See `ParseJob`. */
  ownKeys?: ParseJob['ownKeys'];
  /** See `ParseJob`. */
  detailed?: boolean;
  /** Milliseconds for all look-ups of the message together; 10 s unless a test is in a hurry. */
  deadlineMs?: number;
}

/** The message under examination. */
interface Subject {
  raw: Buffer;
  header: HeaderBlock;
  author: Author;
  /** Milliseconds of performance.now(). */
  deadline: number;
}

interface SpfFinding {
  result: SpfResult;
  domain: string;
}

/**
 * Checks SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 9989) and ARC (RFC 8617) of a received message. Never throws,
 * and ends by the deadline: checks that are not finished by then make the verdict `unverified`.
 */
export async function authenticateMessage(
  raw: Uint8Array,
  options: AuthenticateOptions,
): Promise<Authentication> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const header = readHeaderBlock(bytes, 0, bytes.length, {
    maxBytes: parseLimits.headerBytes,
    maxFields: parseLimits.headerFields,
  });
  const author = readAuthor(bytes, header);
  const deadlineMs = options.deadlineMs ?? 10_000;
  const timer = Promise.withResolvers<Authentication>();
  const timeout = setTimeout(() => timer.resolve(unanswered(author)), deadlineMs + 100);
  try {
    const deadline = performance.now() + deadlineMs;
    const checks = runChecks({ raw: bytes, header, author, deadline }, options);
    return await Promise.race([checks, timer.promise]);
  } catch {
    // mailauth met bytes that it does not foresee: nothing is proved either way.
    return { ...unanswered(author), reason: 'authentication could not be checked' };
  } finally {
    clearTimeout(timeout);
  }
}

/** Mail that never left the deployment is trusted by construction (decisions.md section 3). */
export function trustedAuthentication(raw: Uint8Array): Authentication {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const header = readHeaderBlock(bytes, 0, bytes.length, {
    maxBytes: parseLimits.headerBytes,
    maxFields: parseLimits.headerFields,
  });
  const { domain } = readAuthor(bytes, header);
  return {
    spf: 'none',
    dkim: 'none',
    dmarc: 'none',
    arc: 'none',
    verdict: 'pass',
    domain,
    ownSigned: false,
    reason: null,
  };
}

function unanswered(author: Author): Authentication {
  return { ...unverifiedAuthentication('checks were not done in time'), domain: author.domain };
}

async function runChecks(subject: Subject, options: AuthenticateOptions): Promise<Authentication> {
  const { raw, header, author, deadline } = subject;
  const ownKeys = options.ownKeys ?? {};
  const resolver = withOwnKeys(options.resolver.resolverUntil(deadline), ownKeys);
  prefetchPolicy(author, resolver);
  // A header cut by our limits would be another one to mailauth: nothing signed in it can be judged.
  const skipSignatures = header.truncated;
  const [spfFinding, signed] = await Promise.all([
    checkSpf(options, resolver),
    skipSignatures ? noSignatures() : checkSignatures(raw, header, resolver, deadline),
  ]);
  const [arcFinding, dmarcFinding] = await Promise.all([
    checkArc(signed.arc, resolver),
    checkDmarc(author, spfFinding, signed, resolver),
  ]);
  const ownSigned = isOwnSigned(author, signed, ownKeys);
  const dmarcResult: DmarcResult = dmarcFinding ? (dmarcFinding.status.result as DmarcResult) : 'permerror';
  const { verdict, reason } = decideVerdict({
    authorProblem: author.problem,
    dmarc: dmarcResult,
    aligned: hasAlignedPass(author, spfFinding, signed),
    lookupFailed: lookupFailed(author, spfFinding, signed),
    ownSigned,
  });
  return {
    spf: spfFinding.result,
    dkim: summariseDkim(signed),
    dmarc: dmarcResult,
    arc: arcFinding.result,
    ...(arcFinding.seal && { arcSeal: arcFinding.seal }),
    verdict,
    domain: author.domain,
    ownSigned,
    reason,
    ...(options.detailed && { details: detailsOf(author, spfFinding, signed, dmarcFinding) }),
  };
}

function detailsOf(
  { domain: author }: Author,
  spfFinding: SpfFinding,
  { signatures }: CheckedSignatures,
  dmarcFinding: DMARCResult | false,
): AuthenticationDetails {
  const aligned = (domain: string): boolean => author !== null && isAligned(author, domain);
  const { policy, policyDomain, status } = dmarcFinding || {};
  return {
    spf: { ...spfFinding, aligned: aligned(spfFinding.domain) },
    signatures: signatures.map((signature) => ({ ...signature, aligned: aligned(signature.domain) })),
    dmarc: {
      result: (status?.result ?? 'permerror') as DmarcResult,
      policy: policyDomain === undefined ? null : (policy ?? null),
      policyDomain: policyDomain ?? null,
    },
  };
}

/** Our own keys are known without DNS, also where it does not answer. */
function withOwnKeys(resolver: DNSResolver, ownKeys: NonNullable<ParseJob['ownKeys']>): DNSResolver {
  return (name, type) => {
    const record = type === 'TXT' ? ownKeys[name.toLowerCase()] : undefined;
    return record === undefined ? resolver(name, type) : Promise.resolve([[record]]);
  };
}

function isOwnSigned(
  { domain: author }: Author,
  { signatures }: CheckedSignatures,
  ownKeys: NonNullable<ParseJob['ownKeys']>,
): boolean {
  return signatures.some(
    ({ result, domain, selector }) =>
      result === 'pass' &&
      author !== null &&
      isAligned(author, domain) &&
      Object.hasOwn(ownKeys, `${selector}._domainkey.${domain}`.toLowerCase()),
  );
}

/** Starts the policy look-up, which is needed last, with the first ones: the client shares equal questions. */
function prefetchPolicy(author: Author, resolver: DNSResolver): void {
  if (author.domain) resolver(`_dmarc.${author.domain}`, 'TXT').catch(() => undefined);
}

function noSignatures(): Promise<CheckedSignatures> {
  return Promise.resolve({ signatures: [], arc: null });
}

async function checkSpf(options: Envelope, resolver: DNSResolver): Promise<SpfFinding> {
  const answer: SPFResult = await spf({
    sender: options.envelopeFrom,
    ip: options.remoteAddress,
    helo: options.heloName,
    mta: 'proofmail',
    resolver,
    // An error anywhere in a record makes it none (RFC 7208 4.6), not only one before the term that matches.
    strict: true,
  });
  return { result: answer.status.result as SpfResult, domain: answer.domain };
}

type ArcFinding = { result: ArcResult; seal: Authentication['arcSeal'] | null };

async function checkArc(data: ARCData | null, resolver: DNSResolver): Promise<ArcFinding> {
  if (!data) return { result: 'none', seal: null };
  const answer = await arc(data, { resolver });
  const result = answer.status.result as ArcResult;
  return { result, seal: result === 'pass' ? sealOf(data, answer) : null };
}

/** What is read here was written by others: names that are no text are none. */
function sealOf(data: ARCData, answer: Awaited<ReturnType<typeof arc>>): ArcFinding['seal'] {
  const text = (value: unknown): string | null =>
    typeof value === 'string' && value.length <= MAX_NAME ? value.toLowerCase() : null;
  const seal = (data.lastEntry as { 'arc-seal'?: { parsed?: { d?: { value?: unknown } } } } | undefined)?.[
    'arc-seal'
  ];
  const found = answer as {
    authenticationResults?: { dmarc?: { result?: unknown; header?: { from?: unknown } } };
  };
  const dmarcFound = found.authenticationResults?.dmarc;
  const sealer = text(seal?.parsed?.d?.value);
  if (sealer === null) return null;
  return { sealer, author: text(dmarcFound?.header?.from), dmarc: text(dmarcFound?.result) ?? 'none' };
}

/** The longest name in DNS. */
const MAX_NAME = 253;

async function checkDmarc(
  author: Author,
  spfFinding: SpfFinding,
  signed: CheckedSignatures,
  resolver: DNSResolver,
): Promise<DMARCResult | false> {
  if (!author.domain) return false;
  return dmarc({
    headerFrom: author.domain,
    fromFields: 1,
    spfDomains: spfFinding.result === 'pass' ? [spfFinding.domain] : [],
    dkimDomains: signed.signatures
      .filter(({ result }) => result === 'pass')
      .map(({ domain }) => ({ domain })),
    resolver,
  });
}

function hasAlignedPass(author: Author, spfFinding: SpfFinding, signed: CheckedSignatures): boolean {
  const { domain } = author;
  if (!domain) return false;
  if (spfFinding.result === 'pass' && isAligned(domain, spfFinding.domain)) return true;
  return signed.signatures.some(
    (signature) => signature.result === 'pass' && isAligned(domain, signature.domain),
  );
}

function lookupFailed(author: Author, spfFinding: SpfFinding, signed: CheckedSignatures): boolean {
  const { domain } = author;
  if (!domain) return false;
  if (spfFinding.result === 'temperror' && isAligned(domain, spfFinding.domain)) return true;
  return signed.signatures.some(
    (signature) => signature.result === 'temperror' && isAligned(domain, signature.domain),
  );
}

/** One word for all signatures: the best of them. */
function summariseDkim(signed: CheckedSignatures): DkimResult {
  const order: DkimResult[] = ['pass', 'fail', 'temperror', 'permerror', 'policy', 'neutral'];
  return order.find((result) => signed.signatures.some((signature) => signature.result === result)) ?? 'none';
}
