import { once } from 'node:events';
import { Client } from 'pg';
import { migrate } from '#server/postgres/migrate.ts';
import { call, type Identity } from './client.ts';
import { type Product, startBaseline } from './product.ts';

export type BareSends = {
  pid: number;
  /** `took` has the milliseconds of each transaction. */
  send(count: number, connections: number): Promise<{ pieces: number; seconds: number; took: number[] }>;
};

/** Bare pg transactions that insert the rows of a message like those that the product accepts for `identity`. */
export async function startBareSends(
  closers: AsyncDisposableStack,
  product: Product,
  identity: Identity,
): Promise<BareSends> {
  const body = {
    to: ['someone@outside.example'],
    subject: 'Your order',
    text: 'It is on its way. '.repeat(50),
  };
  const path = `/v1/identities/${identity.id}/messages`;
  await call(product, 'POST', path, body, { 'idempotency-key': 'warm-up' });
  const bareUrl = await makeDatabase(product.databaseUrl, 'bare');
  const { child } = await startBaseline(closers, 'pg-send.ts', [product.databaseUrl, bareUrl]);
  return {
    pid: child.pid!,
    send: async (count, connections) => {
      child.send({ count, connections });
      const [done] = await once(child, 'message');
      return { pieces: count, ...(done as { seconds: number; took: number[] }) };
    },
  };
}

/** A database next to the product's, so that neither sees the other's rows and jobs. */
async function makeDatabase(productUrl: string, name: string): Promise<string> {
  const client = new Client({ connectionString: productUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(productUrl);
  url.pathname = `/${name}`;
  await migrate(url.href);
  return url.href;
}
