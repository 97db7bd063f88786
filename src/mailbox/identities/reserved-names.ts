/**
 * Names that cannot be used on the platform domain, with or without a suffix (spec 2.4): names that mail systems use
 * for themselves, and names that look like the operator. Separators do not matter: `noreply` also reserves `no-reply`
 * and `no.reply`.
 */
export const systemNames: readonly string[] = [
  'abuse',
  'admin',
  'administrator',
  'autoreply',
  'bounce',
  'bounces',
  'daemon',
  'devnull',
  'dmarc',
  'donotreply',
  'journal',
  'maildaemon',
  'mailer',
  'mailerdaemon',
  'nobody',
  'noreply',
  'null',
  'postmaster',
  'root',
  'superuser',
  'sysadmin',
  'system',
  'testmail',
  'tlsrpt',
];

/** The mailbox names of RFC 2142, which outsiders write to without asking who is behind them. */
export const roleNames: readonly string[] = [
  'abuse',
  'ftp',
  'hostmaster',
  'info',
  'marketing',
  'news',
  'noc',
  'postmaster',
  'sales',
  'security',
  'support',
  'usenet',
  'uucp',
  'webmaster',
  'www',
];

/** The names that are reserved on a tenant's own domain (RFC 5321 4.5.1, RFC 2142). */
export const ownDomainNames: readonly string[] = ['abuse', 'postmaster'];
