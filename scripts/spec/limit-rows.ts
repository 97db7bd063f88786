import { fileLimits, headerLimits, limits, parseLimits, RETRY_DELAYS } from './sources.ts';

const DAY = 24 * 60 * 60 * 1000;

type Row = {
  section: '8.1' | '8.2' | '8.4';
  /** The entries of the catalogue that the row describes; none for limits that are declared elsewhere. */
  of: readonly (keyof typeof limits)[];
  label: string;
  value: string;
};

const number = (value: number): string => value.toLocaleString('en-US');

function size(bytes: number): string {
  const units = [
    [1024 ** 2, 'MiB'],
    [1024, 'KiB'],
  ] as const;
  const unit = units.find(([many]) => bytes >= many && bytes % many === 0);
  return unit ? `${number(bytes / unit[0])} ${unit[1]}` : `${number(bytes)} bytes`;
}

const rate = (bucket: keyof typeof limits.ratePerMinute): string =>
  `${number(limits.ratePerMinute[bucket])} per minute (bucket \`${bucket}\`)`;

const { json, metadata, labels, signIn, secondFactor, sessionDays, notificationsPerDay, oauth, waitSeconds } =
  limits;
const { archive, text } = fileLimits;

const rows: readonly Row[] = [
  { section: '8.1', of: ['requestBody'], label: 'Request body', value: size(limits.requestBody) },
  {
    section: '8.1',
    of: ['json'],
    label: 'JSON in a request body',
    value:
      `${json.depth} levels of nesting, ${number(json.properties)} properties per object, ` +
      `${number(json.items)} items per array, ${number(json.values)} values in all`,
  },
  {
    section: '8.1',
    of: ['fieldErrors'],
    label: 'Field errors listed in one answer',
    value: `${limits.fieldErrors}`,
  },
  { section: '8.1', of: ['ratePerMinute'], label: 'All requests of one API key', value: rate('api') },
  {
    section: '8.1',
    of: [],
    label: 'Searches of one API key (agentic searches excepted), related messages, contacts',
    value: rate('search'),
  },
  { section: '8.1', of: [], label: 'Agentic searches of one API key', value: rate('agentic') },
  { section: '8.1', of: [], label: 'Sends of one identity', value: rate('send') },
  {
    section: '8.1',
    of: [],
    label: 'Assertions and HTTP signatures of one identity, together',
    value: rate('sign'),
  },
  {
    section: '8.1',
    of: [],
    label: 'Tenant creations and invitations of one partner, across its keys',
    value: rate('partner'),
  },
  {
    section: '8.1',
    of: ['pageSize'],
    label: 'Page size of a list',
    value: `default ${limits.pageSize.default}, maximum ${limits.pageSize.max}`,
  },
  {
    section: '8.1',
    of: ['waitSeconds'],
    label: 'Timeout of `wait`',
    value: `default ${waitSeconds.default} s, maximum ${waitSeconds.max} s`,
  },
  {
    section: '8.1',
    of: ['idempotencyDays'],
    label: 'Life of an idempotency key',
    value: `${limits.idempotencyDays} days`,
  },
  {
    section: '8.1',
    of: ['metadata'],
    label: 'Metadata of an identity or a message',
    value: `${metadata.keys} keys, ${metadata.valueBytes} bytes per value`,
  },
  {
    section: '8.1',
    of: ['labels'],
    label: 'Labels of a message',
    value: `${labels.perMessage}, each at most ${labels.characters} characters`,
  },
  {
    section: '8.1',
    of: ['exportDays'],
    label: 'Life of an export and of a link to it',
    value: `${limits.exportDays} days`,
  },
  {
    section: '8.1',
    of: ['usageDays'],
    label: 'Days between `from` and `to` of daily usage',
    value: `at most ${limits.usageDays}`,
  },
  {
    section: '8.4',
    of: ['oauth'],
    label: 'OAuth, per client network',
    value:
      `${oauth.perMinute.authorize} authorizations, ${oauth.perMinute.register} registrations, ${oauth.perMinute.device} device codes ` +
      `and ${number(oauth.perMinute.token)} token requests per minute; one person tries ${oauth.userCodesPerMinute} device codes per minute`,
  },
  {
    section: '8.4',
    of: [],
    label: 'Identities of one connection that has not the whole workspace',
    value: `${oauth.identities}`,
  },
  {
    section: '8.4',
    of: [],
    label: 'A person’s decision about an application',
    value: `${oauth.requestMinutes.browser} minutes in a browser, ${oauth.requestMinutes.device} with a device, which asks every ${oauth.pollSeconds} seconds`,
  },
  {
    section: '8.4',
    of: [],
    label: 'Authorization codes, refresh tokens, registrations',
    value:
      `${oauth.codeSeconds} seconds; ${oauth.refreshDays} days without use; ${oauth.registrationDays.unused} days unused, ` +
      `${oauth.registrationDays.used} after the last use`,
  },
  {
    section: '8.1',
    of: ['rotationOverlapHours'],
    label: 'Overlap when a key or a webhook secret is rotated',
    value: `${limits.rotationOverlapHours.min} to ${limits.rotationOverlapHours.max} hours`,
  },
  {
    section: '8.2',
    of: ['outboundMessage'],
    label: 'Outgoing message, encoded, attachments included',
    value: size(limits.outboundMessage),
  },
  {
    section: '8.2',
    of: ['inboundMessage'],
    label: 'Incoming message over SMTP',
    value: size(limits.inboundMessage),
  },
  {
    section: '8.2',
    of: ['providerMessage'],
    label: 'Incoming message through the mail provider, header included',
    value: size(limits.providerMessage),
  },
  {
    section: '8.2',
    of: ['recipientsPerMessage'],
    label: 'Recipients of one message, whatever the policy says',
    value: `${limits.recipientsPerMessage}`,
  },
  { section: '8.2', of: ['subject'], label: 'Subject', value: `${limits.subject} characters` },
  {
    section: '8.2',
    of: [],
    label: 'Custom headers of a send',
    value:
      `${size(headerLimits.totalBytes)} in all; names at most ${headerLimits.nameBytes} bytes; values at most ` +
      `${number(headerLimits.valueBytes)} bytes; at most ${headerLimits.nonX} headers that are not \`X-\`, those that ` +
      'the service sets included',
  },
  {
    section: '8.2',
    of: ['attachmentsPerSend'],
    label: 'Attachments of one send over REST',
    value: `${limits.attachmentsPerSend}`,
  },
  {
    section: '8.2',
    of: ['uploadHours'],
    label: 'How long an upload can be attached',
    value: `${limits.uploadHours} hours`,
  },
  {
    section: '8.2',
    of: ['drafts'],
    label: 'Drafts of an identity, and how long one is kept that nobody changes',
    value: `${limits.drafts.perIdentity} drafts, ${limits.drafts.days} days`,
  },
  {
    section: '8.2',
    of: ['sendAheadDays'],
    label: 'How far ahead `send_at` may be',
    value: `${limits.sendAheadDays} days`,
  },
  {
    section: '8.2',
    of: [],
    label: 'Nesting depth of incoming MIME',
    value: `${parseLimits.depth}; deeper parts stay in the raw message, flag \`parse_degraded\``,
  },
  {
    section: '8.2',
    of: [],
    label: 'Parts of an incoming message',
    value: `${parseLimits.parts}; further parts stay in the raw message, flag \`parse_degraded\``,
  },
  {
    section: '8.2',
    of: [],
    label: 'Text of one attachment',
    value:
      `${size(text.inputBytes)} of input, ${text.pages} pages, ${size(text.bytes)} of text; beyond that the text is ` +
      '`unavailable`',
  },
  {
    section: '8.2',
    of: [],
    label: 'Expansion of an archive',
    value:
      `${archive.ratio} times its size, ${size(archive.bytes)}, and ${archive.depth} archives inside each other; ` +
      'beyond that the risk is `archive_bomb` and the message is quarantined',
  },
  {
    section: '8.2',
    of: ['localPart'],
    label: 'Local part of an address, thread token included',
    value: `${limits.localPart} characters`,
  },
  {
    section: '8.2',
    of: ['usernameWithSuffix'],
    label: 'Username and address suffix together',
    value: `${limits.usernameWithSuffix} characters`,
  },
  {
    section: '8.2',
    of: ['addressesPerIdentity'],
    label: 'Addresses of one identity, in any state',
    value: `${limits.addressesPerIdentity}`,
  },
  {
    section: '8.2',
    of: ['domainsPerZone'],
    label: 'Mail domains of one registered domain (zone)',
    value: String(limits.domainsPerZone),
  },
  {
    section: '8.2',
    of: ['subdomain'],
    label: 'Addresses of a domain with the method `subdomain`',
    value: `${limits.subdomain.addresses}, each at most ${limits.subdomain.addressCharacters} characters`,
  },
  {
    section: '8.2',
    of: ['webhookEndpoints'],
    label: 'Webhook endpoints of one tenant, of one partner, and of the platform',
    value: `${limits.webhookEndpoints} each`,
  },
  {
    section: '8.2',
    of: [],
    label: 'Attempts of one webhook delivery',
    value: `${RETRY_DELAYS.length + 1} over about ${Math.round(sum(RETRY_DELAYS) / DAY)} days`,
  },
  {
    section: '8.2',
    of: ['replayDays'],
    label: 'How far back a webhook replay reaches',
    value: `${limits.replayDays} days, or \`retention.events_days\` where that is shorter`,
  },
  {
    section: '8.2',
    of: ['capturedMailDays'],
    label: 'How long the outbox of the capture driver keeps a message',
    value: `${limits.capturedMailDays} days`,
  },
  {
    section: '8.4',
    of: ['signIn'],
    label: 'Sign-in links and codes',
    value:
      `${signIn.requestsPerAddress.many} requests in ${signIn.requestsPerAddress.minutes} minutes for one address; ` +
      `${signIn.perMinutePerClient} a minute for one client address`,
  },
  {
    section: '8.4',
    of: [],
    label: 'Life of a sign-in link or code',
    value: `${signIn.minutes} minutes, single use; ${signIn.codeTries} tries of a code`,
  },
  {
    section: '8.4',
    of: ['secondFactor'],
    label: 'Second factor',
    value:
      `${secondFactor.triesPerSignIn} tries in one sign-in, ${secondFactor.failuresPerHour} wrong codes of one person ` +
      `in an hour; ${secondFactor.recoveryCodes} recovery codes, ${secondFactor.passkeys} passkeys`,
  },
  {
    section: '8.4',
    of: ['sessionDays'],
    label: 'Session',
    value: `${sessionDays.rolling} days after its last use, ${sessionDays.absolute} days in all`,
  },
  {
    section: '8.4',
    of: ['notificationsPerDay'],
    label: 'Notification mail',
    value: `${notificationsPerDay.perPerson} per person and ${notificationsPerDay.perWorkspace} per workspace a day`,
  },
  {
    section: '8.4',
    of: ['ramp'],
    label: 'Sends of a new workspace on the free plan',
    value: `${limits.ramp.perDay} messages a day for its first ${limits.ramp.days} days`,
  },
];

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export const limitRows = (section: string): [string, string][] =>
  rows.filter((row) => row.section === section).map(({ label, value }) => [label, value]);

/** The size of a mailbox is in the table of 8.3, which is written by hand. */
const writtenByHand: readonly string[] = ['mailbox'];

/** Entries of the catalogue of limits that no row describes. */
export const undescribedLimits = (): string[] =>
  Object.keys(limits).filter(
    (name) =>
      !writtenByHand.includes(name) && !rows.some(({ of }) => (of as readonly string[]).includes(name)),
  );
