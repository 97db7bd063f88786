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
    audience: 'whom it must be meant for; without it, the command says whom it names',
    issuer:
      'a deployment that you believe; may be repeated. Without it, you have to judge the issuer that is shown',
    nonce: 'what it must hold',
    skew: 'seconds that clocks may differ (60)',
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
      ...(named.length === 0
        ? [`Nothing says that ${claims.iss} is to be believed: name it with --issuer.`]
        : []),
      ...(audience === undefined ? ['Whether it is meant for you was not checked: give --audience.'] : []),
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
      `The assertion is genuine.\n${table(rows)}`,
    );
    for (const each of unchecked) output.note(each);
  },
});

/** The keys are fetched from there. */
function requireWebAddress(iss: unknown): void {
  const url = typeof iss === 'string' && URL.canParse(iss) ? new URL(iss) : null;
  const isHere = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol !== 'https:' && !(isHere && url.protocol === 'http:'))
    throw new AssertionError('Its issuer is no https address.');
  if (url.username || url.search || url.hash) throw new UsageError('Its issuer is no plain address.');
}

export const proofCommands = [verify];
