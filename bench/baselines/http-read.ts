import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';

// The minimum work for an HTTP server that returns one message from Postgres: no key, no rules, one indexed read.
const pool = new Pool({ connectionString: process.argv[2], max: 20 });

const server = createServer(async (request, response) => {
  const id = request.url!.slice(request.url!.lastIndexOf('/') + 1);
  const { rows } = await pool.query({
    name: 'read',
    text: 'select * from messages where id = $1',
    values: [id],
  });
  const body = JSON.stringify(rows[0]);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});

server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
