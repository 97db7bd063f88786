import { Proofmail } from '../../client.ts';
import type { OwnApiKey } from '../../generated/types.ts';
import { type Context, defineCommand, exit, readInput, textOf, UsageError } from '../command.ts';
import { logInByDevice, revoke } from '../oauth.ts';
import { table } from '../output.ts';
import type { Profile } from '../profiles.ts';
import { profileName, urlOf } from '../session.ts';

const who = ({ name, level, tenant_id, identity_id, identity_ids, permissions, tools }: OwnApiKey): string =>
  table([
    ['Key', name],
    ['Level', level],
    ...(tenant_id ? [['Tenant', tenant_id]] : []),
    ...(identity_id ? [['Identity', identity_id]] : []),
    // A deployment of an older version names neither of these.
    ...(!identity_id && identity_ids?.length ? [['Identities', identity_ids.join(', ')]] : []),
    ...(tools?.length ? [['Tools', tools.join(', ')]] : []),
    ['May', permissions.join(', ')],
  ]);

const login = defineCommand({
  name: 'login',
  arguments: '',
  summary: 'Log in with the browser, or with a key from the standard input',
  options: { 'key-stdin': { type: 'boolean' }, scope: { type: 'string' } },
  help: {
    'key-stdin': 'read an API key from the standard input',
    scope: 'the permissions to request, separated by spaces',
  },
  takes: [0, 0],
  async run(context) {
    const { values, env, profiles, output } = context;
    const name = profileName(values, env, profiles);
    const url = urlOf(values, env, profiles.read(name));
    const secret = values['key-stdin'] ? await pastedKey(context) : await browserTokens(context, url);
    const profile: Profile = { url, ...secret };
    const apiKey = profile.key ?? profile.tokens!.access_token;
    // A key that does not work is not stored.
    const me = await new Proofmail({ baseUrl: url, apiKey }).keys.me({ signal: context.signal });
    await profiles.write(name, { ...profile, ...(me.identity_id && { identity: me.identity_id }) });
    output.result(
      { profile: name, url, ...me },
      `You are logged in to ${url} (profile ${name}).\n${who(me)}`,
    );
  },
});

async function pastedKey({ stdin }: Context): Promise<Pick<Profile, 'key'>> {
  const key = (await readInput(stdin)).trim();
  if (!/^pmk_(live|test)_[\w-]+$/.test(key))
    throw new UsageError(
      'The standard input must contain an API key, which begins with pmk_live_ or pmk_test_.',
    );
  return { key };
}

async function browserTokens(
  { output, signal, values }: Context,
  url: string,
): Promise<Pick<Profile, 'tokens'>> {
  const scope = textOf(values, 'scope');
  const tokens = await logInByDevice(url, {
    signal,
    ...(scope !== undefined && { scope }),
    show: ({ userCode, page, pageWithCode, seconds }) =>
      output.note(
        `Open ${output.bold(pageWithCode ?? page)}\nand confirm the code ${output.bold(userCode)} within ${Math.round(seconds / 60)} minutes.`,
      ),
  });
  return { tokens };
}

const logout = defineCommand({
  name: 'logout',
  arguments: '',
  summary: 'Delete the profile and end its login',
  options: {},
  help: {},
  takes: [0, 0],
  async run({ values, env, profiles, output }) {
    const name = profileName(values, env, profiles);
    const profile = profiles.read(name);
    if (!profile)
      throw new UsageError(`There is no profile called ${name}. \`proofmail profiles\` lists them.`);
    if (profile.tokens)
      await revoke(profile.url, profile.tokens).catch(() =>
        output.note('The server could not be reached; the login expires there automatically.'),
      );
    await profiles.remove(name);
    output.result({ profile: name }, `The profile ${name} was deleted.`);
  },
});

const whoami = defineCommand({
  name: 'whoami',
  arguments: '',
  summary: 'Show what the key can access and do',
  options: {},
  help: {},
  takes: [0, 0],
  async run({ client, output, signal }) {
    const me = await (await client()).keys.me({ signal });
    output.result(me, who(me));
  },
});

const profileCommand = defineCommand({
  name: 'profiles',
  arguments: '[name]',
  summary: 'List the profiles, or choose the default profile',
  options: {},
  help: {},
  takes: [0, 1],
  async run({ profiles, positionals, output }) {
    const [name] = positionals;
    if (name) await profiles.use(name);
    const list = profiles.names().map((each) => {
      const { url, tokens, identity = null } = profiles.read(each)!;
      return { name: each, url, by: tokens ? 'login' : 'key', identity, current: each === profiles.current };
    });
    const rows = list.map(({ name: each, url, by, current }) => [current ? '*' : ' ', each, url, by]);
    output.result(list, rows.length > 0 ? table(rows) : 'There are no profiles. Run `proofmail login`.');
    return exit.ok;
  },
});

export const accountCommands = [login, logout, whoami, profileCommand];
