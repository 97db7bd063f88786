import { type NextRequest, NextResponse } from 'next/server';
import { isApiPath } from '#api/rest/api-paths.ts';
import { belongsToApi } from '#api/rest/hosts.ts';
import { type Config, loadConfig } from '#kernel/base/config.ts';
import { AppError, envelopeOf } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { PAGE_HEADER } from './app/console/data/seed-keys.ts';
import { FRAME_PATH, framePolicy } from './app/console/mailbox/frame-document.ts';
import { PDF_FRAME_PATH, pdfFramePolicy } from './app/console/mailbox/pdf-frame.ts';

let deployment: Config | undefined;

/**
 * Gives every page a Content-Security-Policy with a fresh nonce, which Next puts on its own scripts, and
 * keeps pages off the API host where the console has a host of its own (spec 4.1, Hosts).
 * API paths pass through unchanged.
 */
export function proxy(request: NextRequest): NextResponse {
  if (isApiPath(request.nextUrl.pathname)) return NextResponse.next();
  deployment ??= loadConfig(process.env);
  // Under `npm start` the listener has already done this; a plain `next start` comes here first.
  const [host, accept] = ['host', 'accept'].map((name) => request.headers.get(name) ?? undefined);
  if (belongsToApi(deployment, host, request.nextUrl.pathname, accept)) {
    return NextResponse.json(envelopeOf(new AppError('route_not_found'), newId('request')), { status: 404 });
  }
  const framed = policyOfFrame(request.nextUrl);
  if (framed) {
    const frame = NextResponse.next();
    frame.headers.set('Content-Security-Policy', framed);
    return frame;
  }
  const policy = contentSecurityPolicy(crypto.randomUUID().replaceAll('-', ''));
  const headers = new Headers(request.headers);
  // Next reads the nonce from this request header while it renders.
  headers.set('Content-Security-Policy', policy);
  // Layouts are not told which page they are for, and the first one reads what it shows (app/console/seed.ts).
  headers.set(PAGE_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  return response;
}

/** The document that html of mails is shown in runs no script at all, not even ours; that of PDFs has no origin. */
const policyOfFrame = ({ pathname, search }: NextRequest['nextUrl']): string | null =>
  pathname === FRAME_PATH ? framePolicy(search) : pathname === PDF_FRAME_PATH ? pdfFramePolicy() : null;

/** Everything but Next's immutable assets. Next reads this while it builds, so it must be a literal. */
export const config = { matcher: ['/((?!_next/static/|icon\\.svg$).*)'] };

function contentSecurityPolicy(nonce: string): string {
  const development = process.env.NODE_ENV === 'development';
  // React rebuilds server stacks with eval in development, and the reload overlay sets inline styles.
  const scripts = development ? " 'unsafe-eval'" : '';
  const styles = development ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${scripts}`,
    `style-src 'self' ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
