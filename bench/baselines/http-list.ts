import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';

// The minimum work for an HTTP server that lists 25 messages from Postgres: no key, no rules, one indexed read of the
// columns.
const pool = new Pool({ connectionString: process.argv[2], max: 20 });

const server = createServer(async (request, response) => {
  const [, , , identityId] = request.url!.split('/');
  const { rows } = await pool.query({
    name: 'list',
    text: `select id, thread_id, direction, status, "from", "to", subject, left(extracted_text, 160) as snippet, created_at as date,
             is_read, labels, triage->'risk_flags' as risk_flags, triage->>'category' as category
           from messages where identity_id = $1 order by created_at desc, id desc limit 25`,
    values: [identityId],
  });
  const body = JSON.stringify({ data: rows });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});

server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
