import type { AddressInfo } from 'node:net';
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerSession,
} from 'smtp-server';
import { findRecipients } from '#identities/index.ts';
import { createBatcher } from '#kernel/batcher.ts';
import { limits } from '#kernel/limits.ts';
import type { Services } from '#kernel/services.ts';
import { splitThreadToken } from '#threads/index.ts';
import { createAcceptor, type MailAcceptor } from './accept.ts';

const MAX_CONNECTIONS = 200;
const MAX_RECIPIENTS = 100;
const IDLE_TIMEOUT = 60_000;

export type SmtpListener = { port: number; close(): Promise<void> };

/** Takes mail for the deployment's addresses (RFC 5321). `250` to a message means: on disk and committed. */
export async function startSmtpListener(services: Services): Promise<SmtpListener> {
  const acceptor = createAcceptor(services);
  const isKnown = recipientLookUp(services);
  const server = new SMTPServer({
    name: services.config.mailDomain,
    banner: 'Proofmail',
    size: limits.inboundMessage,
    rejectOversized: true,
    hideENHANCEDSTATUSCODES: false,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    maxClients: MAX_CONNECTIONS,
    socketTimeout: IDLE_TIMEOUT,
    closeTimeout: 5_000,
    logger: false,
    onRcptTo: (address, session, callback) =>
      void checkRecipient(isKnown, address, session).then(() => callback(), callback),
    onData: (stream, session, callback) =>
      void takeMessage(services, acceptor, stream, session).then(
        (answer) => callback(null, answer),
        callback,
      ),
  });
  server.on('error', (error) => services.log.warn({ err: error }, 'SMTP connection error'));
  await listen(server, services.config.smtpPort, services.config.smtpHost);
  const { port } = server.server.address() as AddressInfo;
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Recipients that are asked for at the same time share one statement. */
function recipientLookUp(services: Services): (address: string) => Promise<boolean> {
  return createBatcher(async (addresses: string[]) => {
    const known = new Set(
      (await findRecipients(services.db, addresses)).map((recipient) => recipient.address),
    );
    return addresses.map((address) => known.has(address));
  }, 256);
}

async function checkRecipient(
  isKnown: (address: string) => Promise<boolean>,
  { address }: SMTPServerAddress,
  session: SMTPServerSession,
): Promise<void> {
  if (session.envelope.rcptTo.length >= MAX_RECIPIENTS)
    throw smtpError(452, 'Too many recipients, send the rest in another transaction');
  const known = await isKnown(splitThreadToken(address.toLowerCase()).address).catch(() => {
    throw smtpError(451, 'Recipient cannot be checked right now, try again later');
  });
  if (!known) throw smtpError(550, 'No such mailbox here');
}

async function takeMessage(
  services: Services,
  acceptor: MailAcceptor,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<string> {
  const { mailFrom, rcptTo } = session.envelope;
  const envelope = {
    from: mailFrom === false ? '' : mailFrom.address,
    recipients: rcptTo.map((recipient) => recipient.address.toLowerCase()),
    heloName: session.hostNameAppearsAs || '',
    remoteAddress: session.remoteAddress,
  };
  try {
    const accepted = await acceptor.accept(envelope, stream);
    if (!accepted) throw smtpError(552, 'Message exceeds the maximum size');
    return `Message accepted as ${accepted.id}`;
  } catch (error) {
    if (error instanceof Error && 'responseCode' in error) throw error;
    services.log.error({ err: error }, 'a message could not be stored');
    throw smtpError(451, 'Message could not be stored right now, try again later');
  }
}

const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

const listen = (server: SMTPServer, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, () => {
      server.server.off('error', reject);
      resolve();
    });
  });
