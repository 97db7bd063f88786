import type {
  GetEmailIdentityCommandOutput,
  SESv2Client,
  DkimAttributes as SesDkim,
} from '@aws-sdk/client-sesv2';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { MailIdentities, MailIdentity, SigningKey } from '#kernel/ports/mail-identities.ts';

export type SesIdentitiesOptions = {
  region: string;
  /** Replaces Amazon's endpoint. Credentials are those of the process (AWS_ACCESS_KEY_ID and so on). */
  endpoint: string | null;
  /** Waits until one more control call may be made. @throws AppError `upstream_rate_limited` */
  turn(): Promise<void>;
  /** The time limit for one response, in milliseconds. */
  timeout?: number;
};

type Client = { ses: SESv2Client; api: typeof import('@aws-sdk/client-sesv2') };

/** One control call per second in the whole deployment; callers wait up to five seconds for their turn (spec 8.3). */
export const SES_PACE = { name: 'ses_control', every: 1_000, patience: 5_000 };

/** The zone in which Easy DKIM publishes keys (SES developer guide), used if the API does not name one. */
const EASY_DKIM_ZONE = 'dkim.amazonses.com';
const RATE_ERRORS = new Set([
  'TooManyRequestsException',
  'ThrottlingException',
  'Throttling',
  'ConcurrentModificationException',
]);
const SET_UP_ERRORS = new Set([
  'AccessDeniedException',
  'AccountSuspendedException',
  'CredentialsProviderError',
  'ExpiredTokenException',
  'IncompleteSignature',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'MissingAuthenticationToken',
  'OptInRequired',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
]);

/** Domains at Amazon SES, API v2. */
export function createSesIdentities(options: SesIdentitiesOptions): MailIdentities {
  const { region, endpoint, turn, timeout = 10_000 } = options;
  let client: Promise<Client> | null = null;
  // The SDK is loaded with the first call, because most deployments never use it.
  const open = async (): Promise<Client> => {
    const api = await import('@aws-sdk/client-sesv2');
    const ses = new api.SESv2Client({
      region,
      ...(endpoint && { endpoint }),
      // A repeated call would need a turn of its own.
      maxAttempts: 1,
      requestHandler: { connectionTimeout: timeout, requestTimeout: timeout, throwOnRequestTimeout: true },
    });
    return { ses, api };
  };
  async function call<T>(run: (client: Client) => Promise<T>): Promise<T> {
    await turn();
    client ??= open();
    return run(await client);
  }
  const find = (domain: string): Promise<MailIdentity | null> =>
    unlessMissing(() =>
      call(async ({ ses, api }) =>
        toIdentity(domain, await ses.send(new api.GetEmailIdentityCommand({ EmailIdentity: domain }))),
      ),
    );

  /** Replaces the key of a domain that SES already knows, after a repeated request or a rotation. */
  async function replaceKey(domain: string, key: SigningKey | null): Promise<MailIdentity> {
    const present = await find(domain);
    const isRight = present && (key === null ? !present.dkim.isOurs : hasKey(present, key));
    if (present && isRight) return present;
    const attributes = await call(({ ses, api }) =>
      ses.send(
        new api.PutEmailIdentityDkimSigningAttributesCommand({
          EmailIdentity: domain,
          SigningAttributesOrigin: key ? 'EXTERNAL' : 'AWS_SES',
          ...(key && { SigningAttributes: signingAttributes(key) }),
        }),
      ),
    );
    const dkim = toDkim({
      Status: attributes.DkimStatus,
      Tokens: attributes.DkimTokens,
      SigningAttributesOrigin: key ? 'EXTERNAL' : 'AWS_SES',
    });
    return { domain, isVerified: false, mailFrom: null, ...present, dkim };
  }

  return {
    region,
    find: (domain) => translated(() => find(domain)),
    ensure: (domain, key) =>
      translated(async () => {
        try {
          const made = await call(({ ses, api }) =>
            ses.send(
              new api.CreateEmailIdentityCommand({
                EmailIdentity: domain,
                ...(key && { DkimSigningAttributes: signingAttributes(key) }),
              }),
            ),
          );
          return toIdentity(domain, made);
        } catch (error) {
          if (nameOf(error) === 'AlreadyExistsException') return replaceKey(domain, key);
          if (nameOf(error) === 'LimitExceededException')
            throw new AppError('transport_unavailable', { reason: 'ses_identity_limit' });
          throw error;
        }
      }),
    async setMailFrom(domain, mailFrom) {
      await translated(() =>
        call(({ ses, api }) =>
          ses.send(
            new api.PutEmailIdentityMailFromAttributesCommand({
              EmailIdentity: domain,
              MailFromDomain: mailFrom,
              // While the record is missing, mail is still sent with the provider's own return path.
              BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
            }),
          ),
        ),
      );
    },
    async remove(domain) {
      await translated(() =>
        unlessMissing(() =>
          call(({ ses, api }) => ses.send(new api.DeleteEmailIdentityCommand({ EmailIdentity: domain }))),
        ),
      );
    },
    account: () =>
      translated(() =>
        call(async ({ ses, api }) => {
          const account = await ses.send(new api.GetAccountCommand({}));
          return {
            isSandbox: account.ProductionAccessEnabled !== true,
            isSendingEnabled: account.SendingEnabled === true,
            quota: {
              perDay: account.SendQuota?.Max24HourSend ?? 0,
              perSecond: account.SendQuota?.MaxSendRate ?? 0,
              used: account.SendQuota?.SentLast24Hours ?? 0,
            },
          };
        }),
      ),
    async close() {
      (await client)?.ses.destroy();
    },
  };
}

const signingAttributes = ({ selector, privateKey }: SigningKey) => ({
  DomainSigningSelector: selector,
  DomainSigningPrivateKey: Buffer.from(privateKey).toString('base64'),
});

const hasKey = ({ dkim }: MailIdentity, { selector }: SigningKey): boolean =>
  dkim.isOurs && dkim.tokens.includes(selector);

type Found = Pick<
  GetEmailIdentityCommandOutput,
  'VerifiedForSendingStatus' | 'DkimAttributes' | 'MailFromAttributes'
>;

const toIdentity = (domain: string, found: Found): MailIdentity => {
  const { MailFromDomain: name, MailFromDomainStatus: status } = found.MailFromAttributes ?? {};
  return {
    domain,
    isVerified: found.VerifiedForSendingStatus === true,
    dkim: toDkim(found.DkimAttributes ?? {}),
    mailFrom: name ? { domain: name, status: lower(status ?? 'PENDING') } : null,
  };
};

const toDkim = ({
  Status,
  Tokens,
  SigningAttributesOrigin,
  SigningHostedZone,
}: SesDkim): MailIdentity['dkim'] => ({
  status: lower(Status ?? 'NOT_STARTED'),
  tokens: Tokens ?? [],
  isOurs: SigningAttributesOrigin === 'EXTERNAL',
  signingZone: SigningHostedZone ?? EASY_DKIM_ZONE,
});

const lower = <T extends string>(text: T): Lowercase<T> => text.toLowerCase() as Lowercase<T>;

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

async function unlessMissing<T>(run: () => Promise<T>): Promise<T | null> {
  try {
    return await run();
  } catch (error) {
    if (nameOf(error) === 'NotFoundException') return null;
    throw error;
  }
}

async function translated<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const name = nameOf(error);
    if (RATE_ERRORS.has(name))
      throw new AppError('upstream_rate_limited', { retry_after: 1 }, { retryAfter: 1 });
    const details = { provider: 'ses', message: name || 'There was no answer.' };
    if (SET_UP_ERRORS.has(name))
      throw new AppError('transport_unavailable', { ...details, reason: 'ses_not_configured' });
    throw new AppError('upstream_error', details);
  }
}
