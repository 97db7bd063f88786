import type { SESv2Client } from '@aws-sdk/client-sesv2';
import type { Envelope, MailTransport, SubmitResult } from '#kernel/ports/mail-transport.ts';
import {
  type ApiOutcome,
  failureOutcome,
  notHandedOver,
  permanent,
  recipientsOf,
  temporary,
  unclear,
  unusable,
} from './api-outcome.ts';

export type SesOptions = {
  region: string;
  /** Replaces Amazon's endpoint. Credentials are those of the process (AWS_ACCESS_KEY_ID and so on). */
  endpoint: string | null;
  /** `basic` if SES also sends the mail of the platform domain. */
  name?: MailTransport['name'];
  /** The time limit for a response in milliseconds; spec 8.3 sets 60 s. */
  timeout?: number;
};

/** Names of errors with an unambiguous meaning. `docs/transports.md` has the whole table. */
const REFUSALS: Record<string, (text: string) => ApiOutcome> = {
  MessageRejected: (text) =>
    /not verified/i.test(text)
      ? permanent('sender_domain_unavailable', text)
      : permanent('provider_validation', text),
  BadRequestException: (text) => permanent('provider_validation', text),
  MailFromDomainNotVerifiedException: (text) => permanent('sender_domain_unavailable', text),
};
/** Errors of temporary limits. */
const LATER = new Set([
  'LimitExceededException',
  'TooManyRequestsException',
  'ThrottlingException',
  'Throttling',
]);
/** Errors of the account, its credentials or its setup: no message can be sent until somebody fixes it. */
const UNUSABLE = new Set([
  'AccountSuspendedException',
  'SendingPausedException',
  'NotFoundException',
  'AccessDeniedException',
  'ExpiredTokenException',
  'IncompleteSignature',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'MissingAuthenticationToken',
  'OptInRequired',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
  'CredentialsProviderError',
]);

/** The outcome of a failed `SendEmail`. A 5xx error may have occurred after SES accepted the message. */
export function sesFailure(error: unknown): ApiOutcome {
  if (!(error instanceof Error)) return failureOutcome(error);
  const text = `${error.name}: ${error.message}`;
  if (LATER.has(error.name)) return temporary(text);
  if (UNUSABLE.has(error.name)) return unusable(text);
  const refusal = REFUSALS[error.name];
  if (refusal) return refusal(text);
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  return status === undefined ? failureOutcome(error) : unclear(`HTTP ${status} ${text}`);
}

/** The Message-ID with which SES replaces ours (SES developer guide, "Message-ID"). */
const wireMessageId = (id: string, region: string): string =>
  `<${id}@${region === 'us-east-1' ? 'email' : region}.amazonses.com>`;

/** The driver for Amazon SES, API v2, which accepts the composed message unchanged. */
export function createSesTransport(options: SesOptions): MailTransport {
  const { region, endpoint, name = 'ses', timeout = 60_000 } = options;
  let client: Promise<SESv2Client> | null = null;
  // The SDK is loaded with the first message, because most deployments never use it.
  const open = async (): Promise<SESv2Client> => {
    const { SESv2Client } = await import('@aws-sdk/client-sesv2');
    return new SESv2Client({
      region,
      ...(endpoint && { endpoint }),
      // A repeated request could be a second mail.
      maxAttempts: 1,
      requestHandler: { connectionTimeout: 10_000, requestTimeout: timeout, throwOnRequestTimeout: true },
    });
  };
  const send = async (
    envelope: Envelope,
    raw: Uint8Array,
    reference?: string,
  ): Promise<ApiOutcome & { id?: string }> => {
    try {
      const { SendEmailCommand } = await import('@aws-sdk/client-sesv2');
      client ??= open();
      const { MessageId } = await (await client).send(
        new SendEmailCommand({
          FromEmailAddress: envelope.from,
          Destination: { ToAddresses: [...envelope.to] },
          Content: { Raw: { Data: raw } },
          ...(reference !== undefined && { EmailTags: [{ Name: 'pm_message', Value: reference }] }),
        }),
      );
      return MessageId
        ? { outcome: 'accepted', response: null, id: MessageId }
        : unclear('An answer without a MessageId');
    } catch (error) {
      return sesFailure(error);
    }
  };
  return {
    name,
    driver: 'ses',
    async submit(envelope, raw, { reference, beforeHandOver }): Promise<SubmitResult> {
      try {
        await beforeHandOver?.();
      } catch (error) {
        return notHandedOver(envelope, error);
      }
      const { id, reason, isUnusable, ...outcome } = await send(envelope, raw, reference);
      return {
        recipients: recipientsOf(envelope.to, outcome),
        providerMessageId: id ?? null,
        ...(id !== undefined && {
          taken: [{ driver: 'ses', providerMessageId: id, rfcMessageId: wireMessageId(id, region) }],
        }),
        ...(reason && { reason }),
        ...(isUnusable && outcome.response !== null && { unusable: outcome.response }),
      };
    },
    async close() {
      (await client)?.destroy();
    },
  };
}
