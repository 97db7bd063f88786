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
  /** The reply that decided this outcome, where there was one. */
  smtp_code: number | null;
  /** RFC 3463, for example `5.1.1`. */
  enhanced_code: string | null;
  /** The answer's text on one line, at most 500 characters, or what went wrong locally. */
  response: string | null;
  /** For a message with several envelopes: why this recipient's envelope did not succeed. */
  reason?: SubmitReason | null;
};

/**
 * Why a submission as a whole did not succeed. The first four are reasons of spec 7.3. - `transport_timeout`,
 * `transport_connection_lost`: no reply after the message was submitted (`unknown`). - `provider_validation`: header,
 * size or format refused (`refused_permanently`). - `sender_domain_unavailable`: the sender was refused
 * (`refused_permanently`). - `transport_answer_unclear`: an answer that is none of RFC 5321's (`unknown`). -
 * `transport_unavailable`: not reachable, asking to come back later, or gone before it had the message
 * (`refused_temporarily`). A refusal of single recipients alone has no reason.
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
  /** `<left@right>` on the wire, where the provider sets its own and says so. */
  rfcMessageId: string | null;
};

export type SubmitResult = {
  /** One entry per envelope recipient, in the envelope's order. */
  recipients: RecipientResult[];
  /** The transport's own id of the message, where it named one. */
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

/** Submits composed mail to the outside. */
export type MailTransport = {
  /** The transport as the API names it; `driver` is how it is reached. */
  readonly name: 'basic' | 'ses' | 'relay';
  readonly driver: string;
  /**
   * Submits one message, at most once per recipient. Never rejects for a failure of the transport: every failure is an
   * outcome.
   */
  submit(envelope: Envelope, raw: Uint8Array, options: SubmitOptions): Promise<SubmitResult>;
  /** Goes as far as it can without a message. Returns why the transport cannot be used, or null. */
  probe?(): Promise<string | null>;
  /** Why it cannot be used, as the last attempt found; null when it works, or was not tried yet. */
  lacks?(): string | null;
  /** Brings `lacks` up to date, at most twice a minute. */
  check?(): Promise<void>;
  /** Ends idle connections; submissions under way still finish. */
  close(): Promise<void>;
};

/** A customer's own server, for one domain. The password is opened already. */
export type RelaySettings = {
  host: string;
  /** 465 (TLS from the start) or 587 (STARTTLS), nothing else (spec 8.3). */
  port: number;
  username: string | null;
  password: string | null;
};

/** How far a conversation with a relay came, in the order of the steps. */
export type RelayStage = 'dns' | 'connect' | 'tls' | 'auth' | 'mail_from' | 'done';

export type RelayProbe = {
  status: 'ok' | 'failed';
  /** The step that failed, or `done`. */
  stage: RelayStage;
  /** The relay's reply, or what went wrong here: one line, at most 500 characters. Null when all is well. */
  detail: string | null;
  ms: number;
};

/** Transports to relays, one per relay. */
export type Relays = {
  to(settings: RelaySettings): MailTransport;
  /**
   * Talks to a relay until it has accepted the sender, and sends nothing (spec 8.3). Never rejects.
   * @param from the sender that it is asked to accept
   */
  probe(settings: RelaySettings, from: string): Promise<RelayProbe>;
  close(): Promise<void>;
};
