import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import type { PostResult, PublicWeb } from '#kernel/ports/public-web.ts';
import { disguisesAddress, hostOf, isPublicAddress, isPublicName } from './addresses.ts';
import { getFile } from './get-file.ts';
import { isWebPort } from './ports.ts';

const DEADLINE = 15_000;
const BODY_BYTES = 4 * 1024;
const GET_DEADLINE = 5_000;
const JSON_BYTES = 64 * 1024;
const DNS_TIMEOUT = 2_000;
const MAX_URL = 2_048;

class Refused extends Error {
  override name = 'Refused';
}

type Options = { insecure: boolean; dnsServers: readonly string[] };

/** Every new connection goes to an address that was checked for it, so that a name cannot change between check and use. */
export function createPublicWeb({ insecure, dnsServers }: Options): PublicWeb {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT, tries: 2 });
  if (dnsServers.length > 0) resolver.setServers(dnsServers);

  /**
   * Uses only DNS, because the hosts file names our own network, and because four slow names block getaddrinfo for all
   * others.
   */
  async function resolve(given: string): Promise<LookupAddress[]> {
    const host = given.toLowerCase().replace(/\.$/, '');
    if (isIP(host)) return checked(host, [{ address: host, family: isIP(host) }]);
    if (!isPublicName(host)) throw new Refused(`Use a public host: ${host} is not a public name.`);
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length === 0)
      throw four.status === 'rejected'
        ? four.reason
        : new Error('Use another host: this one has no address in DNS.');
    return checked(host, found);
  }

  const lookup: LookupFunction = (host, options, callback) => {
    resolve(host).then(
      (found) => (options.all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family)),
      (error) => callback(error, []),
    );
  };
  const agent = new Agent({
    connect: insecure ? { timeout: DEADLINE } : { timeout: DEADLINE, lookup },
    // One request at a time per connection, so that a slow response does not delay others.
    pipelining: 1,
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 60_000,
    // `post` has a time limit for the whole request.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function refusalOf(text: string): Promise<string | null> {
    const form = formRefusal(text, insecure);
    if (form !== null || insecure) return form;
    try {
      await resolve(hostOf(new URL(text)));
      return null;
    } catch (error) {
      return error instanceof Refused ? error.message : null;
    }
  }

  return {
    refusalOf,
    resolve: insecure ? resolveAny : resolve,
    async post(text, headers, body) {
      const refusal = formRefusal(text, insecure);
      if (refusal) return { status: null, error: refusal };
      const url = new URL(text);
      // An address in the URL is used without a lookup, so it is checked here.
      if (!insecure && isIP(hostOf(url)) && !isPublicAddress(hostOf(url)))
        return { status: null, error: `${hostOf(url)} is not a public address.` };
      return post(agent, url, headers, body);
    },
    async getJson(text) {
      const isRefused = formRefusal(text, insecure) !== null;
      if (isRefused || (!insecure && isIP(hostOf(new URL(text))))) return null;
      return getJson(agent, text).catch(() => null);
    },
    getFile: (text, bytes) =>
      getFile({ agent, insecure, formRefusal: (url) => formRefusal(url, insecure) }, text, bytes),
    close: () => agent.destroy(),
  };
}

async function getJson(agent: Agent, url: string): Promise<unknown> {
  const { statusCode, body } = await request(url, {
    dispatcher: agent,
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(GET_DEADLINE),
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (statusCode !== 200 || bytes > JSON_BYTES) return null;
    chunks.push(chunk);
  }
  return statusCode === 200 ? JSON.parse(Buffer.concat(chunks).toString('utf8')) : null;
}

function checked(host: string, found: LookupAddress[]): LookupAddress[] {
  if (found.every(({ address }) => isPublicAddress(address))) return found;
  throw new Refused(
    isIP(host) ? `${host} is not a public address.` : `${host} has an address that is not public.`,
  );
}

/** Why a URL is refused for its form, before any lookup. */
function formRefusal(text: string, insecure: boolean): string | null {
  if (text.length > MAX_URL) return `Use at most ${MAX_URL} characters.`;
  if (!URL.canParse(text)) return 'Use a URL, for example https://example.com/hooks.';
  const url = new URL(text);
  const { protocol, username, password, port } = url;
  if (protocol !== 'https:' && !(insecure && protocol === 'http:'))
    return 'Use a URL that begins with https://.';
  if (username || password) return 'Remove the user name and the password from the URL.';
  // Nothing listens on port 0, and clients treat it differently.
  if (port === '0') return 'Use a port other than 0.';
  if (insecure) return null;
  if (!isWebPort(port)) return `Use a port other than ${port}, which belongs to another protocol.`;
  return disguisesAddress(text, url) ? 'Write the IPv4 address as four decimal numbers.' : null;
}

async function resolveAny(host: string): Promise<LookupAddress[]> {
  const { lookup } = await import('node:dns/promises');
  return lookup(host, { all: true });
}

/** Avoids streams and signals, which would double the cost of a post; there are many thousands of posts. */
const post = (agent: Agent, url: URL, headers: Record<string, string>, body: string): Promise<PostResult> =>
  new Promise((resolve) => {
    let sent: Dispatcher.DispatchController | undefined;
    let status: number | null = null;
    let bytes = 0;
    let ended = false;
    /** Ends the post. Once the status is known, an error only means that the connection is not reused. */
    const end = (error: string): void => {
      ended = true;
      clearTimeout(timer);
      resolve(status === null ? { status, error } : { status, error: null });
    };
    const stop = (error: string): void => {
      end(error);
      sent?.abort(new Error(error));
    };
    const timer = setTimeout(stop, DEADLINE, 'timeout: no answer within 15 seconds');
    const path = url.pathname + url.search;
    agent.dispatch(
      { origin: url.origin, path, method: 'POST', headers, body },
      {
        onRequestStart(started) {
          sent = started;
          if (ended) started.abort(new Error('too late'));
        },
        onResponseStart(_, code) {
          if (code >= 200) status = code;
        },
        onResponseData(_, chunk) {
          bytes += chunk.length;
          if (bytes > BODY_BYTES && !ended) stop('read enough');
        },
        onResponseEnd: () => end('no status'),
        onResponseError: (_, error) => end(told(error)),
      },
    );
  });

/** Describes an error in a few words for the customer. It can quote the remote server, so it is sanitized for storage. */
function told(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return told(error.errors[0]);
  if (!(error instanceof Error)) return 'connection failed';
  if (error.cause instanceof Refused) return error.cause.message;
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  return `${code}${error.message}`
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, 300)
    .toWellFormed();
}
