import { Caller, type CallerOptions, type CallOptions, type Spec } from './caller.ts';
import { AllCalls, spec } from './generated/operations.ts';
import type { Event, Identity } from './generated/types.ts';
import { Mailbox } from './mailbox.ts';
import { type FeedScope, type TailOptions, tailFeed } from './tail.ts';

export type ProofmailOptions = {
  /** An API key (`pmk_…`), or a function that returns one. Null for no key. Default: the variable PROOFMAIL_KEY. */
  apiKey?: CallerOptions['apiKey'];
  /** The address of the deployment; default: the variable PROOFMAIL_URL, else http://localhost:3000. */
  baseUrl?: string;
  /** The time limit of one attempt in milliseconds. Default: 60,000. */
  timeout?: number;
  /** How often a failed request is repeated, if that does no harm. Default: 3. */
  maxRetries?: number;
  fetch?: typeof globalThis.fetch;
  headers?: Record<string, string>;
};

const fromEnvironment = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name];

/**
 * A client of one Proofmail deployment. Every operation of the API is a method (`client.threads.list(…)`); `mailbox()`
 * is the short way for what an agent does most.
 */
export class Proofmail extends AllCalls {
  readonly baseUrl: string;
  readonly #apiKey: CallerOptions['apiKey'];
  readonly #caller: Caller;

  constructor(options: ProofmailOptions = {}) {
    const url = options.baseUrl ?? fromEnvironment('PROOFMAIL_URL') ?? 'http://localhost:3000';
    const baseUrl = new URL(url).href.replace(/\/+$/, '');
    const { apiKey = fromEnvironment('PROOFMAIL_KEY') ?? null } = options;
    const caller = new Caller({
      baseUrl,
      apiKey,
      timeout: options.timeout ?? 60_000,
      maxRetries: options.maxRetries ?? 3,
      // Wrapped, because browsers refuse to run `fetch` as a method of another object.
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      headers: options.headers ?? {},
    });
    super(caller);
    this.#caller = caller;
    this.baseUrl = baseUrl;
    this.#apiKey = apiKey;
  }

  /** The key that requests currently use. */
  async secret(): Promise<string | null> {
    return typeof this.#apiKey === 'function' ? this.#apiKey() : this.#apiKey;
  }

  /**
   * The mailbox of an identity: by its id, by one of its addresses, or without an argument the one that the key belongs
   * to, or the only one that it reaches.
   */
  async mailbox(idOrAddress?: string, options: CallOptions = {}): Promise<Mailbox> {
    return new Mailbox(this, await this.#identity(idOrAddress, options));
  }

  async #identity(idOrAddress: string | undefined, options: CallOptions): Promise<Identity> {
    if (idOrAddress?.includes('@')) return this.identities.lookup({ address: idOrAddress }, options);
    if (idOrAddress !== undefined) return this.identities.read(idOrAddress, options);
    const { identity_id } = await this.keys.me(options);
    if (identity_id !== null) return this.identities.read(identity_id, options);
    const [first, second] = await this.identities.list({ limit: 2 }, options).pages().next().then(dataOf);
    if (!first) throw new RangeError('This key cannot access any mailbox. Create an identity first.');
    if (second)
      throw new RangeError('This key can access several mailboxes. Choose one by its id or address.');
    return first;
  }

  /**
   * Any operation by its id in the OpenAPI document: `call('tenants.get', { tenant_id })`. For programs that choose
   * the operation as they run; the methods have types.
   */
  async call(
    operation: string,
    input: Record<string, unknown> = {},
    options: CallOptions = {},
  ): Promise<unknown> {
    const name = operation.replaceAll('.', '_');
    if (!Object.hasOwn(spec, name)) throw new RangeError(`There is no operation called ${operation}.`);
    const found: Spec = spec[name as keyof typeof spec];
    const ids = [...found.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param!);
    const rest = Object.fromEntries(Object.entries(input).filter(([field]) => !ids.includes(field)));
    const given = ids.map((param) => String(input[param] ?? ''));
    return this.#caller.call(found, given, rest, options);
  }

  /** Events as they happen, over as many connections as it takes, without a gap, until you stop iterating. */
  tail(scope: FeedScope, options: TailOptions = {}): AsyncGenerator<Event> {
    return tailFeed(this, scope, options);
  }
}

const dataOf = ({ value }: IteratorResult<{ data: Identity[] }, void>): Identity[] => value?.data ?? [];
