const KiB = 1024;
const MiB = 1024 * KiB;

/** Limits of spec 8, the only list of them. Sizes are bytes, rates per minute. */
export const limits = {
  requestBody: 7 * MiB,
  /** Of the JSON in it: levels of nesting, properties of one object, items of one array, and all of them together. */
  json: { depth: 32, properties: 1_000, items: 10_000, values: 100_000 },
  /** Violations that one answer lists. */
  fieldErrors: 100,
  pageSize: { default: 25, max: 100 },
  ratePerMinute: { api: 600, search: 120, agentic: 20, send: 120, sign: 600, partner: 10 },
  metadata: { keys: 16, valueBytes: 512 },
  labels: { perMessage: 64, characters: 64 },
  /** Raw messages and attachments of one identity. */
  mailbox: 10 * 1024 * MiB,
  outboundMessage: 5 * MiB,
  inboundMessage: 25 * MiB,
  /** The same through the mail provider, header included. */
  providerMessage: 40 * MiB,
  recipientsPerMessage: 49,
  /** What a new workspace on the free plan sends in its first days (spec 8.4). */
  ramp: { perDay: 50, days: 7 },
  subject: 998,
  attachmentsPerSend: 32,
  /** How long an upload can be attached. */
  uploadHours: 24,
  /** For one identity. A draft that nobody changes for this many days is deleted. */
  drafts: { perIdentity: 500, days: 180 },
  /** How far ahead `send_at` may lie. */
  sendAheadDays: 30,
  addressesPerIdentity: 20,
  /** Mail domains of one registered domain. */
  domainsPerZone: 30,
  /** Addresses of a subdomain that uses our name servers, and the longest of them. */
  subdomain: { addresses: 200, addressCharacters: 90 },
  /** For one tenant, one partner, or the deployment. */
  webhookEndpoints: 20,
  replayDays: 30,
  usernameWithSuffix: 40,
  localPart: 64,
  idempotencyDays: 30,
  /** Between the first and the last day of daily usage. */
  usageDays: 92,
  waitSeconds: { default: 30, max: 60 },
  /** The console's sign-in (spec 8.4). */
  signIn: {
    requestsPerAddress: { many: 3, minutes: 10 },
    perMinutePerClient: 10,
    minutes: 10,
    codeTries: 10,
  },
  /** The second factor of a sign-in: wrong codes of one sign-in and of one person, and what a person can have. */
  secondFactor: { triesPerSignIn: 5, failuresPerHour: 10, recoveryCodes: 10, passkeys: 20 },
  sessionDays: { rolling: 7, absolute: 30 },
  /** Notifications by mail, account mail and digests left out (spec 8.4). */
  notificationsPerDay: { perPerson: 50, perWorkspace: 200 },
  /** What the capture driver kept instead of sending it. */
  capturedMailDays: 90,
  /** An export's file, and a link to it. */
  exportDays: 7,
  rotationOverlapHours: { min: 0, max: 168 },
  /** Applications that connect by OAuth. Rates are per client network. */
  oauth: {
    perMinute: { authorize: 60, token: 600, register: 20, device: 20 },
    /** Codes that a person types. */
    userCodesPerMinute: 10,
    /** A person's time to decide, in a browser and with a device. */
    requestMinutes: { browser: 10, device: 15 },
    /** Identities of one connection, unless it has the whole workspace. */
    identities: 100,
    codeSeconds: 60,
    pollSeconds: 5,
    /** The time without use after which a refresh token, or a registration, expires. */
    refreshDays: 90,
    registrationDays: { unused: 30, used: 180 },
  },
} as const;
