import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';

// The minimum work for an HTTP server that returns the published keys of an identity: no rules, one indexed read.
const pool = new Pool({ connectionString: process.argv[2], max: 20 });

const server = createServer(async (request, response) => {
  const id = request.url!.slice(request.url!.lastIndexOf('/') + 1).replace('.json', '');
  const { rows } = await pool.query({
    name: 'read',
    text: `select kid, public_x from identity_keys where identity_id = $1 and status <> 'revoked'`,
    values: [id],
  });
  const keys = rows.map(({ kid, public_x }) => ({ kty: 'OKP', crv: 'Ed25519', x: public_x, kid }));
  const body = JSON.stringify({ keys });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});

server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
