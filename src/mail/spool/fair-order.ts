import { isIPv4 } from 'node:net';
import type { Services } from '#kernel/operation/services.ts';

/** The estimated milliseconds of work for a message in the queue, and for each mebibyte of it. */
const MESSAGE_COST = 20;
const MEBIBYTE_COST = 200;
const MEBIBYTE = 1024 * 1024;

/** A flow of mail: the tenant of the recipient, and the network of the sender. */
export type MailFlow = { tenant: string; network: string; bytes: number };

/** Flow → the time at which its mail would be done if each flow had the machine to itself. */
type Clocks = Map<string, Map<string, number>>;

/**
 * Orders the queue of incoming mail (virtual-clock fair queueing). Each message goes behind the earlier ones of its own
 * flow, not behind everything that came before it: somebody who sends a thousand messages at once waits for their own
 * mail, and a neighbour's later message overtakes it. Flows of one tenant share its place, and so do those of one
 * network, so that neither many networks that write to one tenant nor one that writes to many get more than a share.
 * Only the order changes: nothing waits while the machine is idle.
 */
export class FairOrder {
  readonly #networksOf: Clocks = new Map();
  readonly #tenantsOf: Clocks = new Map();

  next({ tenant, network, bytes }: MailFlow, at: Date): Date {
    const now = at.getTime();
    const networks = busy(this.#networksOf, tenant, now);
    const tenants = busy(this.#tenantsOf, network, now);
    const cost = MESSAGE_COST + (bytes / MEBIBYTE) * MEBIBYTE_COST;
    const start = Math.max(now, networks.get(network) ?? 0);
    networks.set(network, start + cost);
    tenants.set(tenant, start + cost);
    const others = networks.size + tenants.size - 2;
    return new Date(start + others * MESSAGE_COST);
  }
}

/** The clocks of one owner that are ahead of the current time. The others have no mail waiting and are dropped. */
function busy(clocks: Clocks, owner: string, now: number): Map<string, number> {
  const found = clocks.get(owner) ?? new Map<string, number>();
  for (const [name, time] of found) if (time <= now) found.delete(name);
  clocks.delete(owner);
  clocks.set(owner, found);
  // The least recently used owner is dropped too if none of its clocks is ahead.
  const [oldest, oldestClocks] = clocks.entries().next().value!;
  if (oldest !== owner && [...oldestClocks.values()].every((time) => time <= now)) clocks.delete(oldest);
  return found;
}

const orders = new WeakMap<object, FairOrder>();

/** The order of this process: the listener, the provider hooks and sending share it. */
export function fairOrderOf({ wakeUps }: Pick<Services, 'wakeUps'>): FairOrder {
  const order = orders.get(wakeUps) ?? new FairOrder();
  orders.set(wakeUps, order);
  return order;
}

/** The network of an address, in which one owner has many addresses: /24 of IPv4, /48 of IPv6. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return plain.slice(0, plain.lastIndexOf('.'));
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after];
  return all
    .slice(0, 3)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':');
}
