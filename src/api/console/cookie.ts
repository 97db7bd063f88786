import { DAY } from '#kernel/base/clock.ts';
import type { Config } from '#kernel/base/config.ts';
import { limits } from '#kernel/catalogue/limits.ts';

/** A session's token is base64url of 32 bytes. Anything else is not one of our cookies. */
const TOKEN_FORM = /^[\w-]{43}$/;
/** The state of a sign-in with a provider is sealed in its cookie, after the id of the key. */
const SEALED_FORM = /^[\w-]{1,64}\.[\w-]{1,3500}$/;

type CookieKind = 'session' | 'challenge' | 'oauth' | 'step';

const isHttps = ({ consoleUrl }: Config): boolean => consoleUrl.startsWith('https:');

/**
 * Browsers store cookies by host and not by port. With the port in the name, two deployments on one machine do not sign
 * each other's users out.
 */
const nameOf = (config: Config, what: CookieKind): string => {
  const { port } = new URL(config.consoleUrl);
  if (isHttps(config)) return what === 'session' ? '__Host-pm_session' : `__Secure-pm_${what}`;
  return `pm_${what}${port && `_${port}`}`;
};

export const sessionCookie = (config: Config, token: string): string =>
  // The server ends an unused session earlier (`src/workspace/sign-in`).
  cookie(config, 'session', token, { path: '/', seconds: (limits.sessionDays.absolute * DAY) / 1000 });

export const noSessionCookie = (config: Config): string =>
  cookie(config, 'session', '', { path: '/', seconds: 0 });

/** Sent only together with the code, so that a code works only in the browser that requested it. */
export const challengeCookie = (config: Config, challenge: string): string =>
  cookie(config, 'challenge', challenge, { path: '/api/auth', seconds: limits.signIn.minutes * 2 * 60 });

/** Identifies a sign-in that waits for its second factor, in the browser that passed the first one. */
export const stepCookie = (config: Config, token: string): string =>
  cookie(config, 'step', token, { path: '/api/auth', seconds: limits.signIn.minutes * 60 });

/** Ties a sign-in with a provider to the browser that began it. Lax, because the browser returns from another site. */
export const oauthCookie = (config: Config, flow: string): string =>
  cookie(config, 'oauth', flow, { path: '/api/auth/oauth', seconds: limits.signIn.minutes * 60 });

function cookie(
  config: Config,
  what: CookieKind,
  value: string,
  { path, seconds }: { path: string; seconds: number },
): string {
  const secure = isHttps(config) ? '; Secure' : '';
  return `${nameOf(config, what)}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The token in a Cookie header, or null. */
export function readCookie(config: Config, what: CookieKind, header: string | null): string | null {
  const name = `${nameOf(config, what)}=`;
  const pair = header?.split(/; */).find((part) => part.startsWith(name));
  const value = pair?.slice(name.length) ?? '';
  return (what === 'oauth' ? SEALED_FORM : TOKEN_FORM).test(value) ? value : null;
}
