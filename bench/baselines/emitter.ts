import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// The minimum cost of a long poll: node:http and an emitter. GET /name waits, and POST /name wakes those waiting there.
const emitter = new EventEmitter().setMaxListeners(0);

const server = createServer(async (request, response) => {
  const name = request.url!;
  if (request.method === 'POST') emitter.emit(name);
  else await once(emitter, name);
  response.end('{}');
});

server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
