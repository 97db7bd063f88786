import { isIP } from 'node:net';
import { organisationOf } from '#mailbox/contacts/index.ts';
import type { DomainTransport } from '#workspace/domains/index.ts';
import type { Finding, FindingCheck, Seen } from './schema.ts';

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

/** The findings of a test mail about its domain, most important first. Pure. */
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
    return warn('dmarc', 'There is no DMARC record.', 'Publish the DMARC record that the domain lists.');
  if (result === 'fail')
    return bad(
      'dmarc',
      `Failed${place}: neither SPF nor DKIM passed for the domain in From.`,
      'Correct SPF or DKIM as described below. One of them is enough if it passes for the domain in From.',
    );
  return result === 'temperror'
    ? unanswered('dmarc')
    : bad('dmarc', `Not valid${place}.`, 'Correct the DMARC record: it is not readable.');
}

const unanswered = (check: FindingCheck): Finding =>
  warn(
    check,
    'The name servers of the domain did not answer.',
    'Send another test in a few minutes. If the problem persists, ask your DNS host.',
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
        ? 'Your server sets its own envelope sender, so DMARC depends on DKIM alone. Keep the DKIM record.'
        : 'Publish the return path record that is listed above, so that the envelope sender belongs to the domain.',
    );
  if (result === 'temperror') return unanswered('spf');
  if (isInternal(remote_address))
    return warn(
      'spf',
      `Other receivers will not see this result: the mail came from the internal address ${remote_address}.`,
      'The sending server is in the same network. Other receivers see its public address: check that the SPF record contains it.',
    );
  if (result === 'none')
    return bad('spf', `There is no SPF record: ${about}.`, 'Publish the SPF record that the domain lists.');
  if (result === 'permerror')
    return bad(
      'spf',
      `The SPF record is not valid: ${about}.`,
      'Keep one SPF record that needs at most 10 lookups, as the domain lists it.',
    );
  return bad(
    'spf',
    `${result === 'neutral' ? 'Not confirmed' : 'Failed'}: ${about}.`,
    transport === 'relay'
      ? 'Add the address of your server to the SPF record (ip4: or ip6:).'
      : 'The SPF record does not contain the server that sent the mail. Publish the record that the domain lists.',
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
        ? 'The mail was changed after it was signed. Look for a server that adds footers or rewrites the text.'
        : 'Publish the DKIM record that the domain lists. A DNS host may have cut off its value.',
    );
  const fix =
    transport === 'ses'
      ? 'Amazon SES signs with the domain once it has verified it: check the DKIM record that is listed above.'
      : 'Check the domain now. If all records are found, another server removes the signature.';
  const [other] = signatures;
  if (!other) return bad('dkim', 'The mail is not signed.', fix);
  return bad('dkim', `Only other domains signed it: ${signatures.map(signatureText).join(', ')}.`, fix);
}

function returnPath({ envelope_from, authentication }: Seen, { domain, transport }: TestedDomain): Finding {
  const host = envelope_from.slice(envelope_from.lastIndexOf('@') + 1);
  const found = `Bounces go to ${envelope_from}.`;
  if (organisationOf(host) === organisationOf(domain)) return good('return_path', found);
  if (transport === 'relay')
    return warn(
      'return_path',
      found,
      'Your server replaced the envelope sender, so bounces go to it instead of Proofmail. Configure it to keep the envelope sender.',
    );
  return authentication.spf.aligned
    ? good('return_path', found)
    : warn('return_path', found, 'Publish the return path record that the domain lists.');
}

function from({ from: address }: Seen, { domain }: TestedDomain): Finding {
  if (address?.toLowerCase().endsWith(`@${domain}`)) return good('from', `From is ${address}.`);
  return bad(
    'from',
    `From is ${address ?? 'missing'}.`,
    `The mail was sent from ${domain}, but a server changed the sender. Allow ${domain} as a sender at that server.`,
  );
}

const tls = ({ encrypted }: Seen): Finding =>
  encrypted
    ? good('tls', 'The connection to our server was encrypted.')
    : warn(
        'tls',
        'The connection to our server was not encrypted.',
        'Switch on TLS (STARTTLS) for outgoing mail at the server that sends for the deployment.',
      );

function server({ helo, remote_address }: Seen): Finding {
  const found = `${helo || 'A server without a name'} [${remote_address}] delivered it.`;
  if (/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(helo) && isIP(helo) === 0) return good('server', found);
  return warn(
    'server',
    found,
    'Let the server greet with its full host name, whose forward and reverse DNS match its address: many receivers refuse other servers.',
  );
}
