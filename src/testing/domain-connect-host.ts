import { createPublicKey, verify } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import type { DnsServer } from './dns-server.ts';
import { type HttpSink, type SinkAnswer, startHttpSink } from './http-sink.ts';

type TemplateRecord = Record<string, unknown> & { type: string; groupId?: string; host: string };
export type ConnectTemplate = {
  providerId: string;
  serviceId: string;
  syncPubKeyDomain?: string;
  records: TemplateRecord[];
};

export type ConnectHost = HttpSink & {
  /** The templates that it has. */
  templates: ConnectTemplate[];
  /** If set, the response to a request for its settings. */
  says: SinkAnswer | null;
};

/**
 * A DNS host on loopback that implements the published Domain Connect protocol: it serves its settings, knows the templates
 * that were submitted to it, and applies one to its zone if the request is signed by the key in DNS. It does at once what
 * its user would confirm on a page.
 */
export async function startConnectHost(dns: DnsServer): Promise<ConnectHost> {
  const templates: ConnectTemplate[] = [];
  const sink = await startHttpSink(({ path }) => answer(path));

  function answer(address: string): SinkAnswer | Promise<SinkAnswer> {
    const [path, query = ''] = address.split('?', 2) as [string, string?];
    const settings = /^\/v2\/([^/]+)\/settings$/.exec(path);
    if (settings)
      return (
        host.says ?? {
          status: 200,
          body: {
            providerId: 'host.example',
            providerName: 'Host',
            providerDisplayName: 'The Host',
            urlSyncUX: `${sink.url}/ux/`,
            urlAPI: sink.url,
          },
        }
      );
    const asked = /^(\/ux)?\/v2\/domainTemplates\/providers\/([^/]+)\/services\/([^/]+)(\/apply)?$/.exec(
      path,
    );
    const template = templates.find(
      ({ providerId, serviceId }) => providerId === asked?.[2] && serviceId === asked[3],
    );
    if (!template) return { status: 404, body: {} };
    return asked?.[4] ? apply(dns, template, query) : { status: 200, body: template };
  }
  const host: ConnectHost = Object.assign(sink, { templates, says: null });
  return host;
}

async function apply(dns: DnsServer, template: ConnectTemplate, query: string): Promise<SinkAnswer> {
  if (template.syncPubKeyDomain && !(await isSigned(dns, template.syncPubKeyDomain, query)))
    return { status: 403, body: { message: 'signature' } };
  const given = new URLSearchParams(query);
  const groups = given.get('groupId')?.split(',') ?? null;
  const root = [given.get('host'), given.get('domain')].filter(Boolean).join('.');
  for (const record of template.records) {
    if (groups !== null && record.groupId !== undefined && !groups.includes(record.groupId)) continue;
    const filled = Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        typeof value === 'string' ? replaced(value, given) : value,
      ]),
    ) as TemplateRecord;
    add(dns, filled, root);
  }
  return { status: 200, body: { message: 'applied' } };
}

function replaced(text: string, given: URLSearchParams): string {
  return text.replaceAll(/%(\w+)%/g, (_, name: string) => {
    const value = given.get(name);
    if (value === null) throw new Error(`The request has no value for %${name}%.`);
    return value;
  });
}

function add({ records: zone }: DnsServer, record: TemplateRecord, root: string): void {
  const name = record.host === '@' ? root : `${record.host}.${root}`;
  const present = zone[name];
  const entry = typeof present === 'object' ? present : {};
  zone[name] = entry;
  if (record.type === 'CNAME') entry.CNAME = String(record.pointsTo);
  if (record.type === 'MX')
    entry.MX = [{ exchange: String(record.pointsTo), priority: Number(record.priority) }];
  if (record.type === 'TXT') entry.TXT = [...(entry.TXT ?? []), String(record.data)];
  if (record.type === 'SPFM') entry.TXT = [...(entry.TXT ?? []), `v=spf1 ${record.spfRules} ~all`];
}

/**
 * Whether the query, without `sig` and `key`, was signed by the key in the TXT records `<key>.<syncPubKeyDomain>`: both as
 * received, and as rebuilt by verifiers that sort and encode the values.
 */
async function isSigned(dns: DnsServer, keyDomain: string, query: string): Promise<boolean> {
  const given = new URLSearchParams(query);
  const [sig, key] = [given.get('sig'), given.get('key')];
  if (!sig || !key) return false;
  const publicKey = await publicKeyAt(dns, `${key}.${keyDomain}`);
  if (!publicKey) return false;
  const asItCame = query
    .split('&')
    .filter((pair) => !/^(sig|key)=/.test(pair))
    .join('&');
  const again = new URLSearchParams([...given].filter(([name]) => name !== 'sig' && name !== 'key'));
  again.sort();
  return [asItCame, again.toString()].every((text) =>
    verify('sha256', Buffer.from(text), publicKey, Buffer.from(sig, 'base64')),
  );
}

/** The key in its numbered parts: `p=1,a=RS256,d=…`. */
async function publicKeyAt(dns: DnsServer, name: string) {
  const resolver = new Resolver();
  resolver.setServers([dns.address]);
  const texts = await resolver.resolveTxt(name).catch(() => []);
  const parts = texts.map((pieces) => /^p=(\d+),a=RS256,d=([\w+/=]+)$/.exec(pieces.join('')));
  if (parts.length === 0 || parts.includes(null)) return null;
  const data = parts
    .map((part) => ({ at: Number(part![1]), text: part![2]! }))
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => text)
    .join('');
  return createPublicKey({ key: Buffer.from(data, 'base64'), format: 'der', type: 'spki' });
}
