import { isIP } from 'node:net';
import { organisationOf } from '#mailbox/contacts/index.ts';
import type { DomainTransport } from '#workspace/domains/index.ts';
import type { Seen } from './types.ts';

export const findingChecks = ['dmarc', 'spf', 'dkim', 'return_path', 'from', 'tls', 'server'] as const;
export type FindingCheck = (typeof findingChecks)[number];

export const findingStates = ['good', 'warn', 'bad'] as const;
export type FindingState = (typeof findingStates)[number];

/** One thing that a receiver looks at: what it saw, and what to do about it; no fix where nothing is wrong. */
export type Finding = { check: FindingCheck; state: FindingState; found: string; fix: string | null };

export type TestedDomain = { domain: string; transport: DomainTransport };

const good = (check: FindingCheck, found: string): Finding => ({ check, state: 'good', found, fix: null });
const warn = (check: FindingCheck, found: string, fix: string): Finding => ({
  check,
  state: 'warn',
  found,
  fix,
});
const bad = (check: FindingCheck, found: string, fix: string): Finding => ({
  check,
  state: 'bad',
  found,
  fix,
});

/** What a test mail shows about its domain, the most important first. Pure. */
export const findingsOf = (seen: Seen, tested: TestedDomain): Finding[] => [
  dmarc(seen),
  spf(seen, tested),
  dkim(seen, tested),
  returnPath(seen, tested),
  from(seen, tested),
  tls(seen),
  server(seen),
];

function dmarc({ authentication }: Seen): Finding {
  const { result, policy, policyDomain } = authentication.dmarc;
  const place = policyDomain === null ? '' : `, policy ${policy} of _dmarc.${policyDomain}`;
  if (result === 'pass') return good('dmarc', `Passed${place}.`);
  if (result === 'none')
    return warn('dmarc', 'There is no DMARC record.', 'Publish the DMARC record that is listed above.');
  if (result === 'fail')
    return bad(
      'dmarc',
      `Failed${place}: neither SPF nor DKIM passed for the domain in From.`,
      'Put SPF or DKIM right, as the lines below say: one that passes with the domain in From is enough.',
    );
  return result === 'temperror'
    ? unanswered('dmarc')
    : bad('dmarc', `Not valid${place}.`, 'Correct the DMARC record: it cannot be read.');
}

const unanswered = (check: FindingCheck): Finding =>
  warn(
    check,
    'The name servers of the domain gave no answer.',
    'Send another test in some minutes. If it stays so, ask your DNS host.',
  );

function spf({ authentication, remote_address }: Seen, { transport }: TestedDomain): Finding {
  const { result, domain, aligned } = authentication.spf;
  const about = `${remote_address} for ${domain || 'no domain'}`;
  if (result === 'pass' && aligned) return good('spf', `Passed: ${about}.`);
  if (result === 'pass')
    return warn(
      'spf',
      `Passed, but not for the domain in From: ${about}.`,
      transport === 'relay'
        ? 'Your server puts its own envelope sender. DMARC then depends on DKIM alone: keep the DKIM record.'
        : 'Publish the return path record that is listed above, so that the envelope sender belongs to the domain.',
    );
  if (result === 'temperror') return unanswered('spf');
  if (isInternal(remote_address))
    return warn(
      'spf',
      `Not judged by other receivers like this: the mail came from the internal address ${remote_address}.`,
      'The sending server is in the same network. Other receivers see its public address: check that the SPF record has it.',
    );
  if (result === 'none')
    return bad('spf', `There is no SPF record: ${about}.`, 'Publish the SPF record that is listed above.');
  if (result === 'permerror')
    return bad(
      'spf',
      `The SPF record is not valid: ${about}.`,
      'Keep one SPF record of at most 10 look-ups, as listed above.',
    );
  return bad(
    'spf',
    `${result === 'neutral' ? 'Not confirmed' : 'Failed'}: ${about}.`,
    transport === 'relay'
      ? 'Add the address of your server to the SPF record (ip4: or ip6:).'
      : 'The SPF record does not have the server that sent the mail. Publish the one that is listed above.',
  );
}

const isInternal = (address: string): boolean =>
  isIP(address) !== 0 &&
  /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)|^(?:::1$|f[cd]|fe80)/i.test(
    address,
  );

const signatureText = ({ domain, selector }: Seen['authentication']['signatures'][number]): string =>
  `${selector}._domainkey.${domain}`;

function dkim({ authentication: { signatures } }: Seen, { transport }: TestedDomain): Finding {
  const passed = signatures.find(({ result, aligned }) => result === 'pass' && aligned);
  if (passed) return good('dkim', `Passed with the key ${signatureText(passed)}.`);
  const own = signatures.find(({ aligned }) => aligned);
  if (own?.result === 'temperror') return unanswered('dkim');
  if (own)
    return bad(
      'dkim',
      `The signature with the key ${signatureText(own)} did not pass (${own.result}).`,
      own.result === 'fail'
        ? 'Something changed the mail after it was signed: look for a server on the way that adds footers or rewrites the text.'
        : 'Publish the DKIM record that is listed above; a DNS host may have cut its value off.',
    );
  const fix =
    transport === 'ses'
      ? 'Amazon SES signs with the domain once it has verified it: check the DKIM record that is listed above.'
      : 'Check the domain now. If all records are found, a server on the way removes the signature.';
  const [other] = signatures;
  if (!other) return bad('dkim', 'The mail carries no signature.', fix);
  return bad('dkim', `Only others signed: ${signatures.map(signatureText).join(', ')}.`, fix);
}

function returnPath({ envelope_from, authentication }: Seen, { domain, transport }: TestedDomain): Finding {
  const host = envelope_from.slice(envelope_from.lastIndexOf('@') + 1);
  const found = `Bounces go to ${envelope_from}.`;
  if (organisationOf(host) === organisationOf(domain)) return good('return_path', found);
  if (transport === 'relay')
    return warn(
      'return_path',
      found,
      'Your server replaced the envelope sender, so bounces come to it and not to Proofmail. Allow it to keep the sender.',
    );
  return authentication.spf.aligned
    ? good('return_path', found)
    : warn('return_path', found, 'Publish the return path record that is listed above.');
}

function from({ from: address }: Seen, { domain }: TestedDomain): Finding {
  if (address?.toLowerCase().endsWith(`@${domain}`)) return good('from', `From is ${address}.`);
  return bad(
    'from',
    `From is ${address ?? 'missing'}.`,
    `The mail was sent from ${domain}: a server on the way changed the sender. Allow ${domain} as a sender there.`,
  );
}

const tls = ({ encrypted }: Seen): Finding =>
  encrypted
    ? good('tls', 'The last hop to our server was encrypted.')
    : warn(
        'tls',
        'The last hop to our server was not encrypted.',
        'Switch on TLS for outgoing mail (STARTTLS) at the server that sends for the deployment.',
      );

function server({ helo, remote_address }: Seen): Finding {
  const found = `${helo || 'A server without a name'} [${remote_address}] handed it over.`;
  if (/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(helo) && isIP(helo) === 0) return good('server', found);
  return warn(
    'server',
    found,
    'The server should greet with its full host name, which DNS leads to its address and back: many receivers refuse others.',
  );
}
