import { availableParallelism } from 'node:os';
import { rspamdFilter } from '#adapters/spam-filter/rspamd.ts';
import {
  type Authentication,
  createParsePool,
  degradedMessage,
  type ParseJob,
  type ParsePool,
  type ProcessedMessage,
} from '#content/mime/index.ts';
import { createBatchers, endOfTurn } from '#kernel/data/batcher.ts';
import { readBlob, stageBlob, unpacked } from '#kernel/data/blobs.ts';
import { type Database, quickly } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { SpamFilter } from '#kernel/ports/spam-filter.ts';
import { isReportAddress, type ReceivedReports, readReports } from '#mail/reports/index.ts';
import { ownDkimRecords } from '#mail/sending/index.ts';
import type { SpoolEntry } from '#mail/spool/index.ts';
import { readTestMail } from '#mail/test-mails/index.ts';
import { judgeClaim, judgeTenantClaim, signingKeyNames } from './own-mail.ts';
import type { ReadyMail } from './store.ts';
import { tenantDomain } from './tenant-domains.ts';
import { judgeForwarded } from './trust/forwarded.ts';

/** Milliseconds that the look-ups of a message in the fast lane may take. Most take a tenth of this. */
const FAST_LOOKUPS_MS = 750;
/** The number of messages of both lanes that one thread may hold at a time; see the lanes of the processor. */
const MAX_IN_THREAD = 192;
/** More threads than this would only compete with the database for CPU. */
const MAX_THREADS = 4;

/** Heavy mail is rare, and a new thread for it starts within half a second. */
const BACKGROUND_IDLE_MS = 60_000;

/** Bytes from which a message is read in the background. */
export const HEAVY_BYTES = 256 * 1024;

/** How a message is read: in which threads, and how long its look-ups may take. */
export type Effort = 'fast' | 'heavy' | 'slow';

/** Reads messages: parses and authenticates them in threads, and stages their files. */
export class Preparation {
  readonly #services: Services;
  /** For mail that is quick to read, however long its look-ups take. */
  readonly #fast: ParsePool;
  /** For mail that takes long to read, on a separate thread, so that it never delays the fast threads. */
  readonly #background: ParsePool;
  readonly #filter: SpamFilter | null;

  constructor(services: Services) {
    const { config, log } = services;
    const dnsServers = config.dnsServers;
    this.#services = services;
    this.#fast = createParsePool({
      size: Math.min(Math.max(availableParallelism() - 1, 1), MAX_THREADS),
      dnsServers,
      // Look-ups that hang use nothing of a thread except a place.
      maxInFlight: MAX_IN_THREAD,
    });
    this.#background = createParsePool({ size: 1, dnsServers, idleMs: BACKGROUND_IDLE_MS });
    this.#filter = config.rspamdUrl === null ? null : rspamdFilter({ url: config.rspamdUrl, log });
  }

  async close(): Promise<void> {
    await Promise.all([this.#fast.close(), this.#background.close()]);
  }

  rawOf(receipt: SpoolEntry): Promise<Uint8Array> | Uint8Array {
    const { content, packed } = receipt;
    if (!content) return readBlob(this.#services, receipt.raw_id);
    return packed ? unpacked({ content, packed }) : content;
  }

  /** Everything that is stored of a message. Only in the slow lane do look-ups get their full time limit. */
  async prepare(receipt: SpoolEntry, raw: Uint8Array, effort: Effort): Promise<ReadyMail> {
    const [job, sender] = await Promise.all([this.#jobOf(receipt, raw), this.#senderOf(receipt)]);
    const pool = effort === 'heavy' ? this.#background : this.#poolOf(raw);
    const [read, scannedScore] = await Promise.all([
      pool.process({ ...job, ...(effort !== 'slow' && { lookupMs: FAST_LOOKUPS_MS }) }),
      this.#scan(receipt, raw),
    ]);
    const processed = await this.#judged(receipt, raw, read, sender);
    const [reports, test] = await Promise.all([
      this.#reportsIn(receipt, processed),
      readTestMail(this.#services, receipt, processed, () => this.#asStranger(receipt, raw)),
    ]);
    return {
      receipt,
      processed,
      scannedScore,
      reports,
      test,
      attachments: await this.#stage(read),
    };
  }

  #reportsIn(
    { recipients }: SpoolEntry,
    processed: ProcessedMessage,
  ): Promise<ReceivedReports | null> | null {
    const { mailDomain } = this.#services.config;
    const isReport = recipients.some((address) => isReportAddress(address, mailDomain));
    return isReport ? readReports(this.#services, processed) : null;
  }

  /** The results of a receiver that knows nothing but DNS. */
  async #asStranger(receipt: SpoolEntry, raw: Uint8Array): Promise<Authentication> {
    const job = { raw, ...envelopeOf(receipt), onlyAuthentication: true, detailed: true };
    return (await this.#background.process(job)).authentication;
  }

  /** The same mail with its look-ups repeated, this time with their full time limit. */
  async authenticateSlowly(mail: ReadyMail, raw: Uint8Array): Promise<ReadyMail> {
    const job = await this.#jobOf(mail.receipt, raw);
    const { authentication } = await this.#poolOf(raw).process({ ...job, onlyAuthentication: true });
    const processed = await this.#judged(mail.receipt, raw, { ...mail.processed, authentication });
    return { ...mail, processed, reports: await this.#reportsIn(mail.receipt, processed) };
  }

  /** The essentials of a message that cannot be stored as it is: sender, recipients, date and subject. */
  degraded(receipt: SpoolEntry, raw: Uint8Array): ReadyMail {
    return { receipt, processed: degradedMessage(raw), scannedScore: 0, attachments: [] };
  }

  #poolOf(raw: Uint8Array): ParsePool {
    return raw.length < HEAVY_BYTES ? this.#fast : this.#background;
  }

  async #jobOf(receipt: SpoolEntry, raw: Uint8Array): Promise<ParseJob> {
    const trusted = isTrusted(receipt);
    const ownKeys = trusted ? {} : await this.#ownKeys(raw);
    return { raw, ...envelopeOf(receipt), trusted, ownKeys };
  }

  /** Most authors write from the domain of the envelope, so it is looked up while the message waits for its keys anyway. */
  async #senderOf(receipt: SpoolEntry): Promise<KnownDomain> {
    const name = domainOf(receipt.envelope_from).toLowerCase();
    if (isTrusted(receipt) || name === '') return null;
    return { name, domain: await tenantDomain(this.#services.db, name) };
  }

  async #scan(receipt: SpoolEntry, raw: Uint8Array): Promise<number | null> {
    if (isTrusted(receipt)) return null;
    return this.#filter?.scan(raw, { ...envelopeOf(receipt), recipients: receipt.recipients }) ?? null;
  }

  /** The verdict on a message, and what it proves about the agent that sent it. */
  async #judged(
    receipt: SpoolEntry,
    raw: Uint8Array,
    read: ProcessedMessage,
    sender: KnownDomain = null,
  ): Promise<ProcessedMessage> {
    const judged = await this.#verdict(receipt, read, sender);
    const assertions = judged.parsed.headers.flatMap(([name, value]) =>
      name.toLowerCase() === 'agent-assertion' ? [value] : [],
    );
    if (assertions.length === 0) return judged;
    const { authentication } = judged;
    const agent = await this.#services.hooks.verifyMail(this.#services, {
      raw,
      assertions,
      provenDomain: authentication.verdict === 'pass' ? authentication.domain : null,
      isOwn: isTrusted(receipt) || authentication.ownSigned,
      receivedAt: new Date(receipt.received_at),
    });
    return agent === null ? judged : { ...judged, agent };
  }

  /** Completes the results from the message and DNS with our knowledge about our own domains and those of tenants. */
  async #verdict(
    receipt: SpoolEntry,
    read: ProcessedMessage,
    sender: KnownDomain,
  ): Promise<ProcessedMessage> {
    if (isTrusted(receipt)) return read;
    const { db, config } = this.#services;
    const claimed = judgeClaim(read.authentication, [config.mailDomain]);
    if (claimed.verdict === 'pass') return { ...read, authentication: claimed };
    const { domain } = claimed;
    const isKnown = sender !== null && sender.name === domain;
    const author = isKnown ? sender.domain : domain === null ? null : await tenantDomain(db, domain);
    const judged = author?.is_receiving ? judgeTenantClaim(claimed) : claimed;
    return { ...read, authentication: await this.#forwarded(receipt, read, judged) };
  }

  /**
   * Mail that the server of a tenant's domain forwarded: the envelope has the agent's address there, or on the platform
   * domain, and To or Cc names the one there. The copies of a message share one verdict: the first recipient's.
   */
  async #forwarded(
    { recipients }: SpoolEntry,
    { parsed }: ProcessedMessage,
    authentication: Authentication,
  ): Promise<Authentication> {
    if (authentication.arc !== 'pass') return authentication;
    const { db, config } = this.#services;
    const envelope = domainOf(recipients[0] ?? '');
    const shown = [...parsed.to, ...parsed.cc].slice(0, MAX_SHOWN).map(({ address }) => domainOf(address));
    const names = new Set([envelope, ...shown].map((name) => name.toLowerCase()));
    names.delete(config.mailDomain);
    const found = await Promise.all([...names].map((name) => tenantDomain(db, name)));
    const forwarded = found.filter((domain) => domain?.is_forwarded && domain.is_proven);
    if (forwarded.length === 0) return authentication;
    // The results of one tenant's server must not count for mailboxes of another tenant.
    const isSole = recipients.every((address) => domainOf(address) === envelope);
    const named = isSole ? forwarded.find((domain) => domain?.domain === envelope) : undefined;
    return judgeForwarded(authentication, named?.domain ?? null);
  }

  #stage({ parsed }: ProcessedMessage): Promise<ReadyMail['attachments']> {
    return Promise.all(
      parsed.attachments.map(async (file) => ({
        parsed: file,
        blob: await stageBlob(this.#services, file.content),
      })),
    );
  }

  /** Our keys, and those of tenants' domains, that the message claims to be signed with. */
  async #ownKeys(raw: Uint8Array): Promise<Record<string, string>> {
    const names = signingKeyNames(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
    return names.length === 0 ? {} : ownKeysOf(this.#services.db, names);
  }
}

/** A domain name, with the tenant's domain of that name, if there is one. */
type KnownDomain = { name: string; domain: Awaited<ReturnType<typeof tenantDomain>> } | null;

/** The maximum number of recipients in To and Cc that are checked. */
const MAX_SHOWN = 10;

/** Most mail is signed, so messages that are read at the same time share one look-up of their keys. */
const ownKeysOf = createBatchers(
  async (db: Database, lists: string[][]) => {
    const records = await ownDkimRecords(quickly(db), [...new Set(lists.flat())]);
    return lists.map((names) =>
      Object.fromEntries(names.flatMap((name) => (records[name] ? [[name, records[name]]] : []))),
    );
  },
  64,
  endOfTurn,
);

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** Mail between mailboxes of the deployment is trusted, because it never left the deployment. */
const isTrusted = ({ source }: SpoolEntry): boolean => source === 'loopback';

const envelopeOf = (receipt: SpoolEntry) => ({
  remoteAddress: receipt.remote_address,
  heloName: receipt.helo_name,
  envelopeFrom: receipt.envelope_from,
});

/** Whether a look-up got no answer in time, although one may still come. */
export const lacksAnswers = ({ authentication }: ProcessedMessage): boolean =>
  [authentication.spf, authentication.dkim, authentication.dmarc].includes('temperror');
