import { AssertionError, decodeAssertion, verifyAssertion } from '../../proof.ts';
import { defineCommand, listOf, numberOf, readInput, textOf, UsageError } from '../command.ts';
import { safeLine, table } from '../output.ts';

const verify = defineCommand({
  name: 'verify',
  arguments: '<token>',
  summary:
    'Verify the assertion of an agent with the public keys of its issuer; - reads it from the standard input',
  options: {
    audience: { type: 'string' },
    issuer: { type: 'string', multiple: true },
    nonce: { type: 'string' },
    skew: { type: 'string' },
  },
  help: {
    audience: 'the audience that it must name; without this option, the command prints the audience',
    issuer:
      'a deployment that you trust; may be repeated. Without this option, you must judge the printed issuer yourself',
    nonce: 'the nonce that it must contain',
    skew: 'the allowed difference between the clocks, in seconds (60)',
  },
  takes: [1, 1],
  async run({ positionals, values, output, stdin }) {
    const token = (positionals[0] === '-' ? await readInput(stdin) : positionals[0]!).trim();
    const { claims: unproven, header } = decodeAssertion(token);
    const named = listOf(values, 'issuer');
    requireWebAddress(unproven.iss);
    const nonce = textOf(values, 'nonce');
    const audience = textOf(values, 'audience');
    const claims = await verifyAssertion(token, {
      audience: audience ?? unproven.aud,
      issuers: named.length > 0 ? named : [unproven.iss],
      skew: numberOf(values, 'skew', 60),
      ...(nonce !== undefined && { nonce }),
    });
    const unchecked = [
      ...(named.length === 0 ? [`Whether you trust ${claims.iss} was not checked: set --issuer.`] : []),
      ...(audience === undefined ? ['Whether it is meant for you was not checked: set --audience.'] : []),
    ];
    const rows = [
      ['Agent', `${safeLine(claims.name)} <${safeLine(claims.email)}>`],
      ['Identity', claims.sub],
      ['Tenant', claims.tenant_id],
      ['Says', claims.iss],
      ['For', safeLine(claims.aud)],
      ['Until', new Date(claims.exp * 1000).toISOString()],
      ['Key', String(header.kid)],
    ];
    output.result(
      { valid: true, claims, kid: header.kid, unchecked },
      `The assertion is valid.\n${table(rows)}`,
    );
    for (const each of unchecked) output.note(each);
  },
});

/** The keys are fetched from there. */
function requireWebAddress(iss: unknown): void {
  const url = typeof iss === 'string' && URL.canParse(iss) ? new URL(iss) : null;
  const isHere = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol !== 'https:' && !(isHere && url.protocol === 'http:'))
    throw new AssertionError('The issuer is not an https URL.');
  if (url.username || url.search || url.hash)
    throw new UsageError('The issuer is not a URL without path, query and fragment.');
}

export const proofCommands = [verify];
