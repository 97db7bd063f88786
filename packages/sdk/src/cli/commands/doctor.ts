import { Resolver } from 'node:dns/promises';
import type { Proofmail } from '../../client.ts';
import { PermissionError, type ProofmailError } from '../../errors.ts';
import type { Domain, DomainRecord, OwnApiKey } from '../../generated/types.ts';
import { type Context, defineCommand, exit } from '../command.ts';
import { type Finding, ok, type Status, skipped } from '../finding.ts';
import { examineMailDomain } from '../mail-dns.ts';
import { safeLine, table } from '../output.ts';

type Check = (client: Proofmail, me: OwnApiKey | null, signal: AbortSignal) => Promise<Finding[]>;

const DAY = 86_400_000;

const reach: Check = async (client, _me, signal) => {
  let answered = '';
  const began = Date.now();
  const onResponse = (response: Response) => {
    answered = response.headers.get('date') ?? '';
  };
  const {
    status,
    version,
    reasons = [],
  } = await client.deployment.health({ signal, onResponse, maxRetries: 0 });
  const health: Finding =
    status === 'ok'
      ? ok('server', `${client.baseUrl} answers, version ${version}.`)
      : {
          check: 'server',
          status: 'failed',
          detail: `${client.baseUrl} answers, but not everything works: ${reasons.join(', ')}.`,
          fix: 'Ask its operator: with the platform key, this command shows the reason.',
        };
  const away = answered === '' ? 0 : Math.round((Date.parse(answered) - began) / 1000);
  if (Math.abs(away) < 30) return [health, ok('clock', 'The clocks of this machine and the server agree.')];
  const fix = 'Set the clock of this machine (NTP). Otherwise signatures and assertions are refused.';
  return [
    health,
    { check: 'clock', status: 'warning', detail: `The clocks are ${away} seconds apart.`, fix },
  ];
};

const key: Check = async (_client, me) => {
  if (!me) return [skipped('key', 'There is no API key.')];
  const soon = me.expires_at !== null && Date.parse(me.expires_at) - Date.now() < 7 * DAY;
  const detail = `${me.name}, level ${me.level}, ${me.permissions.length} permissions.`;
  if (!soon) return [ok('key', detail)];
  return [
    {
      check: 'key',
      status: 'warning',
      detail: `${detail} It expires at ${me.expires_at}.`,
      fix: 'Rotate it with POST /v1/keys/{key_id}/rotate.',
    },
  ];
};

const components: Check = async (client, me, signal) => {
  if (me?.level !== 'platform')
    return [skipped('deployment', 'Only a platform key can check the parts: ports, queues, mail.')];
  const { components: parts } = await client.platform.health({ signal });
  return parts.map(({ name, status, detail }) => ({
    check: name,
    status: ({ ok: 'ok', off: 'skipped', degraded: 'warning', down: 'failed' } as const)[status],
    detail: safeLine(detail),
    ...(status === 'down' || status === 'degraded' ? { fix: `See ${name} in docs/operations.md.` } : {}),
  }));
};

const mailboxes: Check = async (client, me, signal) => {
  const list = await client.identities.list({ limit: 100 }, { signal });
  if (list.data.length === 0)
    return [
      {
        check: 'identities',
        status: 'warning',
        detail: 'The key cannot access any identity.',
        fix: `Create one with POST /v1/tenants/${me?.tenant_id ?? '{tenant_id}'}/identities.`,
      },
    ];
  const stopped = list.data.filter(({ status }) => status !== 'active');
  const mute = list.data.filter(({ owner, status }) => status === 'active' && owner === null);
  return [
    ok(
      'identities',
      `${list.data.length - stopped.length} of ${list.data.length} are active${list.next_cursor ? ' (of the newest hundred)' : ''}.`,
    ),
    ...stopped.map(
      ({ id, primary_address, status }): Finding => ({
        check: 'identities',
        status: 'warning',
        detail: `${primary_address ?? id} is ${status}.`,
        fix: 'Resume it with PATCH /v1/identities/{identity_id}: until then it neither sends nor signs.',
      }),
    ),
    ...mute.map(
      ({ id, primary_address }): Finding => ({
        check: 'identities',
        status: 'warning',
        detail: `${primary_address ?? id} has no owner and cannot send.`,
        fix: 'Set an owner with PATCH /v1/identities/{identity_id}.',
      }),
    ),
  ];
};

const purposes: Record<DomainRecord['purpose'], string> = {
  ownership: 'proof of ownership',
  mx: 'MX',
  spf: 'SPF',
  dkim: 'DKIM',
  dmarc: 'DMARC',
  return_path: 'return path',
  mta_sts: 'MTA-STS',
  tls_rpt: 'TLS reports',
};

const domains: Check = async (client, me, signal) => {
  const tenants = await tenantsOf(client, me, signal);
  const lists = await Promise.all(
    tenants.map((tenant) => client.domains.list(tenant, {}, { signal }).take(100)),
  );
  const all = lists.flat();
  if (all.length === 0)
    return [skipped('domains', 'You have no domains of your own: all addresses are on the platform domain.')];
  return all.flatMap(findingsOf);
};

/** For a platform key, only the first tenants are checked, because more would need too many calls. */
const MOST_TENANTS = 20;

async function tenantsOf(client: Proofmail, me: OwnApiKey | null, signal: AbortSignal): Promise<string[]> {
  if (me?.tenant_id) return [me.tenant_id];
  return (await client.tenants.list({}, { signal }).take(MOST_TENANTS)).map(({ id }) => id);
}

function findingsOf({ domain, status, status_reason, records, fallback_active }: Domain): Finding[] {
  const head: Finding =
    status === 'healthy'
      ? ok(domain, 'It works.')
      : {
          check: domain,
          status: fallback_active ? 'failed' : 'warning',
          detail: `It is ${status}${status_reason ? `: ${status_reason}` : ''}.`,
        };
  return [
    head,
    // Recommended records are shown only in the console, because nothing is wrong without them.
    ...records
      .filter((record) => record.affects_status)
      .map((record): Finding => {
        const name = `${purposes[record.purpose]} of ${domain}`;
        if (record.status === 'present') return ok(name, record.name);
        return {
          check: name,
          status: record.is_critical ? 'failed' : 'warning',
          detail: `${record.name} is ${record.status}${record.found.length > 0 ? `; found: ${safeLine(record.found.join(' | '))}` : ''}.`,
          fix: safeLine(record.fix ?? `Publish ${record.type} ${record.name}: ${record.value}`),
        };
      }),
  ];
}

/** Checks the DNS records of the agents' domains, as other mail servers see them. */
const records: Check = async (client, _me, signal) => {
  const { data } = await client.identities.list({ limit: 100 }, { signal });
  const names = data.flatMap(({ primary_address }) => primary_address?.split('@').slice(-1) ?? []);
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const lists = [...new Set(names)]
    .slice(0, MOST_DOMAINS)
    .map((domain) => examineMailDomain(domain, resolver));
  return (await Promise.all(lists)).flat();
};

const MOST_DOMAINS = 10;

/** Checks for mail to these mailboxes that was refused. */
const refused: Check = async (client, _me, signal) => {
  const { data } = await client.explain.refusals({ limit: 100 }, { signal });
  if (data.length === 0) return [ok('refused mail', 'None within the last seven days.')];
  const groups = Map.groupBy(data, ({ recipient, reason }) => `${recipient} ${reason}`);
  return [...groups.values()].slice(0, MOST_REFUSED).map((group): Finding => {
    const [{ recipient, smtp_code, meaning, fix, at }] = group as [(typeof data)[number]];
    const times = group.length === 1 ? 'once' : `${group.length} times`;
    return {
      check: 'refused mail',
      status: 'warning',
      detail: safeLine(`${recipient} ${times}, last at ${at}, with ${smtp_code}: ${meaning}`),
      ...(fix && { fix }),
    };
  });
};

const MOST_REFUSED = 10;

const webhooks: Check = async (client, _me, signal) => {
  const list = await client.webhooks.list({}, { signal }).take(100);
  const stopped = list.filter(({ enabled }) => !enabled);
  if (stopped.length === 0) return [ok('webhooks', `${list.length} endpoints, all enabled.`)];
  return stopped.map(({ url, disabled_reason }) => ({
    check: 'webhooks',
    status: 'warning',
    detail: `${url} is disabled${disabled_reason ? ` (${disabled_reason})` : ''}.`,
    fix: 'Repair the receiver, then enable the endpoint with PATCH /v1/webhooks/{webhook_id}.',
  }));
};

const mcp: Check = async (client, _me, signal) => {
  const response = await fetch(`${client.baseUrl}/mcp`, {
    method: 'POST',
    signal,
    redirect: 'error',
    headers: {
      authorization: `Bearer ${await client.secret()}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const { result } = (await response.json()) as { result?: { tools: unknown[] } };
  if (result) return [ok('mcp', `${client.baseUrl}/mcp offers ${result.tools.length} tools to this key.`)];
  return [
    {
      check: 'mcp',
      status: 'failed',
      detail: `${client.baseUrl}/mcp answers with status ${response.status}.`,
      fix: 'Check the proxies in between: they must forward POST /mcp.',
    },
  ];
};

const looks: Record<string, Check> = {
  key,
  components,
  identities: mailboxes,
  domains,
  records,
  refused,
  webhooks,
  mcp,
};

async function look(name: string, run: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof PermissionError)
      return [
        skipped(
          name,
          `The key lacks the permission for this check (${String(error.details.required ?? error.code)}).`,
        ),
      ];
    const { message, fix } = error as Partial<ProofmailError>;
    return [{ check: name, status: 'failed', detail: message ?? String(error), ...(fix && { fix }) }];
  }
}

const marks: Record<Status, string> = { ok: 'ok', warning: 'WARN', failed: 'FAIL', skipped: '-' };

async function diagnose({ client, signal }: Context): Promise<Finding[]> {
  const proofmail = await client();
  const first = await look('server', () => reach(proofmail, null, signal));
  if (first[0]?.status === 'failed' && first.length === 1) return first;
  let me: OwnApiKey | null = null;
  const keyProblem = await look('key', async () => {
    me = await proofmail.keys.me({ signal });
    return [];
  });
  if (me === null) return [...first, ...keyProblem];
  const rest: Finding[][] = [];
  for (const [name, run] of Object.entries(looks))
    rest.push(await look(name, () => run(proofmail, me, signal)));
  return [...first, ...rest.flat()];
}

const doctor = defineCommand({
  name: 'doctor',
  arguments: '',
  summary: 'Check the setup: server, key, ports, queues, identities, MX, PTR, SPF, DKIM, webhooks, MCP',
  options: {},
  help: {},
  takes: [0, 0],
  async run(context) {
    const findings = await diagnose(context);
    const rows = findings.flatMap(({ check, status, detail, fix }) => [
      [marks[status], check, detail],
      ...(fix ? [['', '', `→ ${fix}`]] : []),
    ]);
    const isWell = findings.every(({ status }) => status !== 'failed');
    context.output.result({ ok: isWell, findings }, table(rows));
    return isWell ? exit.ok : exit.failed;
  },
});

export const doctorCommands = [doctor];
