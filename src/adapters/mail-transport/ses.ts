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
  /** Milliseconds; spec 8.3 sets 60 s for a response. */
  timeout?: number;
};

/** Names of errors that say plainly what they mean; `docs/transports.md` has the whole table. */
const REFUSALS: Record<string, (text: string) => ApiOutcome> = {
  MessageRejected: (text) =>
    /not verified/i.test(text)
      ? permanent('sender_domain_unavailable', text)
      : permanent('provider_validation', text),
  BadRequestException: (text) => permanent('provider_validation', text),
  MailFromDomainNotVerifiedException: (text) => permanent('sender_domain_unavailable', text),
};
/** Limits of the moment. */
const LATER = new Set([
  'LimitExceededException',
  'TooManyRequestsException',
  'ThrottlingException',
  'Throttling',
]);
/** The account, its credentials or its set-up: no message goes out until somebody mends it. */
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

/** The outcome of a failed `SendEmail`. An error of the service's own (5xx) may have come after the message was taken. */
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

/** The Message-ID that SES puts in place of ours (SES developer guide, "Message-ID"). */
const wireMessageId = (id: string, region: string): string =>
  `<${id}@${region === 'us-east-1' ? 'email' : region}.amazonses.com>`;

/** The driver for Amazon SES, API v2, which takes the composed message as it is. */
export function createSesTransport(options: SesOptions): MailTransport {
  const { region, endpoint, name = 'ses', timeout = 60_000 } = options;
  let client: Promise<SESv2Client> | null = null;
  // Loaded with the first message: most deployments never use it.
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
