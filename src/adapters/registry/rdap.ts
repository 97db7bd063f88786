import { z } from 'zod';
import type { PublicWeb } from '#kernel/ports/public-web.ts';
import type { RegisteredDomain, Registry } from '#kernel/ports/registry.ts';

const BOOTSTRAP_BYTES = 1024 * 1024;
const DOMAIN_BYTES = 256 * 1024;
/** IANA's list changes about once a week. After a failure, it is requested again sooner. */
const BOOTSTRAP_MS = 24 * 60 * 60 * 1000;
const RETRY_MS = 60 * 60 * 1000;
const PATIENCE_MS = 5_000;
const MAX_NAME = 200;

/** RFC 9224 section 3: top-level domains, and the RDAP servers of each group. */
const bootstrap = z.object({
  services: z.array(z.tuple([z.array(z.string().max(255)), z.array(z.string().max(500))])).max(5_000),
});

const event = z.object({ eventAction: z.string().max(100), eventDate: z.string().max(64) });
const entity = z.object({
  roles: z.array(z.string().max(100)).max(20).default([]),
  /** A jCard (RFC 7095): `["vcard", [["fn", {}, "text", "Registrar Ltd"], …]]`. */
  vcardArray: z.tuple([z.string(), z.array(z.array(z.unknown()).max(10)).max(100)]).optional(),
  handle: z.string().max(200).optional(),
});

/** The part of a domain object that we read (RFC 9083 section 5.3). */
const domainObject = z.object({
  objectClassName: z.literal('domain'),
  ldhName: z.string().max(255),
  events: z.array(event).max(100).default([]),
  entities: z.array(entity).max(100).default([]),
});

type Options = {
  web: Pick<PublicWeb, 'getFile'>;
  /** URL of the list of servers: IANA's, or another in the same form. */
  url: string;
  now(): Date;
  /** Time limit of a whole lookup, in milliseconds: callers continue without the answer afterwards. */
  patience?: number;
};

type Servers = { byName: ReadonlyMap<string, string>; until: number };

/**
 * RDAP (RFC 9082, RFC 9083) with the servers that IANA lists (RFC 9224). All URLs come from outside, so the safe client
 * fetches them.
 */
export function createRdap({ web, url, now, patience = PATIENCE_MS }: Options): Registry {
  let servers: Promise<Servers> | null = null;

  const json = async (address: string, bytes: number): Promise<unknown> => {
    const { content } = await web.getFile(address, bytes);
    return content === null ? null : parseJson(content);
  };

  async function load(): Promise<Servers> {
    const found = bootstrap.safeParse(await json(url, BOOTSTRAP_BYTES));
    if (!found.success) return { byName: new Map(), until: now().getTime() + RETRY_MS };
    const byName = new Map(
      found.data.services.flatMap(([names, addresses]) => {
        const server = addresses.find((each) => each.startsWith('https:')) ?? addresses[0];
        return server === undefined ? [] : names.map((name) => [name.toLowerCase(), server] as const);
      }),
    );
    return { byName, until: now().getTime() + BOOTSTRAP_MS };
  }

  /** The list of servers. Concurrent callers share one download. */
  async function known(): Promise<ReadonlyMap<string, string>> {
    servers ??= load();
    const asked = servers;
    const current = await asked;
    if (current.until > now().getTime()) return current.byName;
    if (servers === asked) servers = load();
    return (await servers).byName;
  }

  async function look(domain: string): Promise<RegisteredDomain | null> {
    const server = serverOf(await known(), domain);
    if (server === null) return null;
    const address = `${server.replace(/\/*$/, '/')}domain/${encodeURIComponent(domain)}`;
    const found = domainObject.safeParse(await json(address, DOMAIN_BYTES));
    if (!found.success || plain(found.data.ldhName) !== domain) return null;
    return readDomain(found.data);
  }

  return {
    find: (domain) => within(patience, look(plain(domain))),
  };
}

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** The server of the longest listed suffix (RFC 9224 section 4). */
function serverOf(servers: ReadonlyMap<string, string>, domain: string): string | null {
  const labels = domain.split('.');
  for (let from = 1; from < labels.length; from += 1) {
    const server = servers.get(labels.slice(from).join('.'));
    if (server !== undefined) return server;
  }
  return null;
}

function readDomain({ events, entities }: z.output<typeof domainObject>): RegisteredDomain {
  const at = (action: string): string | null => {
    const found = events.find(({ eventAction }) => eventAction.toLowerCase() === action);
    const time = found ? Date.parse(found.eventDate) : Number.NaN;
    return Number.isNaN(time) ? null : new Date(time).toISOString();
  };
  const registrar = entities.find(({ roles }) => roles.some((role) => role.toLowerCase() === 'registrar'));
  return {
    registrar: registrar ? nameOf(registrar) : null,
    registered_at: at('registration'),
    expires_at: at('expiration'),
  };
}

function nameOf({ vcardArray, handle }: z.output<typeof entity>): string | null {
  const name = vcardArray?.[1].find(([property]) => property === 'fn')?.[3];
  const text = typeof name === 'string' && name.trim() !== '' ? name : handle;
  return (
    text
      ?.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
      .trim()
      .slice(0, MAX_NAME)
      .toWellFormed() || null
  );
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return null;
  }
}

/** The result of the work, or null if it fails or takes longer. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([work.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
