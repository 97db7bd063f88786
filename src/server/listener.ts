import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, Server } from 'node:net';
import { StartError } from './start-error.ts';

export type Listener = { port: number; close(): Promise<void> };

/** Where to listen, and the variable that sets it, which error messages name. */
export type ListenAddress = { port: number; host: string; variable: string };

/**
 * The number of connections that may wait to be accepted, as far as the system allows it. With the default of Node
 * (511), thousands of simultaneous connections (waits, after a restart) are reset.
 */
const BACKLOG = 4_096;

/** Starts listening. @returns the port @throws StartError if the address cannot be used */
export function listen(server: Server, address: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toStartError(error, address)));
    server.listen({ port: address.port, host: address.host, backlog: BACKLOG }, () => {
      server.removeAllListeners('error');
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function toStartError(error: NodeJS.ErrnoException, { port, host, variable }: ListenAddress): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} is in use by another program. Set ${variable} to a free port.`);
    case 'EACCES':
      return new StartError(
        `This account may not listen on port ${port}. Set ${variable} to a port above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(
        `This machine has no address ${host} on which to listen on port ${port}. Correct the host, or set ${variable}.`,
      );
    default:
      return error;
  }
}

/** Fails the way `listen` would, without keeping the port: for listeners that open late in the start. */
export async function assertPortFree(address: ListenAddress): Promise<void> {
  const probe = createServer();
  await listen(probe, address);
  await new Promise((resolve) => probe.close(resolve));
}

/** Accepts no more connections. Resolves when the last one has ended. Unlike `server.close()`, it closes no idle ones. */
export const stopListening = (server: HttpServer): Promise<void> =>
  new Promise((resolve) => {
    Server.prototype.close.call(server, () => resolve());
  });

/** Stops listening and resolves when the last connection has ended; idle ones are ended at once. */
export function closeListener(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
