/** SMTP envelope: addresses as they go into MAIL FROM and RCPT TO, without angle brackets. */
export type Envelope = { from: string; to: readonly string[] };

/**
 * The outcome for one recipient at submission.
 * - `accepted`: the transport accepted responsibility for the message to this recipient.
 * - `refused_permanently`: a permanent refusal; trying again is pointless.
 * - `refused_temporarily`: it did not accept the message but may later; trying again cannot send it twice.
 * - `unknown`: it may have accepted the message, so it must never be tried again automatically (spec 3.1, `uncertain`).
 */
export type RecipientOutcome = 'accepted' | 'refused_permanently' | 'refused_temporarily' | 'unknown';

export type RecipientResult = {
  address: string;
  outcome: RecipientOutcome;
  /** The code of the reply that decided this outcome, if there was one. */
  smtp_code: number | null;
  /** The enhanced status code (RFC 3463), for example `5.1.1`. */
  enhanced_code: string | null;
  /** The answer's text on one line, at most 500 characters, or what went wrong locally. */
  response: string | null;
  /** For a message with several envelopes: why this recipient's envelope did not succeed. */
  reason?: SubmitReason | null;
};

/**
 * Why a submission as a whole did not succeed. The first four are reasons of spec 7.3.
 * - `transport_timeout`, `transport_connection_lost`: no reply after the message was submitted (`unknown`).
 * - `provider_validation`: header, size or format refused (`refused_permanently`).
 * - `sender_domain_unavailable`: the sender was refused (`refused_permanently`).
 * - `transport_answer_unclear`: a reply that RFC 5321 does not know (`unknown`).
 * - `transport_unavailable`: it could not be reached, asked to try later, or disconnected before it had the message
 *   (`refused_temporarily`).
 *
 * If only single recipients were refused, there is no reason.
 */
export type SubmitReason =
  | 'transport_timeout'
  | 'transport_connection_lost'
  | 'provider_validation'
  | 'sender_domain_unavailable'
  | 'transport_answer_unclear'
  | 'transport_unavailable';

/** The ids under which a provider will report on the message later. */
export type ProviderIds = {
  driver: string;
  providerMessageId: string;
  /** The Message-ID on the wire, `<left@right>`, if the provider sets its own and reports it. */
  rfcMessageId: string | null;
};

export type SubmitResult = {
  /** One entry per envelope recipient, in the envelope's order. */
  recipients: RecipientResult[];
  /** The transport's own id of the message, if it returned one. */
  providerMessageId: string | null;
  reason?: SubmitReason;
  /** Why no message can be submitted this way now: unreachable, wrong credentials, a blocked account. */
  unusable?: string;
  /** The ids that later reports of the provider will name; empty for transports without reports. */
  taken?: readonly ProviderIds[];
};

export type SubmitOptions = {
  /** The message's own `<left@right>`, for transports that deduplicate by it. */
  messageId: string;
  /** A value that the provider repeats in its reports: letters, digits, `_` and `-`. */
  reference?: string;
  /**
   * Awaited once per submission, at the last moment at which nobody can have the message: before its content is sent
   * after the server's 354 (SMTP), or before the first request (HTTP). A rejection stops the submission: nothing is
   * submitted, and the outcome is `refused_temporarily`.
   */
  beforeHandOver?(): Promise<void>;
};

/** Submits composed mail to other mail servers. */
export type MailTransport = {
  /** The transport's name in the API; `driver` is the code that reaches it. */
  readonly name: 'basic' | 'ses' | 'relay';
  readonly driver: string;
  /**
   * Submits one message, at most once per recipient. Never rejects for a failure of the transport: every failure is an
   * outcome.
   */
  submit(envelope: Envelope, raw: Uint8Array, options: SubmitOptions): Promise<SubmitResult>;
  /** Tests the transport without submitting a message. @returns why the transport cannot be used, or null */
  probe?(): Promise<string | null>;
  /** Why the last attempt found the transport unusable; null if it works or has not been tried. */
  lacks?(): string | null;
  /** Brings `lacks` up to date, at most twice a minute. */
  check?(): Promise<void>;
  /** Ends idle connections; submissions under way still finish. */
  close(): Promise<void>;
};

/** A customer's own server for one domain. The password is already unsealed. */
export type RelaySettings = {
  host: string;
  /** 465 (TLS from the start) or 587 (STARTTLS), nothing else (spec 8.3). */
  port: number;
  username: string | null;
  password: string | null;
};

/** The steps of a conversation with a relay, in order. */
export type RelayStage = 'dns' | 'connect' | 'tls' | 'auth' | 'mail_from' | 'done';

export type RelayProbe = {
  status: 'ok' | 'failed';
  /** The step that failed, or `done`. */
  stage: RelayStage;
  /** The relay's reply or the local error: one line, at most 500 characters. Null if all steps succeeded. */
  detail: string | null;
  ms: number;
};

/** Transports to relays, one per relay. */
export type Relays = {
  to(settings: RelaySettings): MailTransport;
  /**
   * Talks to a relay until it has accepted the sender, and sends nothing (spec 8.3). Never rejects.
   * @param from the sender that the relay is asked to accept
   */
  probe(settings: RelaySettings, from: string): Promise<RelayProbe>;
  close(): Promise<void>;
};
