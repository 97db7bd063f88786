import type { ApiAnswer } from '#api/rest/exchange.ts';
import type { OpenCall } from '#api/rest/open-operation.ts';
import { headersOf, jsonAnswer } from '#api/rest/respond.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { beginOAuth, finishOAuth } from '#workspace/sign-in/index.ts';
import { clientOf, spendTry } from './call.ts';
import { oauthCookie, readCookie, sessionCookie } from './cookie.ts';
import { safeNext } from './safe-next.ts';

/** Where the browser goes to sign in with a provider; what it must bring back is in the cookie. */
export async function startOAuth(
  call: OpenCall,
  { provider, next }: { provider: string; next?: string | undefined },
): Promise<ApiAnswer> {
  const { token, url } = await beginOAuth(call.services, provider, safeNext(next));
  return jsonAnswer(call.exchange, 200, { url }, { 'Set-Cookie': oauthCookie(call.services.config, token) });
}

/** The browser comes back from the provider. It is a person who looks at the answer: every refusal leads to the page. */
export async function completeOAuth(call: OpenCall, { provider }: { provider: string }): Promise<ApiAnswer> {
  const { services, request } = call;
  try {
    await spendTry(call);
    const query = new URLSearchParams(request.target.split('?', 2)[1] ?? '');
    const given = {
      state: query.get('state') ?? '',
      code: query.get('code') ?? '',
      token: readCookie(services.config, 'oauth', request.header('cookie')) ?? '',
    };
    const { session, next } = await finishOAuth(services, provider, given, clientOf(call));
    return redirect(call, safeNext(next), sessionCookie(services.config, session));
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'route_not_found') throw error;
    return redirect(call, `/console/sign-in?refused=${provider}`);
  }
}

const redirect = ({ exchange, services }: OpenCall, path: string, cookie?: string): ApiAnswer => ({
  status: 303,
  headers: {
    ...headersOf(exchange),
    Location: `${services.config.consoleUrl}${path}`,
    // The code in the address is for us alone.
    'Referrer-Policy': 'no-referrer',
    ...(cookie && { 'Set-Cookie': cookie }),
  },
  body: null,
});
