// The one list of the API's paths: the listener, `proxy.ts` and `next.config.ts` are made from it. It imports nothing, so
// that Next's configuration can read it too.

/**
 * Everything below these is the API's. The pages that unsubscribe and approve are on the console's host and no part of
 * the console.
 */
export const API_PREFIXES = [
  '/v1/',
  '/mcp/',
  '/hooks/',
  '/.well-known/',
  '/billing/',
  '/oauth/',
  '/unsubscribe/',
  '/approvals/',
] as const;

/** The API's paths beside those. */
export const API_PATHS = ['/v1', '/mcp', '/health', '/ready', '/openapi.json'] as const;

/** Whether a path is the API's; everything else is the console's. */
export const isApiPath = (pathname: string): boolean =>
  (API_PATHS as readonly string[]).includes(pathname) ||
  API_PREFIXES.some((prefix) => pathname.startsWith(prefix));

/** Everything of the console: its pages, what they call and load, and files that browsers ask for. */
const CONSOLE_PREFIXES = ['/console/', '/docs/', '/api/', '/_next/', '/__nextjs'] as const;
const CONSOLE_FILES = ['/llms.txt', '/skill.md', '/icon.svg', '/favicon.ico', '/robots.txt'];
const CONSOLE_PATHS = ['/', '/console', '/docs', ...CONSOLE_FILES];

/** The image optimiser of Next is no part of the console: no page of ours uses it. */
const isConsolePath = (pathname: string): boolean =>
  pathname !== '/_next/image' &&
  (CONSOLE_PATHS.includes(pathname) || CONSOLE_PREFIXES.some((prefix) => pathname.startsWith(prefix)));

/**
 * Whether the API answers, if only with 404: its paths, also with other letters or slashes, and paths that do not exist,
 * for example `/emails`. A browser (`accept` has `text/html`) gets the console's page about a missing page instead.
 */
export const isAnsweredByApi = (pathname: string, accept = ''): boolean =>
  isApiPath(pathname) ||
  isApiPath(pathname.toLowerCase().replace(/\/{2,}/g, '/')) ||
  !(isConsolePath(pathname) || accept.includes('text/html'));

/** The same as a regular expression without its leading slash, for patterns of Next. */
export const apiPathPattern = [
  ...API_PREFIXES.map((prefix) => prefix.slice(1).replaceAll('.', '\\.')),
  ...API_PATHS.map((path) => `${path.slice(1).replaceAll('.', '\\.')}$`),
].join('|');
