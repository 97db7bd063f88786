/** Where and how a smarthost is reached. */
export type SmtpEndpoint = {
  host: string;
  port: number;
  /** Whether TLS starts with the connection. Otherwise STARTTLS is used if the server offers it. */
  secure: boolean;
  /** Whether to refuse to continue without TLS. */
  requireTls: boolean;
  /** Do not use STARTTLS even when it is offered. */
  ignoreTls: boolean;
  /** Check the server's certificate against its name. */
  verifyCertificate: boolean;
  auth: { user: string; pass: string } | null;
};

const PARAMETERS = ['requireTLS', 'ignoreTLS', 'tls.rejectUnauthorized'] as const;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

const flag = (url: URL, name: (typeof PARAMETERS)[number], otherwise: boolean): boolean => {
  const value = url.searchParams.get(name);
  if (value === null) return otherwise;
  if (value === 'true' || value === 'false') return value === 'true';
  throw new Error(`${name} in the SMTP URL must be true or false.`);
};

/**
 * Parses `smtp://` or `smtps://[user:pass@]host[:port]` with nodemailer's names for options: `requireTLS`, `ignoreTLS`,
 * `tls.rejectUnauthorized`. Ports default to 587 and 465. Credentials are sent over TLS only, unless the host is this
 * machine or `ignoreTLS=true` is set.
 *
 * @throws Error with a sentence for the operator; it never repeats the URL, which may hold a password.
 */
export const parseSmtpUrl = (input: string): SmtpEndpoint => {
  const url = URL.canParse(input) ? new URL(input) : null;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new Error('The SMTP URL must have the form smtp://user:password@host:port or smtps://….');
  }
  for (const name of url.searchParams.keys()) {
    if (!(PARAMETERS as readonly string[]).includes(name))
      throw new Error(`The SMTP URL has an unknown option: ${name}.`);
  }
  const secure = url.protocol === 'smtps:';
  const auth = url.username
    ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    : null;
  const ignoreTls = flag(url, 'ignoreTLS', false);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTls: flag(url, 'requireTLS', auth !== null && !ignoreTls && !LOOPBACK.test(url.hostname)),
    ignoreTls,
    verifyCertificate: flag(url, 'tls.rejectUnauthorized', true),
    auth,
  };
};
