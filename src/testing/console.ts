import { createConsoleApi } from '#api/console/api.ts';
import type { ApiRequest } from '#api/rest/exchange.ts';
import type { OpenServices } from '#server/services.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client would
export type ConsoleAnswer = { status: number; headers: Record<string, string>; body: any };
export type Browser = {
  cookies: Map<string, string>;
  call(
    method: string,
    target: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ConsoleAnswer>;
};

/** Browsers of the console, each with its own cookies, without a socket. */
export function openBrowsers(services: OpenServices): (address?: string) => Browser {
  const api = createConsoleApi(services);
  return (address = '192.0.2.1') => {
    const cookies = new Map<string, string>();
    const call: Browser['call'] = async (method, target, body, headers = {}) => {
      const sent: Record<string, string> = {
        host: new URL(services.config.consoleUrl).host,
        'sec-fetch-site': 'same-origin',
        'user-agent': 'A test',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      };
      const request: ApiRequest = {
        method,
        target,
        header: (name) => sent[name] ?? null,
        body: body === undefined ? null : new Blob([JSON.stringify(body)]).stream(),
        signal: () => new AbortController().signal,
        remoteAddress: address,
      };
      const answer = await api(request);
      keep(cookies, answer.headers['Set-Cookie']);
      const text = await new Response(answer.body as BodyInit | null).text();
      const isJson = Object.entries(answer.headers).some(
        ([name, value]) => name.toLowerCase() === 'content-type' && value.includes('json'),
      );
      return {
        status: answer.status,
        headers: answer.headers,
        body: isJson && text ? JSON.parse(text) : text,
      };
    };
    return { cookies, call };
  };
}

function keep(cookies: Map<string, string>, header: string | undefined): void {
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(header ?? '') ?? [];
  if (!name) return;
  if (value) cookies.set(name, value);
  else cookies.delete(name);
}
