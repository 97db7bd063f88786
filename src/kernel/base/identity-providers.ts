import { z } from 'zod';

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
const base = httpUrl.transform((url) => url.replace(/\/+$/, ''));
const text = z.string().max(500);

/** The environment variables of sign-in providers (a part of `config.ts`). */
export const providerVariables = {
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  PM_GOOGLE_URL: base.optional(),
  GITHUB_CLIENT_ID: text.optional(),
  GITHUB_CLIENT_SECRET: text.optional(),
  PM_GITHUB_URL: base.optional(),
  MICROSOFT_CLIENT_ID: text.optional(),
  MICROSOFT_CLIENT_SECRET: text.optional(),
  PM_MICROSOFT_URL: base.optional(),
  // An issuer is compared character by character, so a trailing slash is significant.
  PM_OIDC_ISSUER: httpUrl.optional(),
  PM_OIDC_CLIENT_ID: text.optional(),
  PM_OIDC_CLIENT_SECRET: text.optional(),
  PM_OIDC_NAME: z.string().trim().min(1).max(40, 'must have at most 40 characters').default('single sign-on'),
};

/** The public address of each provider. */
const publicUrls = {
  google: 'https://accounts.google.com',
  github: 'https://github.com',
  microsoft: 'https://login.microsoftonline.com/organizations/v2.0',
};

/** The credentials of this deployment at a provider. */
export type ProviderClient = { url: string; clientId: string; clientSecret: string };

export type ProviderConfig = {
  /** Credentials for signing in with this provider; null hides it. */
  google: ProviderClient | null;
  github: ProviderClient | null;
  microsoft: ProviderClient | null;
  /** Any other OpenID provider, with the name that people see. */
  oidc: (ProviderClient & { label: string }) | null;
};

type Variables = z.output<z.ZodObject<typeof providerVariables>>;

const client = (url: string | undefined, clientId?: string, clientSecret?: string): ProviderClient | null =>
  url && clientId && clientSecret ? { url, clientId, clientSecret } : null;

export function providersIn(env: Variables): ProviderConfig {
  const oidc = client(env.PM_OIDC_ISSUER, env.PM_OIDC_CLIENT_ID, env.PM_OIDC_CLIENT_SECRET);
  return {
    google: client(env.PM_GOOGLE_URL ?? publicUrls.google, env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
    github: client(env.PM_GITHUB_URL ?? publicUrls.github, env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET),
    microsoft: client(
      env.PM_MICROSOFT_URL ?? publicUrls.microsoft,
      env.MICROSOFT_CLIENT_ID,
      env.MICROSOFT_CLIENT_SECRET,
    ),
    oidc: oidc && { ...oidc, label: env.PM_OIDC_NAME },
  };
}

/** Reports client ids that lack a secret, and secrets that lack a client id. */
export function contradictionsInProviders(env: Variables): string[] {
  const pairs = (['GOOGLE', 'GITHUB', 'MICROSOFT'] as const)
    .filter((name) => !env[`${name}_CLIENT_ID`] !== !env[`${name}_CLIENT_SECRET`])
    .map((name) => `${name}_CLIENT_ID and ${name}_CLIENT_SECRET must be set together.`);
  const oidc = [env.PM_OIDC_ISSUER, env.PM_OIDC_CLIENT_ID, env.PM_OIDC_CLIENT_SECRET].filter(Boolean);
  if (oidc.length === 1 || oidc.length === 2)
    pairs.push('PM_OIDC_ISSUER, PM_OIDC_CLIENT_ID and PM_OIDC_CLIENT_SECRET must be set together.');
  return pairs;
}
