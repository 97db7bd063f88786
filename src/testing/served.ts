import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi } from '#api/rest/handler.ts';
import { nodeListener } from '#api/rest/node.ts';
import { type Permission, usualPermissions } from '#kernel/catalogue/permissions.ts';
import { type MailProduct, openMailProduct } from './mailboxes.ts';

export type ServedProduct = MailProduct & {
  /** The address of its API on loopback. */
  url: string;
  /** A key of one identity, with everything that such a key can have. */
  keyOf(mailbox: { id: string; tenantId: string }, permissions?: Permission[]): Promise<string>;
};

/** The whole product on a socket, for clients that speak HTTP themselves: SDKs and the command line. */
export async function serveProduct(env: Record<string, string> = {}): Promise<ServedProduct> {
  // The port is taken first, because proofs contain the deployment's address, at which clients fetch its keys.
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const product = await openMailProduct({ PM_PUBLIC_URL: url, ...env });
  server.on('request', nodeListener(createApi(product.services)));
  return {
    ...product,
    url,
    keyOf: async ({ id }, permissions = usualPermissions('identity')) => {
      const body = { level: 'identity', identity_id: id, name: 'agent', permissions };
      const answer = await product.call('POST', '/v1/keys', { body });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body.secret;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await product.close();
    },
  };
}
