const KiB = 1024;
const MiB = 1024 * KiB;

/** Limits of spec 8, the only list of them. Sizes are bytes, rates per minute. */
export const limits = {
  requestBody: 7 * MiB,
  /** JSON in a body: levels of nesting, properties of one object, items of one array, and values in total. */
  json: { depth: 32, properties: 1_000, items: 10_000, values: 100_000 },
  /** The number of violations that one response lists. */
  fieldErrors: 100,
  pageSize: { default: 25, max: 100 },
  ratePerMinute: { api: 600, search: 120, agentic: 20, send: 120, sign: 600, partner: 10 },
  metadata: { keys: 16, valueBytes: 512 },
  labels: { perMessage: 64, characters: 64 },
  /** Raw messages and attachments of one identity. */
  mailbox: 10 * 1024 * MiB,
  outboundMessage: 5 * MiB,
  inboundMessage: 25 * MiB,
  /** The size of an outbound message with its header when the mail provider submits it. */
  providerMessage: 40 * MiB,
  recipientsPerMessage: 49,
  /** The lower sending limit of a new workspace on the free plan, and the number of days for which it applies (spec 8.4). */
  ramp: { perDay: 50, days: 7 },
  subject: 998,
  attachmentsPerSend: 32,
  /** How long an upload can be attached. */
  uploadHours: 24,
  /** Drafts of one identity, and the days without a change after which a draft is deleted. */
  drafts: { perIdentity: 500, days: 180 },
  /** How far ahead `send_at` may lie. */
  sendAheadDays: 30,
  addressesPerIdentity: 20,
  /** Mail domains of one registered domain. */
  domainsPerZone: 30,
  /** A subdomain that uses our name servers: its number of addresses, and the length of each. */
  subdomain: { addresses: 200, addressCharacters: 90 },
  /** Endpoints of one tenant, of one partner, or of the deployment. */
  webhookEndpoints: 20,
  replayDays: 30,
  usernameWithSuffix: 40,
  localPart: 64,
  idempotencyDays: 30,
  /** The longest range of days for which daily usage can be requested. */
  usageDays: 92,
  waitSeconds: { default: 30, max: 60 },
  /** The console's sign-in (spec 8.4). */
  signIn: {
    requestsPerAddress: { many: 3, minutes: 10 },
    perMinutePerClient: 10,
    minutes: 10,
    codeTries: 10,
  },
  /** Second factor: wrong codes in one sign-in and by one person, and how many codes and passkeys a person can have. */
  secondFactor: { triesPerSignIn: 5, failuresPerHour: 10, recoveryCodes: 10, passkeys: 20 },
  sessionDays: { rolling: 7, absolute: 30 },
  /** Notifications sent by mail, not counting account mail and digests (spec 8.4). */
  notificationsPerDay: { perPerson: 50, perWorkspace: 200 },
  /** How long mail is kept that the capture driver stored instead of sending. */
  capturedMailDays: 90,
  /** How long an export's file and the link to it are valid. */
  exportDays: 7,
  rotationOverlapHours: { min: 0, max: 168 },
  /** Applications that connect by OAuth. Rates are per client network. */
  oauth: {
    perMinute: { authorize: 60, token: 600, register: 20, device: 20 },
    /** Attempts to enter a device's code. */
    userCodesPerMinute: 10,
    /** Minutes in which a person must decide about a request, in a browser and on a device. */
    requestMinutes: { browser: 10, device: 15 },
    /** The number of identities that one connection can name, unless it has the whole workspace. */
    identities: 100,
    codeSeconds: 60,
    pollSeconds: 5,
    /** Days without use after which a refresh token expires. */
    refreshDays: 90,
    registrationDays: { unused: 30, used: 180 },
  },
} as const;
