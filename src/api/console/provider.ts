import type { ApiAnswer } from '#api/rest/exchange.ts';
import type { OpenCall } from '#api/rest/open-operation.ts';
import { headersOf, jsonAnswer } from '#api/rest/respond.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { beginProvider, type Finished, finishProvider, isSignIn } from '#workspace/sign-in/index.ts';
import { clientOf, spendTry } from './call.ts';
import { challengeCookie, oauthCookie, readCookie, sessionCookie, stepCookie } from './cookie.ts';
import { safeNext } from './safe-next.ts';
import { findVisitor } from './visitor.ts';

type StartInput = { provider: string; next?: string | undefined };

/** Redirects the browser to a provider for signing in. The cookie contains what it must bring back. */
export async function startProvider(
  call: OpenCall,
  { provider, next }: StartInput,
  user: string | null = null,
): Promise<ApiAnswer> {
  const begun = await beginProvider(call.services, provider, { next: safeNext(next), user });
  const cookie = oauthCookie(call.services.config, begun.cookie);
  return jsonAnswer(call.exchange, 200, { url: begun.url }, { 'Set-Cookie': cookie });
}

/** The browser returns from the provider. A person sees the response, so every refusal leads to a page. */
export async function completeProvider(
  call: OpenCall,
  { provider }: { provider: string },
): Promise<ApiAnswer> {
  const { services, request } = call;
  const visitor = await findVisitor(services, request);
  const cookie = readCookie(services.config, 'oauth', request.header('cookie')) ?? '';
  try {
    await spendTry(call);
    const given = {
      answer: new URLSearchParams(request.target.split('?', 2)[1] ?? ''),
      cookie,
      user: visitor?.session.user_id ?? null,
    };
    return lead(call, provider, await finishProvider(services, provider, given, clientOf(call)));
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'route_not_found') throw error;
    const query = { refused: provider, reason: error.code };
    // A signed-in person was linking an account, or wanted to sign in in another way.
    const isFirst = !visitor || isSignIn(services, provider, cookie);
    const page = isFirst ? 'sign-in' : 'security';
    const more: Record<string, string> = isFirst && visitor ? { again: '1' } : {};
    return redirect(call, `/console/${page}?${new URLSearchParams({ ...query, ...more })}`);
  }
}

function lead(call: OpenCall, provider: string, finished: Finished): ApiAnswer {
  const { config } = call.services;
  const next = safeNext(finished.next);
  const page = (query: Record<string, string>) =>
    `/console/sign-in?${new URLSearchParams({ ...query, next })}`;
  switch (finished.kind) {
    case 'session':
      return redirect(call, next, sessionCookie(config, finished.token));
    case 'step':
      return redirect(call, page({ step: 'second' }), stepCookie(config, finished.token));
    case 'confirm':
      return redirect(call, page({ confirm: provider }), challengeCookie(config, finished.challenge));
    case 'linked':
      return redirect(call, next);
  }
}

const redirect = ({ exchange, services }: OpenCall, path: string, cookie?: string): ApiAnswer => ({
  status: 303,
  headers: {
    ...headersOf(exchange),
    Location: `${services.config.consoleUrl}${path}`,
    // The code in the address must not reach other sites.
    'Referrer-Policy': 'no-referrer',
    ...(cookie && { 'Set-Cookie': cookie }),
  },
  body: null,
});
