import { createPrivateKey, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type HttpSink, type SinkAnswer, type SinkRequest, startHttpSink } from './http-sink.ts';

// Amazon SES, API v2: identities, the account and SendEmail, as documented in its API reference (REST JSON; read in November
// 2026). Errors have their name in `__type`.

type Identity = {
  name: string;
  verified: boolean;
  origin: 'AWS_SES' | 'EXTERNAL';
  status: string;
  tokens: string[];
  mailFrom: string | null;
};
export type SesMail = { from: string; to: string[]; raw: Buffer };

export type SesServer = {
  url: string;
  identities: Map<string, Identity>;
  /** The mails that SendEmail accepted. */
  mails: SesMail[];
  requests: SinkRequest[];
  account: { production: boolean; perDay: number; perSecond: number; limit: number };
  /** The name of the error that answers the next control call, with its status. */
  failNext(status: number, name: string): void;
  /** Marks a domain as verified, as SES does when it has found the records in DNS. */
  verify(domain: string): void;
  close(): Promise<void>;
};

const attributes = z.strictObject({
  DomainSigningSelector: z.string().min(1).max(63),
  DomainSigningPrivateKey: z.base64().min(1).max(20_480),
});
const createBody = z.strictObject({
  EmailIdentity: z.string().min(1),
  DkimSigningAttributes: attributes.optional(),
  ConfigurationSetName: z.string().optional(),
});
const signingBody = z.strictObject({
  SigningAttributesOrigin: z.enum(['AWS_SES', 'EXTERNAL']),
  SigningAttributes: attributes.optional(),
});
const mailFromBody = z.strictObject({
  MailFromDomain: z.string(),
  BehaviorOnMxFailure: z.enum(['USE_DEFAULT_VALUE', 'REJECT_MESSAGE']),
});
const sendBody = z.object({
  FromEmailAddress: z.string(),
  Destination: z.object({ ToAddresses: z.array(z.string()) }),
  Content: z.object({ Raw: z.object({ Data: z.base64() }) }),
});

const ok = (body: unknown = {}): SinkAnswer => ({ status: 200, body });
const refused = (status: number, name: string, message = name): SinkAnswer => ({
  status,
  body: { __type: name, message },
});

type State = Pick<SesServer, 'identities' | 'mails' | 'account'>;

export async function startSesServer(): Promise<SesServer> {
  const state: State = {
    identities: new Map(),
    mails: [],
    account: { production: true, perDay: 50_000, perSecond: 14, limit: 10_000 },
  };
  let failure: SinkAnswer | null = null;
  const sink: HttpSink = await startHttpSink((request) => {
    if (failure) {
      const answer = failure;
      failure = null;
      return answer;
    }
    if (!/^AWS4-HMAC-SHA256 .*SignedHeaders=/.test(request.headers.authorization ?? ''))
      return refused(403, 'MissingAuthenticationToken');
    return route(state, request);
  });
  return {
    ...state,
    url: sink.url,
    requests: sink.requests,
    failNext: (status, name) => {
      failure = refused(status, name);
    },
    verify: (domain) => {
      Object.assign(state.identities.get(domain)!, { verified: true, status: 'SUCCESS' });
    },
    close: () => sink.close(),
  };
}

function route(state: State, { method, path, body }: SinkRequest): SinkAnswer {
  const json: unknown = body === '' ? {} : JSON.parse(body);
  const [, name, action] = /^\/v2\/email\/identities\/([^/]+)(\/[a-z/-]+)?$/.exec(path) ?? [];
  if (path === '/v2/email/account') return account(state);
  if (path === '/v2/email/outbound-emails') return send(state, json);
  if (path === '/v2/email/identities' && method === 'POST') return create(state, json);
  const identity = state.identities.get(decodeURIComponent(name ?? ''));
  if (!identity) return refused(404, 'NotFoundException', `Email identity ${name} does not exist.`);
  if (method === 'GET') return ok(shown(identity));
  if (method === 'DELETE') {
    state.identities.delete(identity.name);
    return ok();
  }
  if (action === '/dkim/signing') return sign(identity, json);
  if (action === '/mail-from') {
    identity.mailFrom = mailFromBody.parse(json).MailFromDomain;
    return ok();
  }
  return refused(400, 'BadRequestException');
}

const tokens = (): string[] => [1, 2, 3].map(() => randomBytes(16).toString('hex'));

function create({ identities, account: { limit } }: State, json: unknown): SinkAnswer {
  const parsed = createBody.safeParse(json);
  if (!parsed.success) return refused(400, 'BadRequestException', parsed.error.message);
  const { EmailIdentity: name, DkimSigningAttributes: key } = parsed.data;
  if (identities.has(name)) return refused(400, 'AlreadyExistsException');
  if (identities.size >= limit) return refused(400, 'LimitExceededException');
  if (key && !isRsaKey(key.DomainSigningPrivateKey)) return refused(400, 'BadRequestException', 'Bad key');
  const identity: Identity = {
    name,
    verified: false,
    origin: key ? 'EXTERNAL' : 'AWS_SES',
    status: 'PENDING',
    tokens: key ? [key.DomainSigningSelector] : tokens(),
    mailFrom: null,
  };
  identities.set(name, identity);
  const { VerifiedForSendingStatus, DkimAttributes } = shown(identity);
  return ok({ IdentityType: 'DOMAIN', VerifiedForSendingStatus, DkimAttributes });
}

function sign(identity: Identity, json: unknown): SinkAnswer {
  const parsed = signingBody.safeParse(json);
  if (!parsed.success) return refused(400, 'BadRequestException', parsed.error.message);
  const { SigningAttributesOrigin: origin, SigningAttributes: key } = parsed.data;
  if ((origin === 'EXTERNAL') !== (key !== undefined)) return refused(400, 'BadRequestException');
  if (key && !isRsaKey(key.DomainSigningPrivateKey)) return refused(400, 'BadRequestException', 'Bad key');
  identity.origin = origin;
  identity.tokens = key ? [key.DomainSigningSelector] : tokens();
  identity.status = 'PENDING';
  return ok({ DkimStatus: identity.status, DkimTokens: identity.tokens });
}

/** The documented form: base64 of the key without the lines of a PEM file. */
function isRsaKey(base64: string): boolean {
  try {
    const key = createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
    return [1024, 2048].includes(key.asymmetricKeyDetails?.modulusLength ?? 0);
  } catch {
    return false;
  }
}

const shown = ({ verified, status, tokens: Tokens, origin, mailFrom }: Identity) => ({
  IdentityType: 'DOMAIN',
  FeedbackForwardingStatus: true,
  VerifiedForSendingStatus: verified,
  DkimAttributes: {
    SigningEnabled: true,
    Status: status,
    Tokens,
    SigningAttributesOrigin: origin,
    ...(origin === 'AWS_SES' && { SigningHostedZone: 'dkim.amazonses.com' }),
  },
  ...(mailFrom && {
    MailFromAttributes: {
      MailFromDomain: mailFrom,
      MailFromDomainStatus: verified ? 'SUCCESS' : 'PENDING',
      BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
    },
  }),
});

const account = ({ mails, account: { production, perDay, perSecond } }: State): SinkAnswer =>
  ok({
    DedicatedIpAutoWarmupEnabled: false,
    EnforcementStatus: 'HEALTHY',
    ProductionAccessEnabled: production,
    SendingEnabled: true,
    SendQuota: { Max24HourSend: perDay, MaxSendRate: perSecond, SentLast24Hours: mails.length },
  });

function send({ identities, mails }: State, json: unknown): SinkAnswer {
  const parsed = sendBody.safeParse(json);
  if (!parsed.success) return refused(400, 'BadRequestException', parsed.error.message);
  const { FromEmailAddress: from, Destination, Content } = parsed.data;
  // A verified domain covers its subdomains.
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const isVerified = [...identities.values()].some(
    ({ name, verified }) => verified && (domain === name || domain.endsWith(`.${name}`)),
  );
  if (!isVerified) return refused(400, 'MessageRejected', `Email address is not verified: ${from}`);
  mails.push({ from, to: Destination.ToAddresses, raw: Buffer.from(Content.Raw.Data, 'base64') });
  return ok({ MessageId: `ses-${mails.length}-${randomBytes(6).toString('hex')}` });
}
