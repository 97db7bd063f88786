// The one list of the API's paths: the listener, `proxy.ts` and `next.config.ts` are made from it. It imports nothing, so
// that Next's configuration can read it too.

/**
 * All paths below these belong to the API. The pages for unsubscribing and approving are on the console's host but not
 * part of the console.
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

/** The API's other paths. */
export const API_PATHS = ['/v1', '/mcp', '/health', '/ready', '/openapi.json'] as const;

/** Whether a path belongs to the API. All others belong to the console. */
export const isApiPath = (pathname: string): boolean =>
  (API_PATHS as readonly string[]).includes(pathname) ||
  API_PREFIXES.some((prefix) => pathname.startsWith(prefix));

/** All paths of the console: its pages, the paths that they call and load, and files that browsers request. */
const CONSOLE_PREFIXES = ['/console/', '/docs/', '/api/', '/_next/', '/__nextjs'] as const;
const CONSOLE_FILES = ['/llms.txt', '/skill.md', '/icon.svg', '/favicon.ico', '/robots.txt'];
const CONSOLE_PATHS = ['/', '/console', '/docs', ...CONSOLE_FILES];

/** Next's image optimiser is not part of the console, because none of our pages uses it. */
const isConsolePath = (pathname: string): boolean =>
  pathname !== '/_next/image' &&
  (CONSOLE_PATHS.includes(pathname) || CONSOLE_PREFIXES.some((prefix) => pathname.startsWith(prefix)));

/**
 * Whether the API answers, even if only with 404: its paths, also in other case or with extra slashes, and paths that
 * do not exist, for example `/emails`. A browser (`accept` has `text/html`) gets the console's page about a missing
 * page instead.
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
