import type { Clock } from '#kernel/base/clock.ts';
import type { Config } from '#kernel/base/config.ts';
import type { IdentityProvider } from '#kernel/ports/identity-provider.ts';
import { createGitHub } from './github.ts';
import { createOpenId } from './openid.ts';

/** The providers that this deployment has set up, in the order in which the sign-in page offers them. */
export const createIdentityProviders = (config: Config, clock: Clock): IdentityProvider[] => [
  ...(config.google
    ? [createOpenId({ name: 'google', label: 'Google', isPublic: true }, config.google, clock)]
    : []),
  ...(config.microsoft
    ? [createOpenId({ name: 'microsoft', label: 'Microsoft', isPublic: true }, config.microsoft, clock)]
    : []),
  ...(config.github ? [createGitHub(config.github, clock)] : []),
  ...(config.oidc
    ? [createOpenId({ name: 'oidc', label: config.oidc.label, isPublic: false }, config.oidc, clock)]
    : []),
];
