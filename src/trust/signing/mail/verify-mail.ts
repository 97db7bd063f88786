import { createLocalJWKSet, decodeJwt, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Services } from '#kernel/operation/services.ts';
import type { AgentProof, MailToVerify, ProofProblem } from '#kernel/operation/signed-mail.ts';
import { organisationOf } from '#mailbox/contacts/index.ts';
import { digestsOf } from './digests.ts';
import { keysOf } from './foreign-keys.ts';
import { MAIL_TYPE } from './sign-mail.ts';

const MOST_TOKEN = 4_096;
/** Larger messages are not hashed. */
const MOST_BYTES = 12 * 1024 * 1024;
const CLOCK_SKEW = 300;

/** A line that is displayed in its logical order: bidirectional controls could reverse adjacent text. */
const line = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}\p{Bidi_Control}]*$/u)
    // A database rejects text with an unpaired surrogate.
    .refine((text) => text.isWellFormed());
const claims = z.object({
  iss: z.url({ protocol: /^https?$/ }).max(256),
  sub: z.string().regex(/^idn_[0-9A-HJKMNP-TV-Z]{26}$/),
  iat: z.number(),
  exp: z.number(),
  hh: z.string().length(43),
  bh: z.string().length(43),
  name: line(200),
  organisation: line(200),
  contact: line(320),
  agent: z.literal(true),
  discloses_ai: z.boolean(),
});
type Claims = z.output<typeof claims>;

const nobody = {
  issuer: null,
  identity_id: null,
  name: null,
  organisation: null,
  contact: null,
  discloses_ai: null,
} as const;
const unproven = (problem: ProofProblem): AgentProof => ({ proven: false, problem, ...nobody });

/**
 * The proof in the `Agent-Assertion` of a received message (docs/signed-mail.md); null if it has none. The issuer must
 * belong to the organisation of the author's authenticated domain, so only the sender's own keys are fetched.
 */
export async function verifyMail(services: Services, mail: MailToVerify): Promise<AgentProof | null> {
  const [assertion, ...others] = mail.assertions;
  if (assertion === undefined) return null;
  const token = assertion.replace(/\s+/g, '');
  const claimed = others.length === 0 && token.length <= MOST_TOKEN ? claimsIn(token) : null;
  if (!claimed || mail.raw.length > MOST_BYTES) return unproven('malformed');
  if (mail.provenDomain === null && !mail.isOwn) return unproven('sender_unproven');
  if (!isPinned(services, mail, claimed.iss)) return unproven('issuer_mismatch');
  const keys = await keysOf(services, claimed.iss, claimed.sub);
  if (!keys) return unproven('keys_unavailable');
  const problem = (await problemOf(token, keys, claimed, mail)) ?? bindingProblem(claimed, mail.raw);
  if (problem !== null) return unproven(problem);
  return {
    proven: true,
    problem: null,
    issuer: new URL(claimed.iss).host,
    identity_id: claimed.sub,
    name: claimed.name,
    organisation: claimed.organisation,
    contact: claimed.contact,
    discloses_ai: claimed.discloses_ai,
  };
}

/** The claims of the token, which are not verified yet. */
function claimsIn(token: string): Claims | null {
  try {
    return claims.parse(decodeJwt(token));
  } catch {
    return null;
  }
}

/** Whether the issuer is an origin of the author's organisation (aligned as in DMARC) or, for own mail, this deployment. */
function isPinned({ config }: Services, { provenDomain, isOwn }: MailToVerify, issuer: string): boolean {
  if (issuer === config.publicUrl) return isOwn;
  const url = new URL(issuer);
  if (url.origin !== issuer || (url.protocol !== 'https:' && !config.insecureTargets)) return false;
  return provenDomain !== null && organisationOf(url.hostname) === organisationOf(provenDomain);
}

async function problemOf(
  token: string,
  keys: Parameters<typeof createLocalJWKSet>[0],
  { iss, sub }: Claims,
  { receivedAt }: MailToVerify,
): Promise<ProofProblem | null> {
  try {
    const options = { issuer: iss, subject: sub, algorithms: ['EdDSA'], typ: MAIL_TYPE };
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      ...options,
      currentDate: receivedAt,
      clockTolerance: CLOCK_SKEW,
    });
    return payload.iat! > receivedAt.getTime() / 1000 + CLOCK_SKEW ? 'expired' : null;
  } catch (error) {
    return error instanceof errors.JWTExpired ? 'expired' : 'signature_invalid';
  }
}

function bindingProblem({ hh, bh }: Claims, raw: Uint8Array): ProofProblem | null {
  const digests = digestsOf(raw);
  return digests?.header === hh && digests.body === bh ? null : 'message_changed';
}
