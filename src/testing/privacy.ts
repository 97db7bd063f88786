import type { Sql } from '#kernel/data/database.ts';
import type { ApiAnswer } from './api.ts';
import { type Mailbox, type MailProduct, mailTo, openMailProduct } from './mailboxes.ts';

type Json = ApiAnswer['body'];

/** The product with mail in it, and helpers to erase the mail. */
export type PrivacyProduct = MailProduct & {
  /** The secret of a new key with these permissions. */
  keyFor(scope: Json, permissions?: readonly string[]): Promise<string>;
  erase(body: Json, key?: string): Promise<ApiAnswer>;
  /** The request that this response created, once it has finished. */
  ended(answer: ApiAnswer): Promise<Json>;
  /** A message received from outside. */
  received(to: Mailbox, subject: string, fields?: Record<string, string>): Promise<Json>;
  /** The result of a `select count(*)`. */
  count(statement: Sql): Promise<number>;
};

const usual = [
  'identities:read',
  'identities:write',
  'messages:read',
  'messages:send',
  'erasure:manage',
  'keys:manage',
];

export async function openPrivacyProduct(): Promise<PrivacyProduct> {
  const product = await openMailProduct();
  return {
    ...product,
    async keyFor(scope, permissions = usual) {
      const body = { name: 'Key of Ada', permissions, ...scope };
      return (await product.call('POST', '/v1/keys', { body })).body.secret;
    },
    erase: (body, key) =>
      product.call('POST', '/v1/erasure-requests', { body, ...(key !== undefined && { key }) }),
    async ended({ status, body }) {
      if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
      const read = () => product.call('GET', `/v1/erasure-requests/${body.id}`);
      return (await product.eventually(read, (answer) => answer.body.completed_at !== null)).body;
    },
    async received(to, subject, fields = {}) {
      await product.handOver(to.address, mailTo(to.address, subject, fields));
      return product.arrived(to, subject);
    },
    count: async (statement) => (await product.services.db.first<{ count: number }>(statement))!.count,
  };
}
