import type { ApiAnswer } from '../api.ts';
import { openWorld, type World } from '../identities.ts';
import { type Mailbox, type MailOptions, type StoredMail, storeMail } from '../mail.ts';

export type Json = ApiAnswer['body'];

/** A workspace whose guard holds what it finds, and the calls that its agents make. */
export class GuardedSends {
  #count = 0;
  readonly world: World;
  readonly tenantId: string;
  readonly key: string;

  private constructor(world: World, tenantId: string, key: string) {
    this.world = world;
    this.tenantId = tenantId;
    this.key = key;
  }

  static async open(): Promise<GuardedSends> {
    const world = await openWorld();
    const tenantId = await world.tenant({ policy: { sending: { guard: 'hold' } } });
    return new GuardedSends(world, tenantId, await keyOf(world, tenantId));
  }

  newMailbox = async (id = this.tenantId): Promise<Mailbox> =>
    (await this.world.identity(id, {
      owner: { name: 'Ada Winter', email: 'ada@home.example' },
    })) as unknown as Mailbox;

  post = (mailbox: Mailbox, path: string, body: Json): Promise<ApiAnswer> => {
    this.#count += 1;
    return this.world.call('POST', `/v1/identities/${mailbox.id}/messages${path}`, {
      ...{ key: this.key, body },
      headers: { 'idempotency-key': `guard ${this.#count}` },
    });
  };

  send = async (mailbox: Mailbox, to: string | string[], text: string, more: Json = {}): Promise<Json> =>
    (await this.post(mailbox, '', { to: [to].flat(), subject: 'Hello', text, ...more })).body;

  read = (mailbox: Mailbox, { id }: StoredMail): Promise<ApiAnswer> =>
    this.world.call('GET', `/v1/identities/${mailbox.id}/messages/${id}`, { key: this.key });

  mail = (mailbox: Mailbox, options: MailOptions): Promise<StoredMail> =>
    storeMail(this.world.services, mailbox, options);
}

export const keyOf = (world: World, tenantId: string): Promise<string> =>
  world.key({ level: 'tenant', tenant_id: tenantId }, [
    'messages:read',
    'messages:send',
    'identities:write',
    'search:read',
  ]);

export const reasons = ({ guard }: Json): string[] => guard.reasons.map(({ reason }: Json) => reason);
export const textual = (text: string) => ({ text, extracted_text: text });
export const person = (address: string) => ({ address, name: null });

export const contract =
  'The price is 48,200 euros for the first year, payable in four parts, and either side may end it with ninety days of notice.';
