import type {
  Envelope,
  MailTransport,
  RecipientOutcome,
  SubmitOptions,
  SubmitResult,
} from '#kernel/ports/mail-transport.ts';

/**
 * Submits one message in several envelopes, one after the other. If an envelope fails as a whole, and not because of
 * its recipient, the rest are not tried, because each would fail in the same way after the same wait.
 */
export async function submitEach(
  transport: MailTransport,
  envelopes: readonly Envelope[],
  raw: Uint8Array,
  options: SubmitOptions,
): Promise<SubmitResult> {
  const results: SubmitResult[] = [];
  for (const envelope of envelopes) {
    const last = results.at(-1);
    results.push(last?.reason ? notTried(envelope, last) : await transport.submit(envelope, raw, options));
  }
  return results.length === 1 ? results[0]! : merged(results);
}

/**
 * The consequence of a refusal of the whole message for the recipients after it. None of them can have received the
 * message.
 */
function notTried({ to }: Envelope, { reason, recipients: [failed] }: SubmitResult): SubmitResult {
  const outcome: RecipientOutcome =
    failed?.outcome === 'refused_permanently' ? 'refused_permanently' : 'refused_temporarily';
  const { smtp_code = null, enhanced_code = null, response = null } = failed ?? {};
  return {
    recipients: to.map((address) => ({ address, outcome, smtp_code, enhanced_code, response })),
    providerMessageId: null,
    ...(reason && { reason }),
  };
}

function merged(results: readonly SubmitResult[]): SubmitResult {
  const reason = results.find((result) => result.reason)?.reason;
  const unusable = results.find((result) => result.unusable)?.unusable;
  return {
    recipients: results.flatMap((result) =>
      result.recipients.map((recipient) => ({ ...recipient, reason: result.reason ?? null })),
    ),
    providerMessageId: results.find(({ providerMessageId }) => providerMessageId)?.providerMessageId ?? null,
    ...(reason && { reason }),
    ...(unusable && { unusable }),
    taken: results.flatMap(({ taken }) => taken ?? []),
  };
}
