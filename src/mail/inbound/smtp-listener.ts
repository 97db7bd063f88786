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
import {
  Beginning,
  createRefusalLog,
  type RefusalLog,
  type RefusalReason,
  refusalReasons,
} from '#mail/refusals/index.ts';
import { isReportAddress } from '#mail/reports/index.ts';
import { Backlog, MAX_WAITING_RECEIPTS } from '#mail/spool/index.ts';
import { awaitsTestMail } from '#mail/test-mails/index.ts';
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
 * Accepts mail for the deployment's addresses (RFC 5321). The answer `250` means that the message is committed to disk.
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
  const refusals = createRefusalLog(services);
  const server = createServer(services, { smtpLimits, certificate, counts, refusals });
  server.on('error', (error) => services.log.warn({ err: error }, 'SMTP connection error'));
  await listen(server, config.smtpPort, config.smtpHost);
  const { port } = server.server.address() as AddressInfo;
  const forget = counts.serve(server);
  return {
    port,
    close: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      forget();
      await refusals.close();
    },
  };
}

type Parts = {
  smtpLimits: SmtpLimits;
  certificate: Certificate;
  counts: SessionCounts;
  refusals: RefusalLog;
};

function createServer(services: Services, { smtpLimits, certificate, counts, refusals }: Parts): SMTPServer {
  const acceptor = createAcceptor(services);
  const backlog = new Backlog(services, smtpLimits.waitingReceipts);
  const lookUp = recipientLookUp(services);
  const owners = new WeakMap<SMTPServerSession, Owned[]>();
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
    // All addresses here are ASCII, and answers to other addresses could not be sent.
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
        (owned) => {
          // One session may transfer several messages.
          const before = session.envelope.rcptTo.length === 0 ? [] : (owners.get(session) ?? []);
          owners.set(session, [...before, owned]);
          callback();
        },
        (error: Error) => {
          noteRecipient(refusals, session, error);
          counts.refusal(1, callback)(error);
        },
      ),
    onData: (stream, session, callback) => {
      const recipients = owners.get(session) ?? [];
      void counts
        .receiving(() => takeMessage(services, acceptor, stream, { session, recipients, refusals }))
        .then((answer) => callback(null, answer), counts.refusal(session.envelope.rcptTo.length, callback));
    },
  });
  return server;
}

/** The recipient with this address, `pending` if its domain is not ready yet, or null. */
type RecipientLookUp = (address: string) => Promise<Recipient | 'pending' | null>;

/** Recipients that are looked up at the same time share one statement. */
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

/** An address with its owner: a mailbox, or null for the operator. */
type Owned = { address: string; owner: { tenant_id: string; identity_id: string } | null };
const ofOperator = (address: string): Owned => ({ address, owner: null });

async function checkRecipient(
  services: Services,
  lookUp: RecipientLookUp,
  { address }: SMTPServerAddress,
): Promise<Owned> {
  const plain = withoutReturnPathHost(asciiAddress(address).toLowerCase());
  const { mailDomain } = services.config;
  if (isOperatorAddress(plain, mailDomain) || isReportAddress(plain, mailDomain)) return ofOperator(plain);
  const unavailable = (): never => {
    throw smtpError(451, 'Recipient cannot be checked right now, try again later');
  };
  if (await awaitsTestMail(services, plain).catch(unavailable)) return ofOperator(plain);
  const roleDomain = roleDomainOf(plain);
  if (roleDomain !== null) {
    const domain = await tenantDomain(services.db, roleDomain).catch(unavailable);
    if (domain?.is_receiving) return ofOperator(plain);
  }
  const { address: mailbox } = splitThreadToken(plain);
  const known = await lookUp(mailbox).catch(unavailable);
  const unknown = ofOperator(mailbox);
  if (known === 'pending')
    throw refusal('recipient_not_ready', 'This mailbox is not active yet, try again later', unknown);
  if (!known) throw refusal('unknown_recipient', 'No such mailbox here', unknown);
  const owned = { address: mailbox, owner: known };
  if (!isFull(known)) return owned;
  await reportFull(services, { id: known.identity_id, tenant_id: known.tenant_id }).catch((error: unknown) =>
    services.log.warn({ err: error }, 'could not report a full mailbox to its owner'),
  );
  throw refusal('mailbox_full', 'Mailbox is full', owned);
}

/** The library turns A-labels into Unicode, but everything else here compares and looks up A-labels. */
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
  {
    session,
    recipients,
    refusals,
  }: { session: SMTPServerSession; recipients: readonly Owned[]; refusals: RefusalLog },
): Promise<string> {
  const { mailFrom, rcptTo } = session.envelope;
  const envelope = {
    from: mailFrom === false ? '' : asciiAddress(mailFrom.address),
    recipients: rcptTo.map((recipient) => asciiAddress(recipient.address).toLowerCase()),
    heloName: session.hostNameAppearsAs || '',
    remoteAddress: session.remoteAddress,
    protocol: session.secure ? ('ESMTPS' as const) : ('ESMTP' as const),
    tenantId: recipients[0] && (recipients[0].owner?.tenant_id ?? OPERATOR),
  };
  const beginning = new Beginning();
  const refused = (reason: RefusalReason, message: string): Error => {
    noteMessage(refusals, session, { reason, recipients, messageId: beginning.messageId() });
    return smtpError(refusalReasons[reason], message);
  };
  const chunks = beginning.of(stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>);
  try {
    const accepted = await acceptor.accept(envelope, onlyRead(chunks), limits.inboundMessage);
    if (accepted) return `Message accepted as ${accepted.id}`;
  } catch (error) {
    await readToTheEnd(chunks);
    if (error instanceof MailLoop) throw refused('mail_loop', 'Too many hops, this message goes in a circle');
    services.log.error(
      { err: error },
      'could not store a message received over SMTP; its sender was asked to try again later',
    );
    throw refused('not_stored', 'Message could not be stored right now, try again later');
  }
  await readToTheEnd(chunks);
  throw refused('message_too_large', 'Message exceeds the maximum size');
}

/** Chunks whose reader may stop early without the connection's stream ending with it. */
const onlyRead = (chunks: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }),
});

/** A refusal is sent after the end of the data, not in the middle of it. */
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

/** A refusal that is reported to the recipient's owner. */
type Refusal = Error & { refused: { reason: RefusalReason; owned: Owned } };
const refusal = (reason: RefusalReason, message: string, owned: Owned): Error =>
  Object.assign(smtpError(refusalReasons[reason], message), { refused: { reason, owned } });

function noteRecipient(
  refusals: RefusalLog,
  { remoteAddress }: SMTPServerSession,
  error: Error & Partial<Refusal>,
): void {
  if (!error.refused) return;
  const { reason, owned } = error.refused;
  const { address: recipient, owner } = owned;
  refusals.add({ recipient, owner, reason, stage: 'recipient', remoteAddress, messageId: null });
}

type RefusedMessage = { reason: RefusalReason; recipients: readonly Owned[]; messageId: string | null };

/** Mail for the operator is left out. */
function noteMessage(
  refusals: RefusalLog,
  { remoteAddress }: SMTPServerSession,
  { reason, recipients, messageId }: RefusedMessage,
): void {
  for (const { address: recipient, owner } of recipients)
    if (owner) refusals.add({ recipient, owner, reason, stage: 'data', remoteAddress, messageId });
}

const listen = (server: SMTPServer, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, () => {
      server.server.off('error', reject);
      resolve();
    });
  });
