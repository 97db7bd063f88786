import { isIP } from 'node:net';
import { parse as parseDisposition } from 'content-disposition';
import { type Agent, request } from 'undici';
import type { FileResult } from '#kernel/ports/public-web.ts';
import { hostOf, isPublicAddress } from './addresses.ts';

const DEADLINE = 10_000;
const REDIRECTS = 3;

type Rules = { agent: Agent; insecure: boolean; formRefusal(url: string): string | null };
type Response = Awaited<ReturnType<typeof request>>;

/**
 * See `PublicWeb.getFile`. Each redirect must follow the rules of the first URL; the agent checks the address of each
 * connection.
 */
export async function getFile(rules: Rules, text: string, bytes: number): Promise<FileResult> {
  const signal = AbortSignal.timeout(DEADLINE);
  try {
    let url = text;
    for (let hop = 0; hop <= REDIRECTS; hop += 1) {
      const refusal = refusalOf(rules, url);
      if (refusal)
        return failed(hop === 0 ? refusal : `The server redirects to a URL that cannot be used: ${refusal}`);
      const response = await request(url, { dispatcher: rules.agent, headers: { accept: '*/*' }, signal });
      const next = redirectOf(response, url);
      if (next === null) return await read(response, url, bytes);
      await response.body.dump({ limit: 1024 }).catch(() => {});
      url = next;
    }
    return failed(`The server redirects more than ${REDIRECTS} times.`);
  } catch (error) {
    if (signal.aborted) return failed('The server did not answer within 10 seconds.');
    return failed(
      error instanceof Error && error.name === 'Refused' ? error.message : 'The server cannot be reached.',
    );
  }
}

/** Why a URL is refused, or null. An address in the URL is used without a lookup, so it is checked here. */
function refusalOf({ insecure, formRefusal }: Rules, url: string): string | null {
  const form = formRefusal(url);
  if (form !== null || insecure) return form;
  const host = hostOf(new URL(url));
  return isIP(host) && !isPublicAddress(host) ? `${host} is not a public address.` : null;
}

function redirectOf({ statusCode, headers }: Response, url: string): string | null {
  const { location } = headers;
  if (![301, 302, 303, 307, 308].includes(statusCode) || typeof location !== 'string') return null;
  return URL.canParse(location, url) ? new URL(location, url).href : location;
}

async function read(
  { statusCode, headers, body }: Response,
  url: string,
  limit: number,
): Promise<FileResult> {
  if (statusCode !== 200) {
    await body.dump({ limit: 1024 }).catch(() => {});
    return failed(`The server answered with status ${statusCode}.`);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > limit) return failed(`The file is larger than ${limit} bytes.`);
    chunks.push(chunk);
  }
  const type = headers['content-type'];
  return {
    content: Buffer.concat(chunks),
    contentType: typeof type === 'string' ? type : null,
    filename: nameOf(headers['content-disposition'], url),
    error: null,
  };
}

/** The name that the server gives, or else the last part of the path. */
function nameOf(disposition: string | string[] | undefined, url: string): string | null {
  try {
    const given =
      typeof disposition === 'string' ? parseDisposition(disposition).parameters.filename : undefined;
    return given || decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '') || null;
  } catch {
    return null;
  }
}

const failed = (error: string): FileResult => ({ content: null, error });
