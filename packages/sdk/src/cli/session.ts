import { Proofmail } from '../client.ts';
import { textOf, UsageError, type Values } from './command.ts';
import { refreshed } from './oauth.ts';
import type { Profile, Profiles } from './profiles.ts';

/** Milliseconds. Tokens are renewed a minute before they expire. */
const EARLY = 60_000;

export const profileName = (values: Values, env: NodeJS.ProcessEnv, profiles: Profiles): string =>
  textOf(values, 'profile') ?? env.PROOFMAIL_PROFILE ?? profiles.current;

/** The address of the deployment: from the option, else the environment, else the profile. */
export function urlOf(values: Values, env: NodeJS.ProcessEnv, profile: Profile | null): string {
  const url = textOf(values, 'url') ?? env.PROOFMAIL_URL ?? profile?.url ?? 'http://localhost:3000';
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw new UsageError('--url must be the http or https URL of a Proofmail deployment.');
  return new URL(url).href.replace(/\/+$/, '');
}

/**
 * The client of a command. PROOFMAIL_KEY takes precedence over the profile. A profile's secret is never sent to another
 * address than its own.
 */
export function connect(values: Values, env: NodeJS.ProcessEnv, profiles: Profiles): Proofmail {
  const name = profileName(values, env, profiles);
  const profile = profiles.read(name);
  const baseUrl = urlOf(values, env, profile);
  const headers = { 'user-agent': 'proofmail-cli/1.0.0' };
  if (env.PROOFMAIL_KEY) return new Proofmail({ baseUrl, apiKey: env.PROOFMAIL_KEY, headers });
  if (!profile) throw new UsageError(`You are not logged in (profile ${name}). Run \`proofmail login\`.`);
  if (profile.url !== baseUrl)
    throw new UsageError(
      `The profile ${name} belongs to ${profile.url}, not to ${baseUrl}. Log in there first.`,
    );
  return new Proofmail({ baseUrl, apiKey: profile.key ?? (() => freshToken(name, profiles)), headers });
}

/** One refresh at a time, in all commands of this user: a refresh token that is used twice ends the login. */
async function freshToken(name: string, profiles: Profiles): Promise<string | null> {
  const tokens = profiles.read(name)?.tokens;
  if (!tokens) return null;
  if (!endsSoon(tokens)) return tokens.access_token;
  return profiles.alone(async () => {
    const profile = profiles.read(name);
    if (!profile?.tokens) return null;
    if (!endsSoon(profile.tokens)) return profile.tokens.access_token;
    const renewed = await refreshed(profile.tokens);
    // Stored before it is used, because the old refresh token is no longer valid.
    await profiles.write(name, { ...profile, tokens: renewed });
    return renewed.access_token;
  });
}

const endsSoon = ({ expires_at }: NonNullable<Profile['tokens']>): boolean =>
  Date.parse(expires_at) - EARLY <= Date.now();
