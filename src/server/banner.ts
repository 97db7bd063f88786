import { relative } from 'node:path';

export type BannerFacts = {
  version: string;
  seconds: number;
  /** Base addresses; null if this process does not serve that part. */
  api: string | null;
  console: string | null;
  smtp: string | null;
  mailDomain: string;
  /** The DNS name of the DKIM record, and the file that contains it; null if this deployment signs nothing. */
  dkim: { name: string; path: string } | null;
  /** The file with the platform key; null if PM_BOOTSTRAP_KEY sets it. */
  keyPath: string | null;
  /** The key itself, if it was just created. */
  newKey: string | null;
  /** The link that creates the first operator; null if there is one. */
  setupLink: string | null;
};

/** The text for the operator at the end of the start. Plain text, so that it survives logs and pipes. */
export function renderBanner(facts: BannerFacts): string {
  const keyPath = facts.keyPath && displayPath(facts.keyPath);
  const rows: [string, string | null][] = [
    ['API', facts.api && `${facts.api}/v1`],
    ['Console', facts.console && `${facts.console}/console`],
    ['', facts.setupLink && `${facts.setupLink}  (makes you the first owner; works once)`],
    ['SMTP', facts.smtp && `${facts.smtp}  for mail to …@${facts.mailDomain}`],
    ['DKIM', facts.dkim && `${facts.dkim.name}  TXT record to publish: ${displayPath(facts.dkim.path)}`],
    ['Key', keyPath ?? 'the one in PM_BOOTSTRAP_KEY'],
    ['', facts.newKey && `${facts.newKey}  (shown this once)`],
    ['Try', facts.api && tryLine(facts.api, keyPath)],
  ];
  const lines = rows.filter(([, value]) => value).map(([label, value]) => `  ${label.padEnd(9)}${value}`);
  return ['', `  Proofmail ${facts.version}, ready in ${facts.seconds.toFixed(1)} s`, '', ...lines, ''].join(
    '\n',
  );
}

function tryLine(api: string, keyPath: string | null): string {
  const key = keyPath ? `$(cat ${shellQuote(keyPath)})` : '$PM_BOOTSTRAP_KEY';
  return `curl -H "Authorization: Bearer ${key}" ${api}/v1/me`;
}

/** Relative to the working directory if that is shorter, because the line is pasted where the program was started. */
function displayPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}

function shellQuote(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
