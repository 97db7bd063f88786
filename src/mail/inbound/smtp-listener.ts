import type { AddressInfo } from 'node:net';
import { domainToASCII } from 'node:url';
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerSession,
} from 'smtp-server';
import { limits } from '#kernel/catalogue/limits.ts';
import { createBatcher } from '#kernel/data/batcher.ts';
import type { Services } from '#kernel/operation/services.ts';
import { isReportAddress } from '#mail/reports/index.ts';
import { Backlog, MAX_WAITING_RECEIPTS } from '#mail/spool/index.ts';
import {
  findPendingAddresses,
  findRecipients,
  isFull,
  type Recipient,
  reportFull,
} from '#mailbox/identities/index.ts';
import { splitThreadToken } from '#mailbox/threads/index.ts';
import { withoutReturnPathHost } from '#workspace/domains/index.ts';
import { createAcceptor, type MailAcceptor } from './accept.ts';
import { MailLoop } from './loop-detection.ts';
import { isOperatorAddress, OPERATOR, roleDomainOf } from './operator-mail.ts';
import { type Certificate, smtpCertificate } from './smtp-certificate.ts';
import { SessionCounts } from './smtp-session-counts.ts';
import { SessionLimits, type SmtpLimits } from './smtp-session-limits.ts';
import { tenantDomain } from './tenant-domains.ts';

const defaultLimits: SmtpLimits = {
  sessions: 200,
  sessionsPerAddress: 50,
  recipients: 100,
  refusals: 20,
  idle: 60_000,
  session: 30 * 60_000,
  waitingReceipts: MAX_WAITING_RECEIPTS,
};

export type SmtpListener = { port: number; close(): Promise<void> };

/**
 * Takes mail for the deployment's addresses (RFC 5321). `250` to a message means: on disk and committed.
 * @throws ConfigError when the certificate cannot be used
 */
export async function startSmtpListener(
  services: Services,
  changes: Partial<SmtpLimits> = {},
): Promise<SmtpListener> {
  const { config } = services;
  const smtpLimits = { ...defaultLimits, ...changes };
  const certificate = await smtpCertificate(config, services.clock.now());
  const counts = new SessionCounts(services);
  const server = createServer(services, { smtpLimits, certificate, counts });
  server.on('error', (error) => services.log.warn({ err: error }, 'SMTP connection error'));
  await listen(server, config.smtpPort, config.smtpHost);
  const { port } = server.server.address() as AddressInfo;
  const forget = counts.serve(server);
  return {
    port,
    close: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      forget();
    },
  };
}

type Parts = { smtpLimits: SmtpLimits; certificate: Certificate; counts: SessionCounts };

function createServer(services: Services, { smtpLimits, certificate, counts }: Parts): SMTPServer {
  const acceptor = createAcceptor(services);
  const backlog = new Backlog(services, smtpLimits.waitingReceipts);
  const lookUp = recipientLookUp(services);
  const tenants = new WeakMap<SMTPServerSession, string>();
  const sessions = new SessionLimits(smtpLimits);
  const server: SMTPServer = new SMTPServer({
    name: services.config.mailDomain,
    banner: 'Proofmail',
    ...certificate,
    minVersion: 'TLSv1.2',
    size: limits.inboundMessage,
    maxRecipients: smtpLimits.recipients,
    rejectOversized: true,
    hideENHANCEDSTATUSCODES: false,
    // Addresses here are ASCII, and an answer to one that is not could not be sent.
    hideSMTPUTF8: true,
    disabledCommands: ['AUTH', 'WIZ', 'SHELL', 'KILL'],
    disableReverseLookup: true,
    maxClients: smtpLimits.sessions,
    socketTimeout: smtpLimits.idle,
    closeTimeout: 5_000,
    logger: false,
    onConnect: (session, callback) => {
      const connection = [...server.connections].find(({ id }) => id === session.id);
      if (connection && sessions.open(session, connection)) return callback();
      callback(smtpError(421, `${services.config.mailDomain} Too many connections from your address`));
    },
    onClose: (session) => sessions.close(session),
    onMailFrom: (address, _session, callback) =>
      void checkSender(backlog, address).then(() => callback(), counts.refusal(1, callback)),
    onRcptTo: (address, session, callback) =>
      void checkRecipient(services, lookUp, address).then(
        (tenantId) => {
          if (session.envelope.rcptTo.length === 0) tenants.set(session, tenantId);
          callback();
        },
        counts.refusal(1, callback),
      ),
    onData: (stream, session, callback) =>
      void counts
        .receiving(() => takeMessage(services, acceptor, stream, { session, tenantId: tenants.get(session) }))
        .then((answer) => callback(null, answer), counts.refusal(session.envelope.rcptTo.length, callback)),
  });
  return server;
}

/** The recipient with this address, `pending` for one whose domain is not ready yet, or null. */
type RecipientLookUp = (address: string) => Promise<Recipient | 'pending' | null>;

/** Recipients that are asked for at the same time share one statement. */
function recipientLookUp(services: Services): RecipientLookUp {
  return createBatcher(async (addresses: string[]) => {
    const found = await findRecipients(services.db, addresses);
    const known = new Map<string, Recipient | 'pending'>(
      found.map((recipient) => [recipient.address, recipient]),
    );
    const unknown = addresses.filter((address) => !known.has(address));
    const pending = unknown.length === 0 ? [] : await findPendingAddresses(services.db, unknown);
    for (const { address } of pending) known.set(address, 'pending');
    return addresses.map((address) => known.get(address) ?? null);
  }, 256);
}

async function checkSender(backlog: Backlog, { address, args }: SMTPServerAddress): Promise<void> {
  if (args && 'SMTPUTF8' in args) throw smtpError(555, 'SMTPUTF8 is not supported here');
  if (/[^\p{ASCII}]/u.test(asciiAddress(address)))
    throw smtpError(553, 'Addresses must be ASCII before the @');
  if (await backlog.isFull()) throw smtpError(451, 'Too much mail is waiting here, try again later');
}

/** @returns whose address it is: a tenant's id, or the operator */
async function checkRecipient(
  services: Services,
  lookUp: RecipientLookUp,
  { address }: SMTPServerAddress,
): Promise<string> {
  const plain = withoutReturnPathHost(asciiAddress(address).toLowerCase());
  const { mailDomain } = services.config;
  if (isOperatorAddress(plain, mailDomain) || isReportAddress(plain, mailDomain)) return OPERATOR;
  const unavailable = (): never => {
    throw smtpError(451, 'Recipient cannot be checked right now, try again later');
  };
  const roleDomain = roleDomainOf(plain);
  if (roleDomain !== null) {
    const domain = await tenantDomain(services.db, roleDomain).catch(unavailable);
    if (domain?.is_receiving) return OPERATOR;
  }
  const { address: mailbox } = splitThreadToken(plain);
  const known = await lookUp(mailbox).catch(unavailable);
  if (known === 'pending') throw smtpError(450, 'This mailbox is not active yet, try again later');
  if (!known) throw smtpError(550, 'No such mailbox here');
  if (!isFull(known)) return known.tenant_id;
  await reportFull(services, { id: known.identity_id, tenant_id: known.tenant_id }).catch((error: unknown) =>
    services.log.warn({ err: error }, 'a full mailbox could not be reported'),
  );
  throw smtpError(552, 'Mailbox is full');
}

/** The library turns A-labels into Unicode; everything else here compares and looks up A-labels. */
function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at === -1 || /^[\p{ASCII}]*$/u.test(domain)) return address;
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain}`;
}

async function takeMessage(
  services: Services,
  acceptor: MailAcceptor,
  stream: SMTPServerDataStream,
  { session, tenantId }: { session: SMTPServerSession; tenantId: string | undefined },
): Promise<string> {
  const { mailFrom, rcptTo } = session.envelope;
  const envelope = {
    from: mailFrom === false ? '' : asciiAddress(mailFrom.address),
    recipients: rcptTo.map((recipient) => asciiAddress(recipient.address).toLowerCase()),
    heloName: session.hostNameAppearsAs || '',
    remoteAddress: session.remoteAddress,
    protocol: session.secure ? ('ESMTPS' as const) : ('ESMTP' as const),
    tenantId,
  };
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    const accepted = await acceptor.accept(envelope, onlyRead(chunks), limits.inboundMessage);
    if (accepted) return `Message accepted as ${accepted.id}`;
  } catch (error) {
    await readToTheEnd(chunks);
    if (error instanceof MailLoop) throw smtpError(554, 'Too many hops, this message goes in a circle');
    services.log.error({ err: error }, 'a message could not be stored');
    throw smtpError(451, 'Message could not be stored right now, try again later');
  }
  await readToTheEnd(chunks);
  throw smtpError(552, 'Message exceeds the maximum size');
}

/** Chunks whose reader may stop early without the connection's stream ending with it. */
const onlyRead = (chunks: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }),
});

/** A refusal is said after the end of the data, not in the middle of it. */
async function readToTheEnd(chunks: AsyncIterator<Uint8Array>): Promise<void> {
  let isOver = false;
  while (!isOver) {
    isOver = await chunks.next().then(
      ({ done }) => done === true,
      () => true,
    );
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
