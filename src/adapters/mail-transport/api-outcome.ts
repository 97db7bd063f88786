import type {
  Envelope,
  RecipientOutcome,
  RecipientResult,
  SubmitReason,
  SubmitResult,
} from '#kernel/ports/mail-transport.ts';

/** The outcome of a provider's HTTP response for every recipient of the request. */
export type ApiOutcome = {
  outcome: RecipientOutcome;
  reason?: SubmitReason;
  response: string | null;
  /** Whether no message at all can be submitted at the moment. */
  isUnusable?: boolean;
};

const MAX_TEXT = 500;

/** Reduces the provider's text to one printable line. */
export const singleLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
    .toWellFormed();

export const temporary = (response: string): ApiOutcome => ({
  outcome: 'refused_temporarily',
  reason: 'transport_unavailable',
  response: singleLine(response),
});

/** A temporary refusal that would affect every message. */
export const unusable = (response: string): ApiOutcome => ({ ...temporary(response), isUnusable: true });

export const permanent = (
  reason: 'provider_validation' | 'sender_domain_unavailable',
  response: string,
): ApiOutcome => ({ outcome: 'refused_permanently', reason, response: singleLine(response) });

export const unclear = (response: string): ApiOutcome => ({
  outcome: 'unknown',
  reason: 'transport_answer_unclear',
  response: singleLine(response),
});

/** Error codes that occur before any byte of the request is sent, so the provider has nothing. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

const codesOf = (error: unknown): string[] => {
  if (!(error instanceof Error)) return [];
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  const own = [error.name, 'code' in error && typeof error.code === 'string' ? error.code : ''];
  return [...own, ...inner.flatMap(codesOf)];
};

/** The outcome of a request without a response: a temporary refusal if it certainly was not sent, otherwise unknown. */
export function failureOutcome(error: unknown): ApiOutcome {
  const codes = codesOf(error);
  const response = singleLine(error instanceof Error ? `${error.message} ${codes.at(-1)}` : String(error));
  if (codes.some((code) => NOT_SENT.has(code))) return unusable(response);
  // The AWS client calls a reset connection a timeout as well.
  const isLost = codes.includes('ECONNRESET') || codes.includes('EPIPE');
  const isTimeout = !isLost && codes.some((code) => /timeout|ETIMEDOUT/i.test(code));
  return {
    outcome: 'unknown',
    reason: isTimeout ? 'transport_timeout' : 'transport_connection_lost',
    response,
  };
}

export const recipientsOf = (
  addresses: readonly string[],
  { outcome, response }: ApiOutcome,
): RecipientResult[] =>
  addresses.map((address) => ({ address, outcome, smtp_code: null, enhanced_code: null, response }));

/** The result of a submission that `beforeHandOver` stopped: no request was made. */
export function notHandedOver(envelope: Envelope, error: unknown): SubmitResult {
  const outcome = temporary(error instanceof Error ? error.message : String(error));
  return {
    recipients: recipientsOf(envelope.to, outcome),
    providerMessageId: null,
    ...(outcome.reason && { reason: outcome.reason }),
  };
}
