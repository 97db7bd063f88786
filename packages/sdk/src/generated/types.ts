// Made from the OpenAPI document by `node scripts/packages.ts`. Do not edit it.

/** Fields that are given are changed, null resets a field to its default, and fields that are left out stay unchanged. */
export type TenantPolicyPatch = {
  /** How many messages one identity may send per day. Default: 500. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  identity_daily_send_cap?: number | null;
  /** How many messages the whole tenant may send per day. Default: 5000. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  tenant_daily_send_cap?: number | null;
  /** The maximum number of recipients of a message. Default: 10. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  max_recipients?: number | null;
  /** Mail is sent only to recipients on the send allow list. Default: false. */
  send_allowlist_only?: boolean | null;
  /** How attachments over the size limit are handled: the message is refused, or the attachments are sent as expiring signed links. Default: "refuse". */
  large_attachments?: TenantPolicyLargeAttachments | null;
  /** How many hours a signed attachment link works. Default: 72. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  link_ttl_hours?: number | null;
  ai_disclosure?: TenantPolicyPatchAiDisclosure | null;
  auto_reply?: TenantPolicyPatchAutoReply | null;
  sending?: TenantPolicyPatchSending | null;
  quarantine?: TenantPolicyPatchQuarantine | null;
  inbound?: TenantPolicyPatchInbound | null;
  triage?: TenantPolicyPatchTriage | null;
  search?: TenantPolicyPatchSearch | null;
  retention?: TenantPolicyPatchRetention | null;
  limits?: TenantPolicyPatchLimits | null;
  /** The maximum size of the message text in a webhook event, in bytes. Default: 16384. */
  webhook_text_bytes?: number | null;
  web_bot_auth?: TenantPolicyPatchWebBotAuth | null;
  domains?: TenantPolicyPatchDomains | null;
  abuse?: TenantPolicyPatchAbuse | null;
};

export type Recipient = string | RecipientOption2;

export type KeptAttachment = {
  /** An attachment that the draft already has. */
  id: string;
};

export type Health = {
  status: HealthStatus;
  version: string;
  commit: string;
  env: string;
  /** The parts that do not work; empty if all of them work. */
  reasons?: Array<string>;
};

export type Error = {
  error: ErrorError;
};

export type Readiness = {
  status: "ready";
};

export type Plans = {
  billing_enabled: boolean;
  data: Array<Plan>;
};

export type Plan = {
  plan_id: string;
  name: string;
  /** The price per interval, in the smallest unit of the currency. */
  price: number;
  /** ISO 4217, lower case. */
  currency: string;
  interval: PlanInterval;
  included: PlanIncluded;
  /** Whether top-ups can be bought in addition to the plan. */
  topups: boolean;
  support: string;
};

export type JwkSet = {
  keys: Array<JwkSetKey>;
};

export type HookTaken = {
  status: "ok";
};

/** Metadata of OAuth. */
export type OAuthMetadata = {
};

export type OAuthTokens = {
  access_token: string;
  token_type: string;
};

export type OAuthDevice = {
  device_code: string;
  user_code: string;
};

export type OAuthClient = {
  client_id: string;
};

export type SignInDone = {
  /** Always true. */
  ok: boolean;
  /** Present when the person must confirm a second factor to be signed in. Always true. */
  second_factor?: boolean;
};

export type PasskeyOptions = {
};

export type SessionInfo = {
};

export type Security = {
};

/** The calling key. */
export type OwnApiKey = {
  key_id: string;
  name: string;
  level: ApiKeyLevel;
  mode: ApiKeyMode;
  partner_id: string | null;
  tenant_id: string | null;
  /** The identity of a key of level `identity`; null if the key has several, as the key of a connected application may. */
  identity_id: string | null;
  /** All identities of a key of level `identity`; empty for other levels. */
  identity_ids: Array<string>;
  permissions: Array<string>;
  expires_at: string | null;
  /** The MCP tools to which the key is restricted, as names and groups of tools. An empty list means all tools that its permissions allow. */
  tools: Array<string>;
};

export type ApiKeyWithSecret = {
  key_id: string;
  name: string;
  level: ApiKeyLevel;
  mode: ApiKeyMode;
  partner_id: string | null;
  tenant_id: string | null;
  /** The identity of a key of level `identity`; null if the key has several, as the key of a connected application may. */
  identity_id: string | null;
  /** All identities of a key of level `identity`; empty for other levels. */
  identity_ids: Array<string>;
  permissions: Array<string>;
  expires_at: string | null;
  /** The MCP tools to which the key is restricted, as names and groups of tools. An empty list means all tools that its permissions allow. */
  tools: Array<string>;
  /** The first 12 characters of the secret; null for older keys, for which they were not stored. */
  prefix: string | null;
  /** The networks from which the key can be used. An empty list allows all networks. */
  allowed_cidrs: Array<string>;
  /** How the MCP tools show mail to this key: `agent` is the safe view for models, `plain` the mail as it arrived. */
  mcp_view: ApiKeyMcpView;
  /** The application that uses the key with access tokens (OAuth); null for a key with a secret. */
  oauth_client_id: string | null;
  /** Who created the key; null if that was not recorded. */
  created_by: ApiKeyCreatedBy | null;
  created_at: string;
  /** The time of the last use, up to a minute late; null before the first use. */
  last_used_at: string | null;
  /** The secret. It is shown only once and never stored, so save it. Absent in a replayed response. */
  secret?: string;
  /** Present only in a response that is replayed for its Idempotency-Key: the secret is not shown again. Always false. */
  secret_replayed?: boolean;
};

/** An API key, without its secret. */
export type ApiKey = {
  key_id: string;
  name: string;
  level: ApiKeyLevel;
  mode: ApiKeyMode;
  partner_id: string | null;
  tenant_id: string | null;
  /** The identity of a key of level `identity`; null if the key has several, as the key of a connected application may. */
  identity_id: string | null;
  /** All identities of a key of level `identity`; empty for other levels. */
  identity_ids: Array<string>;
  permissions: Array<string>;
  expires_at: string | null;
  /** The MCP tools to which the key is restricted, as names and groups of tools. An empty list means all tools that its permissions allow. */
  tools: Array<string>;
  /** The first 12 characters of the secret; null for older keys, for which they were not stored. */
  prefix: string | null;
  /** The networks from which the key can be used. An empty list allows all networks. */
  allowed_cidrs: Array<string>;
  /** How the MCP tools show mail to this key: `agent` is the safe view for models, `plain` the mail as it arrived. */
  mcp_view: ApiKeyMcpView;
  /** The application that uses the key with access tokens (OAuth); null for a key with a secret. */
  oauth_client_id: string | null;
  /** Who created the key; null if that was not recorded. */
  created_by: ApiKeyCreatedBy | null;
  created_at: string;
  /** The time of the last use, up to a minute late; null before the first use. */
  last_used_at: string | null;
};

/** A customer workspace. */
export type Tenant = {
  id: string;
  slug: string;
  name: string;
  mode: ApiKeyMode;
  status: TenantStatus;
  suspended_by: TenantSuspendedBy | null;
  partner_id: string | null;
  address_suffix: string;
  timezone: string;
  policy: TenantPolicy;
  created_at: string;
  updated_at: string;
};

/** The effective policy. */
export type TenantPolicy = {
  /** How many messages one identity may send per day. Default: 500. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  identity_daily_send_cap: number;
  /** How many messages the whole tenant may send per day. Default: 5000. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  tenant_daily_send_cap: number;
  /** The maximum number of recipients of a message. Default: 10. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  max_recipients: number;
  /** Mail is sent only to recipients on the send allow list. Default: false. */
  send_allowlist_only: boolean;
  /** How attachments over the size limit are handled: the message is refused, or the attachments are sent as expiring signed links. Default: "refuse". */
  large_attachments: TenantPolicyLargeAttachments;
  /** How many hours a signed attachment link works. Default: 72. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  link_ttl_hours: number;
  ai_disclosure: TenantPolicyAiDisclosure;
  auto_reply: TenantPolicyAutoReply;
  sending: TenantPolicySending;
  quarantine: TenantPolicyQuarantine;
  inbound: TenantPolicyInbound;
  triage: TenantPolicyTriage;
  search: TenantPolicySearch;
  retention: TenantPolicyRetention;
  limits: TenantPolicyLimits;
  /** The maximum size of the message text in a webhook event, in bytes. Default: 16384. */
  webhook_text_bytes: number;
  web_bot_auth: TenantPolicyWebBotAuth;
  domains: TenantPolicyDomains;
  abuse: TenantPolicyAbuse;
};

export type BillingAccount = {
  tenant_id: string;
  /** The setting of the tenant. A deployment without billing meters nothing, regardless of the mode. */
  mode: BillingAccountMode;
  /** The plan applies while the mode is `metered`. Null if the deployment has no plans. */
  plan: UsagePlan | null;
  topups: UsageTopups;
};

/** A member of a workspace. */
export type Member = {
  user_id: string;
  email: string;
  name: string;
  role: MemberRole;
  last_login_at: string | null;
  created_at: string;
};

/** An open invitation to a workspace. */
export type Invitation = {
  id: string;
  email: string;
  role: InvitationRole;
  /** The key or the person that sent the invitation. */
  invited_by: string | null;
  expires_at: string;
};

export type SentInvitation = {
  id: string;
  email: string;
  role: InvitationRole;
  expires_at: string;
};

/** An integrator that creates and manages its own tenants. */
export type Partner = {
  id: string;
  /** Empty if the partner was deleted. */
  name: string;
  status: PartnerStatus;
  default_billing_mode: PartnerDefaultBillingMode;
  max_tenants: number;
  ramp_exempt: boolean;
  created_at: string;
  updated_at: string;
};

/** A job that failed on its last attempt. */
export type DeadLetter = {
  id: string;
  /** The part of the program to which the job belongs. */
  queue: string;
  /** The tenant of the job, if it has one. */
  tenant_id: string | null;
  job: string;
  /** The error of the last attempt. */
  error: string;
  attempts: number;
  status: DeadLetterStatus;
  first_failed_at: string;
  last_failed_at: string;
  redriven_at: string | null;
};

/** A maintenance job of the whole deployment. */
export type Job = {
  id: string;
  name: JobName;
  status: JobStatus;
  /** Both numbers are 0 until the amount of work is known. */
  progress: JobProgress;
  error: string | null;
  created_at: string;
  started_at: string | null;
  /** When the job completed or failed. */
  completed_at: string | null;
};

/** A new key of the deployment. Key material is never returned. */
export type KeyRotation = {
  purpose: KeyRotationPurpose;
  kid: string;
  created_at: string;
  previous: KeyRotationPrevious | null;
};

export type CapturedMailSummary = {
  id: string;
  rfc_message_id: string;
  envelope_from: string;
  envelope_to: Array<string>;
  /** Untrusted text. */
  subject: string;
  size: number;
  created_at: string;
};

export type CapturedMail = {
  id: string;
  rfc_message_id: string;
  envelope_from: string;
  envelope_to: Array<string>;
  /** Untrusted text. */
  subject: string;
  size: number;
  created_at: string;
  from: string;
  /** Untrusted text. */
  text: string;
  /** Sanitised HTML. */
  html: string | null;
  attachments: Array<CapturedMailAttachment>;
  /** The source of the message (RFC 5322). */
  source: string;
  /** Whether only the beginning of the message is returned. */
  truncated: boolean;
};

export type ComponentHealth = {
  name: string;
  status: ComponentHealthStatus;
  /** One sentence for people. */
  detail: string;
  /** How long the check took, in milliseconds. */
  ms: number;
};

export type DomainConnectKey = {
  /** The value of `key` in signed requests. */
  host: string;
  created_at: string;
  /** Whether all of its records are in DNS. The key signs only then. */
  is_published: boolean;
  records: Array<DomainConnectKeyRecord>;
};

/** An entry of the audit log. Sent messages have no audit entries. */
export type AuditEvent = {
  id: string;
  tenant_id: string | null;
  actor_key_id: string | null;
  actor_user_id: string | null;
  action: string;
  target_type: string;
  target_id: string;
  details: Record<string, unknown>;
  request_id: string | null;
  /** The address of the client; null for jobs and when the address is unknown. */
  source_address: string | null;
  created_at: string;
  /** The position of the row in the chain of its tenant, and the hash of all rows up to and including it. */
  chain: AuditEventChain | null;
};

export type AuditVerification = {
  intact: boolean;
  heads: Array<AuditVerificationHead>;
  faults: Array<AuditVerificationFault>;
};

export type LoggedRequest = {
  /** The `Request-Id` of the response. */
  request_id: string;
  at: string;
  /** Null for a person in the console. */
  key_id: string | null;
  user_id: string | null;
  method: string;
  /** The pattern of the path, or the name of an MCP tool. */
  route: string;
  status: number;
  /** The error code of the response. */
  code: string | null;
  duration_ms: number;
};

export type Identity = {
  id: string;
  tenant_id: string;
  username: string;
  display_name: string;
  purpose: string;
  status: IdentityStatus;
  pause_reason: IdentityPauseReason | null;
  primary_address: string;
  addresses: Array<Address>;
  /** The identity cannot send without an owner. */
  owner: IdentityOwner | null;
  signature: IdentitySignature | null;
  send_policy: IdentitySendPolicy;
  metadata: Record<string, unknown>;
  client_id: string | null;
  created_at: string;
  updated_at: string;
};

export type Address = {
  id: string;
  identity_id: string;
  /** Null for the platform domain. */
  domain_id: string | null;
  address: string;
  local_part: string;
  role: AddressRole;
  status: AddressStatus;
  retire_at: string | null;
  retired_at: string | null;
  /** Null unless mail to the domain is forwarded to this deployment. */
  forwarding: AddressForwarding | null;
  forwarding_checked_at: string | null;
  created_at: string;
};

export type ErasureRequest = {
  id: string;
  tenant_id: string;
  scope: ErasureRequestScope;
  status: ErasureRequestStatus;
  created_at: string;
  completed_at: string | null;
  created_by_key_id: string | null;
  /** The number of erased items so far. It is final when the request has completed. */
  receipt: ErasureRequestReceipt;
};

export type Event = {
  id: string;
  type: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  /** The content depends on the type. Texts in it are untrusted. */
  data: Record<string, unknown>;
};

export type Message = {
  id: string;
  thread_id: string;
  identity_id: string;
  direction: MessageDirection;
  status: string;
  from: Mailbox | null;
  to: Array<Mailbox>;
  cc: Array<Mailbox>;
  bcc: Array<Mailbox>;
  reply_to: Array<Mailbox>;
  delivered_to: string | null;
  is_primary_recipient: boolean;
  /** Untrusted text. */
  subject: string;
  sent_at: string | null;
  received_at: string | null;
  /** A scheduled message is `queued` until this time. */
  send_at: string | null;
  /** The text without quoted parts. Untrusted text. */
  extracted_text: string;
  /** The full text, only with `include=quoted`. */
  text: string | null;
  /** Sanitised HTML, only with `include=html`. */
  html: string | null;
  /** Returned only with `include=headers`. */
  headers?: Array<Array<string>>;
  attachments: Array<Attachment>;
  labels: Array<string>;
  kind: MessageKind;
  is_read: boolean;
  trust: Trust | null;
  triage: Triage;
  refs: Array<MessageRef>;
  rfc_message_id: string;
  in_reply_to: string | null;
  deliveries: Array<Delivery> | null;
  /** Why the message is quarantined; only on quarantined messages. */
  quarantine_reason?: string;
  /** Only on messages that a person had to approve. */
  approval?: MessageApproval;
  flags: Array<string>;
  metadata: Record<string, unknown>;
  created_at: string;
  /** With `view=agent`: the random token in the two lines that enclose untrusted text. */
  fence?: string;
  /** With `view=agent`: one sentence that says what the fence means. */
  notice?: string;
  /** With `view=agent`: the masked passages of `text`. Positions are in UTF-16 code units. */
  masked?: Array<MessageMasked>;
  /** With `view=agent`: the links of the message, each with its real host. */
  links?: Array<MessageLink>;
};

/** An address with its display name. The name is untrusted text. */
export type Mailbox = {
  address: string;
  name: string | null;
};

export type Attachment = {
  id: string;
  /** Untrusted text, but a safe file name. */
  filename: string;
  content_type: string;
  size: number;
  disposition: AttachmentDisposition;
  /** The id that `cid:` links in the HTML use. Untrusted. */
  content_id: string | null;
  text_status: AttachmentTextStatus;
  pages: number | null;
  risk: string | null;
};

/** How well DNS and signatures authenticate the sender of the message. */
export type Trust = {
  verdict: TrustVerdict;
  spf: string;
  dkim: string;
  dmarc: string;
  arc: string;
  known_sender: boolean;
  quarantined: boolean;
  spam_score: number;
  automated: boolean;
  flags: Array<string>;
  agent?: AgentProof;
};

/** The verified content of the header Agent-Assertion; absent without that header. See docs/signed-mail.md. */
export type AgentProof = {
  proven: boolean;
  problem: AgentProofProblem | null;
  /** The host whose key signed these claims. */
  issuer: string | null;
  identity_id: string | null;
  name: string | null;
  /** The person or organisation that is responsible for the agent. */
  organisation: string | null;
  contact: string | null;
  discloses_ai: boolean | null;
};

export type Triage = {
  status: TriageStatus;
  reason?: string;
  category: string | null;
  needs_reply: number | null;
  urgency: number | null;
  summary: string | null;
  language: string | null;
  risk_flags: Array<string>;
  /** The passages that caused the risk flags. */
  evidence: Array<TriageEvidence>;
  /** 0 to 1. */
  spam_probability: number | null;
  model: string | null;
  version: string | null;
};

export type TriageEvidence = {
  flag: string;
  /** The passage in the message, at most 240 characters. Untrusted text. */
  passage: string;
  part: TriageEvidencePart;
  attachment_id?: string;
  score: number;
};

export type Delivery = {
  address: string;
  field: DeliveryField;
  status: string;
  reason: string | null;
  smtp_code: number | null;
  enhanced_code: string | null;
  bounce_type: DeliveryBounceType | null;
  updated_at: string;
};

export type MessageApproval = {
  id: string;
  status: ApprovalStatus;
  /** Why a person had to approve the message. */
  reasons: Array<string>;
  /** The comment of the person who decided. */
  comment: string | null;
  /** Whether a person changed the message before it was sent. */
  edited: boolean;
  expires_at: string;
};

export type MailSummary = {
  id: string;
  thread_id: string;
  direction: MessageDirection;
  status: string;
  from: Person | null;
  /** At most the first 3 recipients. */
  to: Array<Person>;
  /** Untrusted text, cut to 80 characters. */
  subject: string;
  /** The beginning of the text without quotes, in one line: at most 160 characters, and fewer where the other fields are long. Untrusted text. */
  snippet: string;
  /** When the message was received or written. */
  date: string;
  is_read: boolean;
  labels: Array<string>;
  risk_flags: Array<string>;
  category: string | null;
  attachment_count: number;
};

/** An address and, if there is one, its display name. The name is untrusted text. */
export type Person = {
  address: string;
  name?: string;
};

export type AcceptedMessage = {
  id: string;
  thread_id: string;
  identity_id: string;
  direction: MessageDirection;
  status: string;
  from: Mailbox | null;
  to: Array<Mailbox>;
  cc: Array<Mailbox>;
  bcc: Array<Mailbox>;
  reply_to: Array<Mailbox>;
  delivered_to: string | null;
  is_primary_recipient: boolean;
  /** Untrusted text. */
  subject: string;
  sent_at: string | null;
  received_at: string | null;
  /** A scheduled message is `queued` until this time. */
  send_at: string | null;
  /** The text without quoted parts. Untrusted text. */
  extracted_text: string;
  /** The full text, only with `include=quoted`. */
  text: string | null;
  /** Sanitised HTML, only with `include=html`. */
  html: string | null;
  /** Returned only with `include=headers`. */
  headers?: Array<Array<string>>;
  attachments: Array<Attachment>;
  labels: Array<string>;
  kind: MessageKind;
  is_read: boolean;
  trust: Trust | null;
  triage: Triage;
  refs: Array<MessageRef>;
  rfc_message_id: string;
  in_reply_to: string | null;
  deliveries: Array<Delivery> | null;
  /** Why the message is quarantined; only on quarantined messages. */
  quarantine_reason?: string;
  /** Only on messages that a person had to approve. */
  approval?: MessageApproval;
  flags: Array<string>;
  metadata: Record<string, unknown>;
  created_at: string;
  /** With `view=agent`: the random token in the two lines that enclose untrusted text. */
  fence?: string;
  /** With `view=agent`: one sentence that says what the fence means. */
  notice?: string;
  /** With `view=agent`: the masked passages of `text`. Positions are in UTF-16 code units. */
  masked?: Array<MessageMasked>;
  /** With `view=agent`: the links of the message, each with its real host. */
  links?: Array<MessageLink>;
  deduplicated: boolean;
  guard?: GuardVerdict;
};

/** What the guard says about a send. Absent where the policy switches it off, and in a dry run with nothing to advise. */
export type GuardVerdict = {
  /** `advised`: the message is sent, and somebody should look at the reasons. `held`: the message waits for a person to approve it. */
  verdict: GuardVerdictVerdict;
  reasons: Array<GuardVerdictReason>;
};

export type SentMessage = {
  id: string;
  thread_id: string;
  identity_id: string;
  status: SentMessageStatus;
  from: Mailbox | null;
  to: Array<Mailbox>;
  cc: Array<Mailbox>;
  bcc: Array<Mailbox>;
  subject: string;
  /** The beginning of the text, on one line. */
  snippet: string;
  /** When Proofmail accepted the message. */
  created_at: string;
  /** A scheduled message is `queued` until this time. */
  send_at: string | null;
  /** When the first mail server accepted it. */
  sent_at: string | null;
  flags: Array<string>;
  deliveries: Array<Delivery>;
  approval: MessageApproval | null;
};

export type AttachmentText = {
  /** `pending`: the text has not been read yet. `unavailable`: the file has no readable text. `skipped`: the policy or a risk prevents reading it. */
  status: AttachmentTextStatus;
  /** With `view=agent`: the random token in the two lines that enclose untrusted text. */
  fence?: string;
  /** With `view=agent`: one sentence that says what the fence means. */
  notice?: string;
  pages: Array<AttachmentTextPage>;
  total_pages: number | null;
  /** True if the text is longer than the response allows. Request fewer pages. */
  truncated: boolean;
};

export type Upload = {
  id: string;
  filename: string;
  content_type: string;
  /** Bytes. */
  size: number;
  /** The SHA-256 hash of the bytes, in hexadecimal. */
  sha256: string;
  /** The file can be attached until this time. */
  expires_at: string;
};

export type ThreadSummary = {
  id: string;
  /** Untrusted text. */
  subject: string;
  participants: Array<Mailbox>;
  message_count: number;
  unread_count: number;
  last_at: string;
  category: string | null;
  needs_reply: number | null;
  urgency: number | null;
  labels: Array<string>;
  archived: boolean;
  /** True if all messages are quarantined or hidden, so that only reviewers can see the thread. */
  quarantined: boolean;
};

export type TenantThread = {
  id: string;
  /** Untrusted text. */
  subject: string;
  participants: Array<Mailbox>;
  message_count: number;
  unread_count: number;
  last_at: string;
  category: string | null;
  needs_reply: number | null;
  urgency: number | null;
  labels: Array<string>;
  archived: boolean;
  /** True if all messages are quarantined or hidden, so that only reviewers can see the thread. */
  quarantined: boolean;
  identity_id: string;
  /** The beginning of the newest message, without quoted text, on one line. Untrusted text. */
  snippet: string;
};

export type MailCounts = {
  mailboxes: Array<MailCountsMailboxe>;
};

export type Thread = {
  id: string;
  /** Untrusted text. */
  subject: string;
  participants: Array<Mailbox>;
  message_count: number;
  unread_count: number;
  last_at: string;
  category: string | null;
  needs_reply: number | null;
  urgency: number | null;
  labels: Array<string>;
  archived: boolean;
  /** True if all messages are quarantined or hidden, so that only reviewers can see the thread. */
  quarantined: boolean;
  messages: Array<Message>;
  next_cursor: string | null;
  /** With `view=agent`: the random token in the two lines that enclose untrusted text. */
  fence?: string;
  /** With `view=agent`: one sentence that says what the fence means. */
  notice?: string;
};

export type QuarantinedMessage = {
  id: string;
  thread_id: string;
  identity_id: string;
  direction: MessageDirection;
  status: string;
  from: Mailbox | null;
  to: Array<Mailbox>;
  cc: Array<Mailbox>;
  bcc: Array<Mailbox>;
  reply_to: Array<Mailbox>;
  delivered_to: string | null;
  is_primary_recipient: boolean;
  /** Untrusted text. */
  subject: string;
  sent_at: string | null;
  received_at: string | null;
  /** A scheduled message is `queued` until this time. */
  send_at: string | null;
  /** The text without quoted parts. Untrusted text. */
  extracted_text: string;
  /** The full text, only with `include=quoted`. */
  text: string | null;
  /** Sanitised HTML, only with `include=html`. */
  html: string | null;
  /** Returned only with `include=headers`. */
  headers?: Array<Array<string>>;
  attachments: Array<Attachment>;
  labels: Array<string>;
  kind: MessageKind;
  is_read: boolean;
  trust: Trust | null;
  triage: Triage;
  refs: Array<MessageRef>;
  rfc_message_id: string;
  in_reply_to: string | null;
  deliveries: Array<Delivery> | null;
  quarantine_reason: string;
  /** Only on messages that a person had to approve. */
  approval?: MessageApproval;
  flags: Array<string>;
  metadata: Record<string, unknown>;
  created_at: string;
  /** With `view=agent`: the random token in the two lines that enclose untrusted text. */
  fence?: string;
  /** With `view=agent`: one sentence that says what the fence means. */
  notice?: string;
  /** With `view=agent`: the masked passages of `text`. Positions are in UTF-16 code units. */
  masked?: Array<MessageMasked>;
  /** With `view=agent`: the links of the message, each with its real host. */
  links?: Array<MessageLink>;
};

export type Overview = {
  setup: OverviewSetup;
  needs: OverviewNeeds;
  numbers: OverviewNumbers;
};

export type OverviewSetup = {
  mailbox: OverviewSetupMailbox;
  /** Null where the caller lacks the permission to read it. */
  mail_received: OverviewSetupMailReceived | null;
  /** Null where the caller lacks the permission to read it. */
  key: OverviewSetupKey | null;
  /** Null where the caller lacks the permission to read it. */
  agent: OverviewSetupAgent | null;
  /** Null where the caller lacks the permission to read it. */
  webhook: OverviewSetupWebhook | null;
  /** Null where the caller lacks the permission to read it. */
  domain: OverviewSetupDomain | null;
  /** Done as soon as the policy requires approval for some sends. */
  approval: OverviewSetupApproval;
};

export type OverviewNeeds = {
  /** Null where the caller lacks the permission to read it. */
  approvals: OverviewNeedsApprovals | null;
  /** Null where the caller lacks the permission to read it. */
  held: OverviewNeedsHeld | null;
  /** Null where the caller lacks the permission to read it. */
  sends: OverviewNeedsSends | null;
  /** Null where the caller lacks the permission to read it. */
  webhooks: OverviewNeedsWebhooks | null;
  /** Null where the caller lacks the permission to read it. */
  identities: OverviewNeedsIdentities | null;
  /** Null where the caller lacks the permission to read it. */
  domains: OverviewNeedsDomains | null;
  limits: Array<OverviewNeedsLimit>;
};

export type OverviewNumbers = {
  /** The last 14 days, oldest first, including today. */
  days: Array<OverviewNumbersDay>;
  /** In the last 7 days and in the 7 days before. */
  received: OverviewNumbersReceived;
  sent: OverviewNumbersSent;
  /** Null where the caller lacks the permission to read it. */
  troubled: OverviewNumbersTroubled | null;
};

/** Mail that the key cannot access is not found. */
export type Explanation = {
  found: boolean;
  steps: Array<ExplainStep>;
};

export type ExplainStep = {
  at: string;
  step: ExplainStepStep;
  /** For a recipient, its status; for received mail, the decision. */
  outcome: string;
  reason: string;
  /** What to do; null if there is nothing to do. */
  fix: string | null;
};

/** A message that was refused on arrival. */
export type Refusal = {
  id: string;
  at: string;
  tenant_id: string;
  /** Null if no mailbox has the address, but its domain belongs to the tenant. */
  identity_id: string | null;
  /** The address that the sender named. */
  recipient: string;
  /** `recipient`: when the sender named the recipient, before the message. `data`: after the message was transferred. */
  stage: RefusalStage;
  reason: RefusalReason;
  /** The SMTP code that the sender got. After a 4xx, the sending server retries automatically. */
  smtp_code: number;
  /** The network of the sending server: the /24 or /48 of its IP address. */
  network: string;
  /** The Message-ID; only at the stage `data`. */
  message_id: string | null;
  meaning: string;
  /** What to do. */
  fix: string | null;
};

/** A signing key of an identity. Private keys are never returned. */
export type IdentityKey = {
  /** The JWK thumbprint of the public key (RFC 7638). */
  kid: string;
  identity_id: string;
  algorithm: "EdDSA";
  status: IdentityKeyStatus;
  public_jwk: PublicJwk;
  created_at: string;
  /** When a retiring key leaves the published set. */
  retire_at: string | null;
  revoked_at: string | null;
};

/** An Ed25519 public key (RFC 8037). */
export type PublicJwk = {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
};

export type Assertion = {
  assertion: string;
  kid: string;
  issued_at: string;
  expires_at: string;
};

export type HttpSignature = {
  headers: HttpSignatureHeaders;
  kid: string;
  created_at: string;
  expires_at: string;
};

export type SearchResult = {
  /** With `view=agent`: the random token in the two lines that enclose untrusted text. */
  fence?: string;
  /** With `view=agent`: one sentence that says what the fence means. */
  notice?: string;
  query: SearchResultQuery;
  hits: Array<SearchHit | SearchThreadHit>;
  facets: SearchFacets | null;
  next_cursor: string | null;
  /** Whether hits were left out to keep the response under 256 KB. */
  truncated: boolean;
  /** The share of the mailbox that has embeddings, 0 to 1. */
  semantic_coverage: number;
  /** The requested mode was not available, or Postgres replaced a Meilisearch that did not respond. */
  degraded: boolean;
  /** The search covers all changes up to this time. */
  as_of: string;
};

export type SearchHit = {
  message_id: string;
  thread_id: string;
  direction: MessageDirection;
  from: Mailbox | null;
  /** Untrusted text. */
  subject: string;
  trust: SearchHitTrust;
  identity_id: string;
  date: string;
  /** Untrusted text, escaped as HTML. Matches are in `<mark>`, the only tag. */
  snippet: string;
  score: number;
  /** Fields with the words that matched in them, for example `subject: invoice`. */
  why: Array<string>;
  /** Words of the query that the message contains. */
  matched: Array<string>;
  /** Words of the query that the message does not contain. */
  missing: Array<string>;
  attachment_hits: Array<SearchHitAttachmentHit>;
};

export type SearchThreadHit = {
  thread_id: string;
  /** Untrusted text. */
  subject: string;
  participants: Array<Mailbox>;
  message_count: number;
  last_at: string | null;
  top_message_id: string;
  identity_id: string;
  date: string;
  /** Untrusted text, escaped as HTML. Matches are in `<mark>`, the only tag. */
  snippet: string;
  score: number;
  /** Fields with the words that matched in them, for example `subject: invoice`. */
  why: Array<string>;
  /** Words of the query that the message contains. */
  matched: Array<string>;
  /** Words of the query that the message does not contain. */
  missing: Array<string>;
  attachment_hits: Array<SearchHitAttachmentHit>;
};

/** Counts over 2,000 matches, the newest ones (with Meilisearch the best ones). Only on the first page. */
export type SearchFacets = {
  sender: Array<SearchFacetsSender>;
  sender_domain: Array<SearchFacetsSenderDomain>;
  month: Array<SearchFacetsMonth>;
  label: Array<SearchFacetsLabel>;
  attachment_type: Array<SearchFacetsAttachmentType>;
  category: Array<SearchFacetsCategory>;
};

export type AgenticResult = {
  status: AgenticResultStatus;
  answer: AgenticResultAnswer;
  evidence: Array<AgenticEvidence>;
  trace: Array<AgenticResultTrace>;
  /** Whether the model was not available, so that the built-in answerer answered. */
  degraded: boolean;
  usage: AgenticResultUsage;
};

export type AgenticEvidence = {
  message_id: string;
  thread_id: string;
  direction: MessageDirection;
  from: Mailbox | null;
  /** Untrusted text. */
  subject: string;
  trust: SearchHitTrust;
  identity_id: string;
  date: string;
  /** Untrusted text, escaped as HTML. Matches are in `<mark>`, the only tag. */
  snippet: string;
  score: number;
  /** Fields with the words that matched in them, for example `subject: invoice`. */
  why: Array<string>;
  /** Words of the query that the message contains. */
  matched: Array<string>;
  /** Words of the query that the message does not contain. */
  missing: Array<string>;
  attachment_hits: Array<SearchHitAttachmentHit>;
  /** Untrusted text: the words of the message that support the answer. */
  quotes: Array<string>;
};

export type TenantSearchResult = {
  /** With `view=agent`: the random token in the two lines that enclose untrusted text. */
  fence?: string;
  /** With `view=agent`: one sentence that says what the fence means. */
  notice?: string;
  query: SearchResultQuery;
  hits: Array<SearchHit | SearchThreadHit>;
  facets: SearchFacets | null;
  next_cursor: string | null;
  /** Whether hits were left out to keep the response under 256 KB. */
  truncated: boolean;
  /** The share of the mailbox that has embeddings, 0 to 1. */
  semantic_coverage: number;
  /** The requested mode was not available, or Postgres replaced a Meilisearch that did not respond. */
  degraded: boolean;
  /** The search covers all changes up to this time. */
  as_of: string;
  partial: boolean;
  failed_identities: Array<string>;
};

export type TenantAgenticResult = {
  status: AgenticResultStatus;
  answer: AgenticResultAnswer;
  evidence: Array<AgenticEvidence>;
  trace: Array<AgenticResultTrace>;
  /** Whether the model was not available, so that the built-in answerer answered. */
  degraded: boolean;
  usage: AgenticResultUsage;
  partial: boolean;
  failed_identities: Array<string>;
};

export type RelatedMessages = {
  /** With `view=agent`: the random token in the two lines that enclose untrusted text. */
  fence?: string;
  /** With `view=agent`: one sentence that says what the fence means. */
  notice?: string;
  hits: Array<SearchHit>;
};

export type DryRunResult = {
  /** Always true. */
  would_send: boolean;
  recipients: Array<DryRunResultRecipient>;
  /** Only if a policy requires approval: whether the message would wait for it. */
  approval?: DryRunResultApproval;
  guard?: GuardVerdict;
};

export type Draft = {
  id: string;
  tenant_id: string;
  identity_id: string;
  mode: DraftMode;
  thread_id?: string;
  in_reply_to_message_id?: string;
  to: Array<Mailbox>;
  cc: Array<Mailbox>;
  bcc: Array<Mailbox>;
  subject: string;
  text: string | null;
  /** HTML as it was written, not sanitised: never render it. */
  html: string | null;
  attachments: Array<DraftAttachment>;
  headers: Record<string, string>;
  metadata: Record<string, unknown>;
  /** Increases by one with each change. */
  version: number;
  created_at: string;
  updated_at: string;
  created_by: DraftCreatedBy;
};

export type DraftAttachment = {
  id: string;
  filename: string;
  content_type: string;
  size: number;
  disposition: AttachmentDisposition;
  content_id: string | null;
};

export type Approval = {
  id: string;
  tenant_id: string;
  identity_id: string;
  message_id: string;
  status: ApprovalStatus;
  reasons: Array<string>;
  evidence: Array<ApprovalEvidence>;
  /** Untrusted text. */
  subject: string;
  to: Array<Mailbox>;
  requested_at: string;
  requested_by: ApprovalRequestedBy;
  decided_at: string | null;
  /** Null while the message waits, and if nobody decided in time. */
  decided_by: ApprovalDecidedBy | null;
  comment: string | null;
  /** The name of the batch in which it was approved or rejected. */
  batch: string | null;
  expires_at: string;
  edited: boolean;
  /** SHA-256 of the composed message and its recipients. Send it with your decision. */
  content_sha256: string;
};

export type ApprovalEvidence = {
  reason: string;
  /** Untrusted text: it may quote mail. */
  text: string;
  source_message_id?: string;
  at?: string;
};

export type ApprovalOutcome = {
  approval_id: string;
  outcome: ApprovalOutcomeOutcome;
  error: ApprovalOutcomeError | null;
};

export type ApprovalWithMessage = {
  id: string;
  tenant_id: string;
  identity_id: string;
  message_id: string;
  status: ApprovalStatus;
  reasons: Array<string>;
  evidence: Array<ApprovalEvidence>;
  /** Untrusted text. */
  subject: string;
  to: Array<Mailbox>;
  requested_at: string;
  requested_by: ApprovalRequestedBy;
  decided_at: string | null;
  /** Null while the message waits, and if nobody decided in time. */
  decided_by: ApprovalDecidedBy | null;
  comment: string | null;
  /** The name of the batch in which it was approved or rejected. */
  batch: string | null;
  expires_at: string;
  edited: boolean;
  /** SHA-256 of the composed message and its recipients. Send it with your decision. */
  content_sha256: string;
  /** The whole message, as it is sent once it is approved. */
  message: Message;
  /** The requested message, before a person edited it. */
  original: MessageVersion | null;
  /** At most 10 messages that the same key had read before the request; those from which this message contains something come first. */
  provenance: Array<Provenance>;
};

export type MessageVersion = {
  to: Array<Mailbox>;
  cc: Array<Mailbox>;
  bcc: Array<Mailbox>;
  subject: string;
  text: string | null;
  html: string | null;
};

/** A message that the same key had read before the send. */
export type Provenance = {
  message_id: string;
  thread_id: string;
  from: string | null;
  /** Untrusted text. */
  subject: string;
  /** Whether DNS and signatures authenticate the sender. */
  is_proven: boolean;
  /** The passage of it that instructs its reader, where the reader found one. Untrusted text. */
  passage: string | null;
  /** What the sent message has in common with it. */
  shares: Array<ProvenanceShare>;
};

export type ApprovedSend = {
  id: string;
  tenant_id: string;
  identity_id: string;
  message_id: string;
  status: ApprovalStatus;
  reasons: Array<string>;
  evidence: Array<ApprovalEvidence>;
  /** Untrusted text. */
  subject: string;
  to: Array<Mailbox>;
  requested_at: string;
  requested_by: ApprovalRequestedBy;
  decided_at: string | null;
  /** Null while the message waits, and if nobody decided in time. */
  decided_by: ApprovalDecidedBy | null;
  comment: string | null;
  /** The name of the batch in which it was approved or rejected. */
  batch: string | null;
  expires_at: string;
  edited: boolean;
  /** SHA-256 of the composed message and its recipients. Send it with your decision. */
  content_sha256: string;
  /** What the guard finds in the edited version. Only with `edit`. */
  guard?: GuardVerdict;
};

export type Domain = {
  id: string;
  tenant_id: string;
  domain: string;
  /** The registered domain, under which the DNS host keeps its records. */
  zone: string;
  method: DomainMethod;
  transport: DomainTransport;
  inbound_forwarding: boolean;
  /** New identities get their address here. */
  is_default: boolean;
  status: DomainStatus;
  status_reason: string | null;
  records: Array<DomainRecord>;
  /** Name servers to set at the registrar. */
  nameservers: Array<string>;
  /** What the registry says about the registered domain (RDAP); null if it has not answered. */
  registration: DomainRegistration | null;
  /** The company that serves the domain, if it is known. */
  dns_host: string | null;
  relay: DomainRelay | null;
  issues: Array<DomainIssue>;
  /** Whether mail is sent from the platform address while the domain does not work. */
  fallback_active: boolean;
  verified_at: string | null;
  last_checked_at: string | null;
  created_at: string;
  updated_at: string;
};

export type RelayProbe = {
  id: string;
  status: RelayProbeStatus;
  /** The step that failed, or `done`. */
  stage: string;
  /** The reply of the relay, or the error. */
  detail: string | null;
  ms: number;
  created_at: string;
};

export type WebhookEndpointWithSecret = {
  id: string;
  /** Null for endpoints of a partner or of the deployment. */
  tenant_id: string | null;
  url: string;
  events: Array<string>;
  identity_ids: Array<string> | null;
  description: string;
  enabled: boolean;
  /** Why the endpoint is disabled: `failing`, `gone` (it answered 410) or `manual`. */
  disabled_reason: string | null;
  /** The time since which no delivery has succeeded; null if the last one succeeded or none was tried. */
  failing_since: string | null;
  created_at: string;
  updated_at: string;
  /** `whsec_` and base64. It signs every delivery and is shown only once. */
  secret: string;
};

export type WebhookEndpoint = {
  id: string;
  /** Null for endpoints of a partner or of the deployment. */
  tenant_id: string | null;
  url: string;
  events: Array<string>;
  identity_ids: Array<string> | null;
  description: string;
  enabled: boolean;
  /** Why the endpoint is disabled: `failing`, `gone` (it answered 410) or `manual`. */
  disabled_reason: string | null;
  /** The time since which no delivery has succeeded; null if the last one succeeded or none was tried. */
  failing_since: string | null;
  created_at: string;
  updated_at: string;
};

export type WebhookDelivery = {
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  /** `pending`: not tried yet. `failed`: tried, and will be tried again at `next_attempt_at`. `dead`: will not be tried again. */
  status: WebhookDeliveryStatus;
  /** Number of attempts so far. */
  attempt: number;
  response_status: number | null;
  duration_ms: number | null;
  error: string | null;
  next_attempt_at: string | null;
  created_at: string;
  completed_at: string | null;
};

export type WebhookDeliveryWithPayload = {
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  /** `pending`: not tried yet. `failed`: tried, and will be tried again at `next_attempt_at`. `dead`: will not be tried again. */
  status: WebhookDeliveryStatus;
  /** Number of attempts so far. */
  attempt: number;
  response_status: number | null;
  duration_ms: number | null;
  error: string | null;
  next_attempt_at: string | null;
  created_at: string;
  completed_at: string | null;
  /** The event; null when the event is no longer kept. Texts in it are untrusted. */
  payload: WebhookPayload | null;
};

export type WebhookPayload = MessageReceivedEvent | MessageQuarantinedEvent | MessageReleasedEvent | MessageTriagedEvent | MessageSentEvent | MessageDeliveredEvent | MessageDeferredEvent | MessageBouncedEvent | MessageComplainedEvent | MessageRejectedEvent | MessageFailedEvent | MessageUncertainEvent | MessageReconciledEvent | MessageSuppressedEvent | MessageCanceledEvent | MessageGuardAdvisedEvent | MessageApprovalRequestedEvent | MessageApprovedEvent | MessageApprovalRejectedEvent | MessageApprovalExpiredEvent | DraftCreatedEvent | DraftUpdatedEvent | DraftDeletedEvent | VerificationReceivedEvent | IdentityCreatedEvent | IdentityUpdatedEvent | IdentityPausedEvent | IdentityResumedEvent | IdentityMailboxFullEvent | IdentityDeletedEvent | IdentityAddressAddedEvent | IdentityAddressActivatedEvent | IdentityAddressPromotedEvent | IdentityAddressRetiredEvent | IdentityKeyCreatedEvent | IdentityKeyRotatedEvent | IdentityKeyRevokedEvent | DomainCreatedEvent | DomainVerifiedEvent | DomainDegradedEvent | DomainFailingEvent | DomainSuspendedEvent | DomainRecoveredEvent | DomainReminderEvent | DomainRemovedEvent | ErasureCompletedEvent | ErasureFailedEvent | ExportCompletedEvent | SuppressionCreatedEvent | QuotaWarningEvent | QuotaQueueFullEvent | WebhookDisabledEvent | WebhookTestEvent | MemberInvitedEvent | MemberJoinedEvent | MemberRoleChangedEvent | MemberRemovedEvent | AuditRecordedEvent | BillingPlanChangedEvent | BillingPaymentFailedEvent | BillingLimitReachedEvent;

export type Contact = {
  address: string;
  /** The name that the contact uses, or the name under which it was addressed. Untrusted. */
  name: string | null;
  domain: string;
  first_seen_at: string;
  last_seen_at: string;
  /** The number of visible messages from the contact. */
  inbound_count: number;
  /** The number of messages to the contact. */
  outbound_count: number;
  last_thread_id: string;
};

export type WaitAnswer = {
  /** Null if no message arrived in time. */
  message: Message | null;
  verification: WaitAnswerVerification;
  timed_out: boolean;
};

export type Usage = {
  billing: UsageBilling;
  plan: UsagePlan;
  features: Array<UsageFeature>;
  topups: UsageTopups;
  /** The plan as GET /v1/plans lists it. */
  plans: Array<Plan>;
};

export type DailyUsage = {
  day: string;
  inbound: number;
  outbound: number;
  /** Messages that count against daily caps. Canceled messages do not count. */
  sends: number;
  triage: number;
  search: number;
  agentic: number;
  assertions: number;
  http_signatures: number;
  /** Tokens that the configured model used; 0 without a model. */
  ai_neurons: number;
  /** The last measurement of that day. */
  storage_bytes: number;
};

export type TenantUsage = {
  tenant_id: string;
  slug: string;
  name: string;
  partner_id: string | null;
  billing: UsageBilling;
  plan: UsagePlan;
  topups: UsageTopups;
  features: Array<TenantUsageFeature>;
};

export type SignInRules = {
  session_hours: number | null;
  methods: Array<string> | null;
  sso_provider: string | null;
  /** The verified domains to whose addresses single sign-on applies. */
  domains: Array<string>;
  /** All ways to sign in that this deployment offers. */
  available: Array<SignInRulesAvailable>;
  updated_at: string | null;
};

export type ResetFactors = {
  removed: number;
};

/** An address to which no mail is sent. */
export type Suppression = {
  /** The masked address, or `erased` after the erasure of the person. To check a single address, use the filter `address`. */
  address_hint: string;
  /** The whole address, for people who are signed in to the workspace; null for keys, and after the erasure of the person. */
  address: string | null;
  reason: SuppressionReason;
  note: string | null;
  created_at: string;
  /** When the suppression expires; null if it does not expire. */
  expires_at: string | null;
};

export type ListEntry = {
  /** An address or `@domain`; after the erasure of the person, `erased:` and a hash. */
  entry: string;
  direction: ListEntryDirection;
  kind: ListEntryKind;
  created_at: string;
};

export type LegalHold = {
  id: string;
  tenant_id: string;
  scope: LegalHoldScope;
  identity_id: string | null;
  thread_id: string | null;
  counterparty_address: string | null;
  reason: string;
  created_at: string;
  created_by_key_id: string | null;
  released_at: string | null;
};

export type Export = {
  id: string;
  tenant_id: string;
  scope: ExportScope;
  status: ExportStatus;
  /** The size of the file in bytes; null until it exists. */
  size: number | null;
  created_at: string;
  expires_at: string;
  /** A signed link. Present only while the export is `completed`. */
  download_url: string | null;
};

export type MessageReceivedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.received";
  data: MessageReceivedEventData;
};

/** Subject and names are untrusted text. */
export type MessageSummary = {
  id: string;
  thread_id: string;
  direction: MessageDirection;
  status: string;
  from: Mailbox | null;
  to: Array<Mailbox>;
  cc: Array<Mailbox>;
  delivered_to: string | null;
  is_primary_recipient: boolean;
  subject: string;
  sent_at: string | null;
  received_at: string | null;
  kind: string;
  labels: Array<string>;
  in_reply_to: string | null;
  flags: Array<string>;
};

export type MessageQuarantinedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.quarantined";
  data: MessageQuarantinedEventData;
};

export type MessageReleasedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.released";
  data: MessageReleasedEventData;
};

export type MessageTriagedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.triaged";
  data: MessageTriagedEventData;
};

export type MessageSentEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.sent";
  data: MessageSentEventData;
};

export type MessageDeliveredEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.delivered";
  data: MessageDeliveredEventData;
};

export type MessageDeferredEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.deferred";
  data: MessageDeferredEventData;
};

export type MessageBouncedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.bounced";
  data: MessageBouncedEventData;
};

export type MessageComplainedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.complained";
  data: MessageComplainedEventData;
};

export type MessageRejectedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.rejected";
  data: MessageRejectedEventData;
};

export type MessageFailedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.failed";
  data: MessageFailedEventData;
};

export type MessageUncertainEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.uncertain";
  data: MessageUncertainEventData;
};

export type MessageReconciledEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.reconciled";
  data: MessageReconciledEventData;
};

export type MessageSuppressedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.suppressed";
  data: MessageSuppressedEventData;
};

export type MessageCanceledEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.canceled";
  data: MessageCanceledEventData;
};

export type MessageGuardAdvisedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.guard_advised";
  data: MessageGuardAdvisedEventData;
};

export type MessageApprovalRequestedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.approval_requested";
  data: MessageApprovalRequestedEventData;
};

export type MessageApprovedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.approved";
  data: MessageApprovedEventData;
};

export type MessageApprovalRejectedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.approval_rejected";
  data: MessageApprovalRejectedEventData;
};

export type MessageApprovalExpiredEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "message.approval_expired";
  data: MessageApprovalExpiredEventData;
};

export type DraftCreatedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "draft.created";
  data: DraftCreatedEventData;
};

export type DraftUpdatedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "draft.updated";
  data: DraftCreatedEventData;
};

export type DraftDeletedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "draft.deleted";
  data: DraftDeletedEventData;
};

export type VerificationReceivedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "verification.received";
  data: VerificationReceivedEventData;
};

export type IdentityCreatedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "identity.created";
  data: IdentityCreatedEventData;
};

export type IdentityUpdatedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "identity.updated";
  data: IdentityUpdatedEventData;
};

export type IdentityPausedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "identity.paused";
  data: IdentityPausedEventData;
};

export type IdentityResumedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "identity.resumed";
  data: IdentityResumedEventData;
};

export type IdentityMailboxFullEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "identity.mailbox_full";
  data: IdentityMailboxFullEventData;
};

export type IdentityDeletedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "identity.deleted";
  data: IdentityDeletedEventData;
};

export type IdentityAddressAddedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "identity.address_added";
  data: IdentityAddressAddedEventData;
};

export type IdentityAddressActivatedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "identity.address_activated";
  data: IdentityAddressAddedEventData;
};

export type IdentityAddressPromotedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "identity.address_promoted";
  data: IdentityAddressPromotedEventData;
};

export type IdentityAddressRetiredEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "identity.address_retired";
  data: IdentityAddressAddedEventData;
};

export type IdentityKeyCreatedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "identity.key_created";
  data: IdentityKeyCreatedEventData;
};

export type IdentityKeyRotatedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "identity.key_rotated";
  data: IdentityKeyRotatedEventData;
};

export type IdentityKeyRevokedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "identity.key_revoked";
  data: IdentityKeyCreatedEventData;
};

export type DomainCreatedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "domain.created";
  data: DomainCreatedEventData;
};

export type DomainVerifiedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "domain.verified";
  data: DomainCreatedEventData;
};

export type DomainDegradedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "domain.degraded";
  data: DomainDegradedEventData;
};

export type DomainFailingEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "domain.failing";
  data: DomainFailingEventData;
};

export type DomainSuspendedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "domain.suspended";
  data: DomainSuspendedEventData;
};

export type DomainRecoveredEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "domain.recovered";
  data: DomainRecoveredEventData;
};

export type DomainReminderEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "domain.reminder";
  data: DomainReminderEventData;
};

export type DomainRemovedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "domain.removed";
  data: DomainRemovedEventData;
};

export type ErasureCompletedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "erasure.completed";
  data: ErasureCompletedEventData;
};

export type ErasureFailedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "erasure.failed";
  data: ErasureFailedEventData;
};

export type ExportCompletedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "export.completed";
  data: ExportCompletedEventData;
};

export type SuppressionCreatedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "suppression.created";
  data: SuppressionCreatedEventData;
};

export type QuotaWarningEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "quota.warning";
  data: QuotaWarningEventData;
};

export type QuotaQueueFullEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "quota.queue_full";
  data: QuotaQueueFullEventData;
};

export type WebhookDisabledEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "webhook.disabled";
  data: WebhookDisabledEventData;
};

export type WebhookTestEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "webhook.test";
  data: WebhookTestEventData;
};

export type MemberInvitedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "member.invited";
  data: MemberInvitedEventData;
};

export type MemberJoinedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "member.joined";
  data: MemberJoinedEventData;
};

export type MemberRoleChangedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "member.role_changed";
  data: MemberRoleChangedEventData;
};

export type MemberRemovedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "member.removed";
  data: MemberRemovedEventData;
};

export type AuditRecordedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "audit.recorded";
  data: AuditRecordedEventData;
};

export type BillingPlanChangedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "billing.plan_changed";
  data: BillingPlanChangedEventData;
};

export type BillingPaymentFailedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "billing.payment_failed";
  data: BillingPaymentFailedEventData;
};

export type BillingLimitReachedEvent = {
  id: string;
  api_version: string;
  occurred_at: string;
  tenant_id: string | null;
  identity_id: string | null;
  /** A number that increases for each identity, domain or job; null for other events. */
  sequence: number | null;
  type: "billing.limit_reached";
  data: BillingLimitReachedEventData;
};

export type JobName = "retention" | "usage_rollup" | "billing_reconcile" | "domain_checks" | "digest" | "search_reindex" | "blob_sweep";

export type JobStatus = "queued" | "running" | "completed" | "failed";

export type JobProgress = {
  done: number;
  total: number;
};

export type PlanInterval = "month" | "year";

export type PlanIncluded = {
  inboxes: number;
  sends: number;
  triage: number;
  custom_domains: number;
  storage_gb: number;
  seats: number;
};

export type DraftMode = "send" | "reply" | "reply_all" | "forward";

export type DraftCreatedBy = {
  type: DraftCreatedByType;
  id: string;
};

export type DraftCreatedByType = "key" | "user";

export type ErrorError = {
  /** A stable code in snake case. Fall back to the HTTP status for unknown codes. */
  code: string;
  /** A text for people. Do not parse it. */
  message: string;
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** One sentence that says how to fix the error. */
  fix: string;
  request_id: string;
  details?: Record<string, unknown>;
};

export type TrustVerdict = "pass" | "fail" | "unverified";

export type UsageBilling = "metered" | "exempt" | "disabled";

export type UsagePlan = {
  plan_id: string | null;
  status: string | null;
  current_period_end: string | null;
  cancel_at_period_end: boolean;
};

export type UsageFeature = {
  feature: UsageFeatureFeature;
  /** Includes top-ups. Null when nothing is metered. */
  granted: number | null;
  used: number;
  remaining: number | null;
  unlimited: boolean;
  /** When the count restarts at zero; null for features without a period. */
  resets_at: string | null;
};

export type UsageFeatureFeature = "inboxes" | "sends" | "triage" | "custom_domains" | "storage_gb" | "seats";

export type UsageTopups = {
  inboxes: number;
  sends: number;
  triage: number;
};

export type ApiKeyLevel = "platform" | "partner" | "tenant" | "identity";

export type ApiKeyMode = "live" | "test";

export type ApiKeyMcpView = "agent" | "plain";

export type ApiKeyCreatedBy = {
  type: ApiKeyCreatedByType;
  /** Null for the platform key that was created at the first start. */
  id: string | null;
};

export type ApiKeyCreatedByType = "user" | "key" | "bootstrap";

export type DomainMethod = "nameservers" | "records" | "subdomain" | "send_only" | "relay";

export type DomainTransport = "basic" | "ses" | "relay";

export type DomainStatus = "pending" | "verifying" | "healthy" | "degraded" | "failing" | "suspended";

export type DomainRecord = {
  purpose: DomainRecordPurpose;
  type: DomainRecordType;
  name: string;
  /** The value to publish. */
  value: string;
  /** The priority of an MX record. */
  priority: number | null;
  status: DomainRecordStatus;
  /** Whether the record is critical: without it the domain fails; without any other it is degraded. */
  is_critical: boolean;
  /** False for records that are only recommended (MTA-STS, TLS-RPT): the domain is healthy without them. */
  affects_status: boolean;
  /** The values that the last check found under this name. */
  found: Array<string>;
  /** The name of the parent domain's record that applies here (DMARC); null otherwise. */
  found_at: string | null;
  /** The name server that answered. */
  server: string | null;
  /** What to do, with the record to paste; null if there is nothing to do. */
  fix: string | null;
};

export type DomainRecordPurpose = "ownership" | "mx" | "spf" | "dkim" | "dmarc" | "return_path" | "mta_sts" | "tls_rpt";

export type DomainRecordType = "TXT" | "MX" | "CNAME";

export type DomainRecordStatus = "missing" | "present" | "conflict";

export type DomainRegistration = {
  registrar: string | null;
  registered_at: string | null;
  expires_at: string | null;
};

export type DomainRelay = {
  host: string;
  port: number;
  username: string | null;
  tls: DomainRelayTls;
  last_probe: RelayProbe | null;
};

export type DomainRelayTls = "implicit" | "starttls";

export type DomainIssue = {
  code: string;
  /** The name of the record. */
  record: string;
  /** What to do, with the record to paste. */
  fix: string;
};

export type ExportScope = "counterparty" | "identity";

export type ExportStatus = "queued" | "running" | "completed" | "failed" | "canceled" | "expired";

export type HealthStatus = "ok" | "degraded";

export type JwkSetKey = {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
  kid: string;
  alg: "EdDSA";
  use: "sig";
};

export type MemberRole = "owner" | "admin" | "member" | "viewer";

export type TenantStatus = "active" | "suspended" | "erasing" | "erased";

export type TenantSuspendedBy = "platform" | "partner";

export type TriageStatus = "pending" | "done" | "skipped" | "failed";

export type AddressRole = "primary" | "alias";

export type AddressStatus = "pending" | "active" | "retiring" | "retired";

export type AddressForwarding = "unverified" | "ok" | "failed";

export type MessageDirection = "inbound" | "outbound";

export type MessageKind = "normal" | "transactional" | "marketing" | "auto_reply";

export type MessageRef = {
  kind: string;
  value: string;
};

export type MessageMasked = {
  start: number;
  end: number;
  reason: MessageMaskedReason;
};

export type MessageMaskedReason = "steering" | "hidden_text" | "invisible_characters";

export type MessageLink = {
  text: string;
  host: string;
  url: string;
};

export type PartnerStatus = "active" | "suspended" | "deleted";

export type PartnerDefaultBillingMode = "exempt" | "metered";

export type RefusalStage = "recipient" | "data";

export type RefusalReason = "unknown_recipient" | "recipient_not_ready" | "mailbox_full" | "message_too_large" | "mail_loop" | "not_stored";

export type ApprovalStatus = "pending" | "approved" | "rejected" | "expired" | "canceled";

export type ApprovalRequestedBy = {
  type: DraftCreatedByType;
  id: string;
};

export type ApprovalDecidedBy = {
  type: DraftCreatedByType;
  id: string;
};

export type DeliveryField = "to" | "cc" | "bcc";

export type DeliveryBounceType = "hard" | "soft";

export type IdentityStatus = "active" | "paused" | "deleting" | "deleted";

export type IdentityPauseReason = "manual" | "abuse_threshold" | "tenant_suspended";

export type IdentityOwner = {
  name: string;
  email: string;
};

export type IdentitySignature = {
  text: string;
  /** Sanitised HTML. Sent messages contain the original HTML. */
  html: string | null;
};

export type IdentitySendPolicy = {
  /** Null if the policy field identity_daily_send_cap of the tenant applies. */
  daily_cap: number | null;
  auto_reply: IdentitySendPolicyAutoReply;
  require_known_recipient: boolean;
  /** How the guard treats its sends, where that is stricter than the policy of the tenant. */
  guard?: IdentitySendPolicyGuard;
  /** Sends that need approval, in addition to those that the policy of the tenant holds. Absent for none. */
  approval?: IdentitySendPolicyApproval;
};

export type IdentitySendPolicyAutoReply = "allowed" | "denied";

export type IdentitySendPolicyGuard = "off" | "advise" | "hold";

export type IdentitySendPolicyApproval = "never" | "new_recipients" | "external" | "risky" | "always";

export type LegalHoldScope = "thread" | "identity" | "counterparty" | "tenant";

export type ListEntryDirection = "receive" | "send";

export type ListEntryKind = "allow" | "block";

export type RecipientOption2 = {
  address: string;
  name?: string | null;
};

export type SearchHitTrust = {
  verdict: string | null;
  known_sender: boolean;
  quarantined: boolean;
};

export type SearchHitAttachmentHit = {
  attachment_id: string;
  filename: string;
  page: number;
};

export type AgentProofProblem = "sender_unproven" | "malformed" | "issuer_mismatch" | "keys_unavailable" | "signature_invalid" | "expired" | "message_changed";

export type AttachmentDisposition = "attachment" | "inline";

export type AttachmentTextStatus = "pending" | "ready" | "unavailable" | "skipped";

export type AuditEventChain = {
  position: number;
  hash: string;
};

export type DeadLetterStatus = "open" | "redriven";

export type InvitationRole = "admin" | "member" | "viewer";

export type MailCountsMailboxe = {
  identity_id: string;
  unread: number;
  quarantined: number | null;
};

export type ProvenanceShare = "recipient" | "link" | "account" | "amount" | "wording";

export type RelayProbeStatus = "ok" | "failed";

export type WaitAnswerVerification = {
  code: string | null;
  link: string | null;
  sender_domain: string | null;
};

export type ExplainStepStep = "refused" | "accepted" | "authentication" | "decision" | "thread" | "triage" | "approval" | "schedule" | "delivery";

export type IdentityKeyStatus = "active" | "retiring" | "revoked";

export type KeyRotationPurpose = "thread" | "link" | "cursor" | "web_bot_auth";

export type KeyRotationPrevious = {
  kid: string;
  /** Signatures of the previous key are valid until this time. With `revoke_previous` it is the time of the rotation. */
  verify_until: string;
  revoked: boolean;
};

export type SentMessageStatus = "queued" | "submitted" | "delivered" | "deferred" | "bounced" | "complained" | "rejected" | "failed" | "uncertain" | "suppressed" | "canceled" | "awaiting_approval";

export type SignInRulesAvailable = {
  name: string;
  label: string;
};

export type SuppressionReason = "manual" | "unsubscribe" | "hard_bounce" | "provider" | "complaint";

export type TenantUsageFeature = {
  feature: UsageFeatureFeature;
  /** Includes top-ups. Null when nothing is metered. */
  granted: number | null;
  used: number;
};

export type CapturedMailAttachment = {
  filename: string;
  content_type: string;
  size: number;
};

export type DryRunResultRecipient = {
  address: string;
  field: DeliveryField;
  status: DryRunResultRecipientStatus;
  reason: string | null;
};

export type DryRunResultRecipientStatus = "queued" | "suppressed";

export type DryRunResultApproval = {
  required: boolean;
  reasons: Array<string>;
};

export type GuardVerdictVerdict = "clear" | "advised" | "held";

export type GuardVerdictReason = {
  reason: GuardVerdictReasonReason;
  /** What the guard found, in words for a person. It may quote addresses and links from mail. */
  text: string;
  /** The message in which the guard found it. */
  source_message_id?: string;
};

export type GuardVerdictReasonReason = "recipient_from_content" | "reply_to_diverted" | "content_of_other_thread" | "code_disclosure" | "secret_disclosure" | "steered" | "link_from_content" | "burst" | "loop" | "canary";

export type SearchFacetsSender = {
  value: string;
  count: number;
};

export type SearchFacetsSenderDomain = {
  value: string;
  count: number;
};

export type SearchFacetsMonth = {
  value: string;
  count: number;
};

export type SearchFacetsLabel = {
  value: string;
  count: number;
};

export type SearchFacetsAttachmentType = {
  value: string;
  count: number;
};

export type SearchFacetsCategory = {
  value: string;
  count: number;
};

export type SearchResultQuery = {
  /** The parsed query; null for an empty one. */
  parsed: unknown;
  /** The mode that was used. */
  mode: SearchResultQueryMode;
};

export type SearchResultQueryMode = "keyword" | "semantic" | "hybrid";

export type TenantPolicyLargeAttachments = "refuse" | "link";

export type TenantPolicyAiDisclosure = {
  /** Which messages contain the disclosure footer and the header X-AI-Generated: none, the first message of the identity in a thread, or every message. Default: "none". */
  mode: TenantPolicyAiDisclosureMode;
  /** The text of the disclosure footer. Default: "This message was written by an AI agent.". */
  text: string;
};

export type TenantPolicyAiDisclosureMode = "none" | "first_message" | "every_message";

export type TenantPolicyAutoReply = {
  /** Whether identities may send automatic replies. Default: true. */
  allowed: boolean;
  /** How many automatic replies a thread may contain before a person must act. Default: 2. */
  max_automatic_exchanges: number;
};

export type TenantPolicySending = {
  /** Which messages wait for the approval of a person: none, those to recipients with whom the identity has not exchanged mail, those to recipients outside the workspace, those with a sign of risk, or all. Default: "never". Partner keys may set it only to values that include the default and the value that a platform key has set. */
  approval: IdentitySendPolicyApproval;
  /** What happens to messages with signs that incoming mail manipulated their sender: they are not checked, sent with advice, or held for the approval of a person. Default: "advise". Partner keys may set it only to values that include the default and the value that a platform key has set. */
  guard: IdentitySendPolicyGuard;
  /** Which secrets the guard looks for: keys and tokens, payment cards, bank accounts (IBAN). Default: ["keys","cards"]. */
  guard_secrets: Array<TenantPolicySendingGuardSecret>;
  /** Whether messages contain a signed statement of which agent sent them and who is responsible for it. Default: false. */
  signed_mail: boolean;
  /** How many hours a message waits for approval before it is canceled. Default: 72. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  approval_expiry_hours: number;
};

export type TenantPolicySendingGuardSecret = "keys" | "cards" | "ibans";

export type TenantPolicyQuarantine = {
  /** Whether mail is quarantined if its sender could not be authenticated (trust verdict fail or unverified). Default: true. Only platform keys may set it. */
  on_auth_fail: boolean;
  /** Mail with at least this spam score is quarantined. Default: 0.8. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  spam_threshold: number;
  /** Whether mail with a one-time code is quarantined when nobody was waiting for a code. Default: true. Only platform keys may set it. */
  unsolicited_otp: boolean;
  /** Whether API keys may release quarantined mail; null uses the setting of the deployment. Default: null. Platform keys and the tenant's own partner may set it. */
  key_release: boolean | null;
};

export type TenantPolicyInbound = {
  /** How many messages a sender may send to a mailbox per hour before it is throttled. Default: 60. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  per_sender_per_hour: number;
  /** The types of attachments whose text is read. Default: ["pdf","office","text","html"]. */
  extract_attachment_text: Array<TenantPolicyInboundExtractAttachmentText>;
};

export type TenantPolicyInboundExtractAttachmentText = "pdf" | "office" | "text" | "html";

export type TenantPolicyTriage = {
  /** Whether received mail is triaged. Default: true. */
  enabled: boolean;
};

export type TenantPolicySearch = {
  /** Whether agentic search may be used. Default: true. */
  agentic: boolean;
  /** The maximum number of steps of an agentic search. Default: 6. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  agentic_max_steps: number;
  /** The maximum duration of an agentic search in seconds. Default: 8. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  agentic_max_seconds: number;
  /** How many agentic searches the tenant may run per day. Default: 500. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  agentic_daily_cap: number;
};

export type TenantPolicyRetention = {
  /** How many days events and delivery logs are kept. Default: 30. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  events_days: number;
  /** How many days raw messages are kept. Default: 90. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  raw_days: number;
};

export type TenantPolicyLimits = {
  /** How many requests per minute all keys and members of the tenant may make together; null for no limit. Default: 60000. Only platform keys may set it. */
  requests_per_minute: number | null;
  /** How many messages of the tenant may wait to be sent; null for no limit. Default: 50000. Only platform keys may set it. */
  queued_sends: number | null;
  /** How many jobs other than sends may wait before the tenant can start no more; null for no limit. Default: 10000. Only platform keys may set it. */
  queued_jobs: number | null;
};

export type TenantPolicyWebBotAuth = {
  /** Whether identities may sign HTTP requests. Default: false. Only platform keys may set it. */
  allowed: boolean;
};

export type TenantPolicyDomains = {
  /** Whether tenant and partner keys may add domains with the nameservers method. Default: false. Only platform keys may set it. */
  allow_create_zone: boolean;
  /** Whether mail of a failing or suspended domain is sent from the platform address. Default: true. */
  fallback: boolean;
};

export type TenantPolicyAbuse = {
  /** The abuse rates count only after this many messages within 24 hours. Default: 50. Only platform keys may set it. */
  min_sends: number;
  /** An identity is paused when its share of bounces exceeds this value. Default: 0.08. Only platform keys may set it. */
  bounce_rate: number;
  /** An identity is paused when its share of spam reports exceeds this value. Default: 0.003. Only platform keys may set it. */
  complaint_rate: number;
};

export type AgenticResultStatus = "answered" | "insufficient_evidence" | "budget_exhausted" | "degraded";

export type AgenticResultAnswer = {
  /** Untrusted text: all sentences, or an empty string when there are none. */
  text: string;
  sentences: Array<AgenticResultAnswerSentence>;
  confidence: number;
  /** Statements that contradict each other, when it is not known which one is newer. */
  conflict: Array<AgenticResultAnswerConflict>;
  /** Older statements that the answer supersedes. */
  supersedes: Array<AgenticResultAnswerSupersede>;
};

export type AgenticResultAnswerSentence = {
  /** Untrusted text. */
  text: string;
  /** Ids of the messages that support the sentence. */
  citations: Array<string>;
};

export type AgenticResultAnswerConflict = {
  /** Untrusted text. */
  text: string;
  /** Ids of the messages that support the sentence. */
  citations: Array<string>;
};

export type AgenticResultAnswerSupersede = {
  /** Untrusted text. */
  text: string;
  /** Ids of the messages that support the sentence. */
  citations: Array<string>;
};

export type AgenticResultTrace = {
  step: number;
  action: AgenticResultTraceAction;
  query?: string;
  /** Messages that the search found. */
  found?: number;
  message_ids?: Array<string>;
  /** Sentences that the messages support. */
  sentences?: number;
  ms: number;
};

export type AgenticResultTraceAction = "search" | "read" | "answer";

export type AgenticResultUsage = {
  steps: number;
  ms: number;
  model: string;
};

export type HttpSignatureHeaders = {
  "Signature-Agent": string;
  "Signature-Input": string;
  Signature: string;
  From: string;
};

export type OverviewNeedsApprovals = {
  /** 1000 means that many or more. */
  count: number;
  items: Array<OverviewNeedsApprovalsItem>;
};

export type OverviewNeedsApprovalsItem = {
  approval_id: string;
  identity_id: string;
  display_name: string;
  subject: string;
  to: Array<Mailbox>;
  reasons: Array<string>;
  requested_at: string;
  expires_at: string;
};

export type OverviewNeedsHeld = {
  /** 1000 means that many or more. */
  count: number;
  items: Array<OverviewNeedsHeldItem>;
};

export type OverviewNeedsHeldItem = {
  message_id: string;
  thread_id: string;
  identity_id: string;
  display_name: string;
  from: Mailbox | null;
  subject: string;
  reason: string | null;
  created_at: string;
};

export type OverviewNeedsSends = {
  /** 1000 means that many or more. */
  count: number;
  items: Array<OverviewNeedsSendsItem>;
};

export type OverviewNeedsSendsItem = {
  message_id: string;
  thread_id: string;
  identity_id: string;
  display_name: string;
  to: Array<Mailbox>;
  subject: string;
  status: OverviewNeedsSendsItemStatus;
  created_at: string;
};

export type OverviewNeedsSendsItemStatus = "uncertain" | "failed" | "bounced" | "rejected" | "complained";

export type OverviewNeedsWebhooks = {
  /** 1000 means that many or more. */
  count: number;
  items: Array<OverviewNeedsWebhooksItem>;
};

export type OverviewNeedsWebhooksItem = {
  webhook_id: string;
  url: string;
  enabled: boolean;
  disabled_reason: OverviewNeedsWebhooksItemDisabledReason | null;
  failures: number;
  failing_since: string | null;
};

export type OverviewNeedsWebhooksItemDisabledReason = "failing" | "gone";

export type OverviewNeedsIdentities = {
  /** 1000 means that many or more. */
  count: number;
  items: Array<OverviewNeedsIdentitiesItem>;
};

export type OverviewNeedsIdentitiesItem = {
  identity_id: string;
  display_name: string;
  pause_reason: string | null;
  updated_at: string;
};

export type OverviewNeedsDomains = {
  /** 1000 means that many or more. */
  count: number;
  items: Array<OverviewNeedsDomainsItem>;
};

export type OverviewNeedsDomainsItem = {
  domain_id: string;
  domain: string;
  status: string;
  status_reason: string | null;
  status_since: string;
};

export type OverviewNeedsLimit = {
  kind: OverviewNeedsLimitKind;
  /** For `plan`: the feature that the plan limits. */
  feature: UsageFeatureFeature | null;
  identity_id: string | null;
  display_name: string | null;
  used: number;
  limit: number;
  resets_at: string | null;
};

export type OverviewNeedsLimitKind = "workspace_sends" | "identity_sends" | "agentic_searches" | "plan";

export type OverviewSetupMailbox = {
  is_done: boolean;
  result: OverviewSetupMailboxResult | null;
};

export type OverviewSetupMailboxResult = {
  identity_id: string;
  display_name: string;
  address: string | null;
};

export type OverviewSetupMailReceived = {
  is_done: boolean;
  result: OverviewSetupMailReceivedResult | null;
};

export type OverviewSetupMailReceivedResult = {
  identity_id: string;
  message_id: string;
  thread_id: string;
  from: Mailbox | null;
  subject: string;
  status: OverviewSetupMailReceivedResultStatus;
  created_at: string;
};

export type OverviewSetupMailReceivedResultStatus = "received" | "quarantined";

export type OverviewSetupKey = {
  is_done: boolean;
  result: OverviewSetupKeyResult | null;
};

export type OverviewSetupKeyResult = {
  key_id: string;
  name: string;
  prefix: string | null;
  created_at: string;
};

export type OverviewSetupAgent = {
  is_done: boolean;
  result: OverviewSetupAgentResult | null;
};

export type OverviewSetupAgentResult = {
  key_id: string;
  name: string;
  /** An application that a person connected by OAuth. */
  is_application: boolean;
  /** The time of its last call, or the time at which it was connected. */
  at: string;
};

export type OverviewSetupWebhook = {
  is_done: boolean;
  result: OverviewSetupWebhookResult | null;
};

export type OverviewSetupWebhookResult = {
  webhook_id: string;
  url: string;
  last_delivery: OverviewSetupWebhookResultLastDelivery | null;
};

export type OverviewSetupWebhookResultLastDelivery = {
  status: string;
  response_status: number | null;
  created_at: string;
};

export type OverviewSetupDomain = {
  is_done: boolean;
  result: OverviewSetupDomainResult | null;
};

export type OverviewSetupDomainResult = {
  domain_id: string;
  domain: string;
  status: string;
};

export type OverviewSetupApproval = {
  is_done: boolean;
  result: OverviewSetupApprovalResult | null;
};

export type OverviewSetupApprovalResult = {
  mode: OverviewSetupApprovalResultMode;
};

export type OverviewSetupApprovalResultMode = "never" | "new_recipients" | "external" | "risky" | "always";

export type AttachmentTextPage = {
  page: number;
  /** Untrusted text. */
  text: string;
  /** With `view=agent`: the masked passages of `text`. Positions are in UTF-16 code units. */
  masked?: Array<MessageMasked>;
  /** With `view=agent`: the links of the message, each with its real host. */
  links?: Array<MessageLink>;
};

export type BillingAccountMode = "metered" | "exempt" | "disabled";

export type ErasureRequestScope = "message" | "thread" | "counterparty" | "identity" | "tenant";

export type ErasureRequestStatus = "queued" | "running" | "completed" | "completed_with_holds" | "failed" | "canceled";

export type ErasureRequestReceipt = {
  messages_deleted: number;
  attachments_deleted: number;
  r2_objects_deleted: number;
  fts_rows_deleted: number;
  refs_deleted: number;
  vectors_deleted: number;
  events_deleted: number;
  identities_affected: Array<string>;
  /** The threads that were skipped because of a legal hold, at most 1,000 of them. */
  held: Array<ErasureRequestReceiptHeld>;
  /** The number of items outside held threads that a final check found although they should have been erased. It must be 0. */
  probe: ErasureRequestReceiptProbe;
};

export type ErasureRequestReceiptHeld = {
  thread_id: string;
  reason: string;
};

export type ErasureRequestReceiptProbe = {
  keyword_hits: number;
  semantic_hits: number;
};

export type TriageEvidencePart = "subject" | "text" | "html_hidden" | "html_comment" | "attachment" | "header";

export type ApprovalOutcomeOutcome = "approved" | "rejected" | "failed";

export type ApprovalOutcomeError = {
  code: string;
  message: string;
};

export type ComponentHealthStatus = "ok" | "degraded" | "down" | "off";

export type OverviewNumbersDay = {
  day: string;
  received: number;
  sent: number;
};

export type OverviewNumbersReceived = {
  now: number;
  before: number;
};

export type OverviewNumbersSent = {
  now: number;
  before: number;
};

export type OverviewNumbersTroubled = {
  now: number;
  before: number;
};

export type WebhookDeliveryStatus = "pending" | "succeeded" | "failed" | "dead";

export type DomainConnectKeyRecord = {
  type: "TXT";
  name: string;
  value: string;
};

export type MessageSentEventData = {
  message: MessageSummary;
  provider: string;
  provider_message_id: string | null;
  sent_via_fallback: boolean;
};

export type WebhookTestEventData = {
  message: string;
};

export type AuditVerificationHead = {
  /** Null for the chain of the deployment. */
  tenant_id: string | null;
  position: number;
  hash: string;
  rows: number;
};

export type AuditVerificationFault = {
  tenant_id: string | null;
  position: number;
  fault: AuditVerificationFaultFault;
};

export type AuditVerificationFaultFault = "missing" | "changed" | "unchained" | "not_the_noted_row";

export type DraftCreatedEventData = {
  draft_id: string;
  mode: string;
  version: number;
};

export type DraftDeletedEventData = {
  draft_id: string;
  mode: string;
  version: number;
  message_id: string | null;
};

export type MemberJoinedEventData = {
  user_id: string;
  role: string;
};

export type QuotaWarningEventData = {
  metric: string;
  used: number;
  limit: number;
  scope: QuotaWarningEventDataScope;
};

export type QuotaWarningEventDataScope = "tenant" | "identity";

export type TenantPolicyPatchAiDisclosure = {
  /** Which messages contain the disclosure footer and the header X-AI-Generated: none, the first message of the identity in a thread, or every message. Default: "none". */
  mode?: TenantPolicyAiDisclosureMode | null;
  /** The text of the disclosure footer. Default: "This message was written by an AI agent.". */
  text?: string | null;
};

export type TenantPolicyPatchAutoReply = {
  /** Whether identities may send automatic replies. Default: true. */
  allowed?: boolean | null;
  /** How many automatic replies a thread may contain before a person must act. Default: 2. */
  max_automatic_exchanges?: number | null;
};

export type TenantPolicyPatchSending = {
  /** Which messages wait for the approval of a person: none, those to recipients with whom the identity has not exchanged mail, those to recipients outside the workspace, those with a sign of risk, or all. Default: "never". Partner keys may set it only to values that include the default and the value that a platform key has set. */
  approval?: IdentitySendPolicyApproval | null;
  /** What happens to messages with signs that incoming mail manipulated their sender: they are not checked, sent with advice, or held for the approval of a person. Default: "advise". Partner keys may set it only to values that include the default and the value that a platform key has set. */
  guard?: IdentitySendPolicyGuard | null;
  /** Which secrets the guard looks for: keys and tokens, payment cards, bank accounts (IBAN). Default: ["keys","cards"]. */
  guard_secrets?: Array<TenantPolicySendingGuardSecret> | null;
  /** Whether messages contain a signed statement of which agent sent them and who is responsible for it. Default: false. */
  signed_mail?: boolean | null;
  /** How many hours a message waits for approval before it is canceled. Default: 72. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  approval_expiry_hours?: number | null;
};

export type TenantPolicyPatchQuarantine = {
  /** Whether mail is quarantined if its sender could not be authenticated (trust verdict fail or unverified). Default: true. Only platform keys may set it. */
  on_auth_fail?: boolean | null;
  /** Mail with at least this spam score is quarantined. Default: 0.8. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  spam_threshold?: number | null;
  /** Whether mail with a one-time code is quarantined when nobody was waiting for a code. Default: true. Only platform keys may set it. */
  unsolicited_otp?: boolean | null;
  /** Whether API keys may release quarantined mail; null uses the setting of the deployment. Default: null. Platform keys and the tenant's own partner may set it. */
  key_release?: boolean | null;
};

export type TenantPolicyPatchInbound = {
  /** How many messages a sender may send to a mailbox per hour before it is throttled. Default: 60. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  per_sender_per_hour?: number | null;
  /** The types of attachments whose text is read. Default: ["pdf","office","text","html"]. */
  extract_attachment_text?: Array<TenantPolicyInboundExtractAttachmentText> | null;
};

export type TenantPolicyPatchTriage = {
  /** Whether received mail is triaged. Default: true. */
  enabled?: boolean | null;
};

export type TenantPolicyPatchSearch = {
  /** Whether agentic search may be used. Default: true. */
  agentic?: boolean | null;
  /** The maximum number of steps of an agentic search. Default: 6. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  agentic_max_steps?: number | null;
  /** The maximum duration of an agentic search in seconds. Default: 8. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  agentic_max_seconds?: number | null;
  /** How many agentic searches the tenant may run per day. Default: 500. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  agentic_daily_cap?: number | null;
};

export type TenantPolicyPatchRetention = {
  /** How many days events and delivery logs are kept. Default: 30. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  events_days?: number | null;
  /** How many days raw messages are kept. Default: 90. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower. */
  raw_days?: number | null;
};

export type TenantPolicyPatchLimits = {
  /** How many requests per minute all keys and members of the tenant may make together; null for no limit. Default: 60000. Only platform keys may set it. */
  requests_per_minute?: number | null | null;
  /** How many messages of the tenant may wait to be sent; null for no limit. Default: 50000. Only platform keys may set it. */
  queued_sends?: number | null | null;
  /** How many jobs other than sends may wait before the tenant can start no more; null for no limit. Default: 10000. Only platform keys may set it. */
  queued_jobs?: number | null | null;
};

export type TenantPolicyPatchWebBotAuth = {
  /** Whether identities may sign HTTP requests. Default: false. Only platform keys may set it. */
  allowed?: boolean | null;
};

export type TenantPolicyPatchDomains = {
  /** Whether tenant and partner keys may add domains with the nameservers method. Default: false. Only platform keys may set it. */
  allow_create_zone?: boolean | null;
  /** Whether mail of a failing or suspended domain is sent from the platform address. Default: true. */
  fallback?: boolean | null;
};

export type TenantPolicyPatchAbuse = {
  /** The abuse rates count only after this many messages within 24 hours. Default: 50. Only platform keys may set it. */
  min_sends?: number | null;
  /** An identity is paused when its share of bounces exceeds this value. Default: 0.08. Only platform keys may set it. */
  bounce_rate?: number | null;
  /** An identity is paused when its share of spam reports exceeds this value. Default: 0.003. Only platform keys may set it. */
  complaint_rate?: number | null;
};

export type AuditRecordedEventData = {
  audit_event: AuditRecordedEventDataAuditEvent;
};

export type AuditRecordedEventDataAuditEvent = {
  id: string;
  tenant_id: string | null;
  actor_key_id: string | null;
  actor_user_id: string | null;
  action: string;
  target_type: string;
  target_id: string;
  details: Record<string, unknown>;
  request_id: string | null;
  /** The address of the client; null for jobs and when the address is unknown. */
  source_address: string | null;
  created_at: string;
};

export type DomainCreatedEventData = {
  domain: Domain;
};

export type DomainFailingEventData = {
  domain_id: string;
  issues: Array<DomainIssue>;
  fallback_active: boolean;
};

export type DomainRemovedEventData = {
  domain_id: string;
  reason: DomainRemovedEventDataReason;
};

export type DomainRemovedEventDataReason = "requested" | "zone_expired";

export type ErasureFailedEventData = {
  erasure_request_id: string;
  step: string;
  error: string;
};

export type MemberInvitedEventData = {
  invitation_id: string;
  email_hint: string;
  role: string;
};

export type MemberRemovedEventData = {
  user_id: string;
};

export type MessageFailedEventData = {
  message_id: string;
  reason: string;
};

export type DomainDegradedEventData = {
  domain_id: string;
  issues: Array<DomainIssue>;
};

export type DomainReminderEventData = {
  domain_id: string;
  state: string;
  hours_in_state: number;
};

export type IdentityPausedEventData = {
  identity_id: string;
  reason: IdentityPausedEventDataReason;
  metrics: Record<string, number> | null;
};

export type IdentityPausedEventDataReason = "manual" | "abuse_threshold" | "tenant_suspended";

export type MessageBouncedEventData = {
  message_id: string;
  recipient: string;
  bounce_type: DeliveryBounceType;
  smtp_code: number | null;
  smtp_response: string | null;
  suppressed: boolean;
};

export type MessageTriagedEventData = {
  message_id: string;
  thread_id: string;
  triage: Triage;
};

export type QuotaQueueFullEventData = {
  limit: number;
  queue: QuotaQueueFullEventDataQueue;
};

export type QuotaQueueFullEventDataQueue = "sends" | "jobs";

export type DomainRecoveredEventData = {
  domain_id: string;
  from_state: string;
};

export type DomainSuspendedEventData = {
  domain_id: string;
  reason: DomainSuspendedEventDataReason;
};

export type DomainSuspendedEventDataReason = "failing_14_days" | "nameservers_changed" | "ownership_record_missing" | "registration_changed";

export type ExportCompletedEventData = {
  export_id: string;
  expires_at: string;
};

export type IdentityCreatedEventData = {
  identity: Identity;
};

export type IdentityDeletedEventData = {
  identity_id: string;
  erasure_request_id: string;
};

export type IdentityResumedEventData = {
  identity_id: string;
};

export type IdentityUpdatedEventData = {
  identity: Identity;
  changed: Array<string>;
};

export type MessageApprovedEventData = {
  message_id: string;
  approval_id: string;
  comment: string | null;
  edited: boolean;
};

export type MessageCanceledEventData = {
  message_id: string;
  reason?: string;
};

export type MessageDeferredEventData = {
  message_id: string;
  recipient: string;
  smtp_code: number | null;
  smtp_response: string | null;
};

export type MessageReceivedEventData = {
  message: MessageSummary;
  thread_id: string;
  trust: Trust | null;
  attachments: Array<MessageReceivedEventDataAttachment>;
  extracted_text: string;
  extracted_text_truncated: boolean;
};

export type MessageReceivedEventDataAttachment = {
  id: string;
  filename: string;
  content_type: string;
  size: number;
};

export type MessageRejectedEventData = {
  message_id: string;
  reason: string;
  detail: string | null;
};

export type MessageReleasedEventData = {
  message: MessageSummary;
  released_by_key_id: string | null;
  released_by_user_id: string | null;
  reason: string | null;
};

export type WebhookDisabledEventData = {
  webhook_id: string;
  reason: string;
};

export type ErasureCompletedEventData = {
  erasure_request: ErasureCompletedEventDataErasureRequest;
};

export type ErasureCompletedEventDataErasureRequest = {
  id: string;
};

export type MessageDeliveredEventData = {
  message_id: string;
  recipient: string;
  smtp_code: number | null;
};

export type MessageUncertainEventData = {
  message_id: string;
  reason: string;
  fix: string;
};

export type MemberRoleChangedEventData = {
  user_id: string;
  from: string;
  to: string;
};

export type MessageComplainedEventData = {
  message_id: string;
  recipient: string;
  /** Always true. */
  suppressed: boolean;
};

export type MessageReconciledEventData = {
  message_id: string;
  status: string;
};

export type MessageSuppressedEventData = {
  message_id: string;
  recipients: Array<string>;
};

export type BillingPlanChangedEventData = {
  from_plan: string | null;
  to_plan: string | null;
  reason: BillingPlanChangedEventDataReason;
};

export type BillingPlanChangedEventDataReason = "checkout" | "portal" | "payment_failed_grace_ended" | "payment_recovered" | "canceled" | "operator";

export type IdentityKeyCreatedEventData = {
  identity_id: string;
  kid: string;
};

export type IdentityKeyRotatedEventData = {
  identity_id: string;
  kid: string;
  previous_kid: string | null;
};

export type MessageQuarantinedEventData = {
  message: MessageSummary;
  thread_id: string;
  trust: Trust | null;
  attachments: Array<MessageReceivedEventDataAttachment>;
  quarantine_reason: string;
};

export type SuppressionCreatedEventData = {
  address_hint: string;
  reason: string;
  source_message_id: string | null;
};

export type BillingLimitReachedEventData = {
  feature: string;
  granted: number;
  resets_at: string | null;
};

export type IdentityMailboxFullEventData = {
  identity_id: string;
  bytes: number;
  limit: number;
};

export type MessageGuardAdvisedEventData = {
  message_id: string;
  reasons: Array<GuardVerdictReason>;
};

export type BillingPaymentFailedEventData = {
  grace_until: string;
};

export type IdentityAddressAddedEventData = {
  address: Address;
};

export type VerificationReceivedEventData = {
  message_id: string;
  sender_domain: string;
  kind: VerificationReceivedEventDataKind;
};

export type VerificationReceivedEventDataKind = "code" | "link";

export type MessageApprovalExpiredEventData = {
  message_id: string;
  approval_id: string;
};

export type IdentityAddressPromotedEventData = {
  address: Address;
  previous_primary: Address | null;
};

export type MessageApprovalRejectedEventData = {
  message_id: string;
  approval_id: string;
  comment: string | null;
};

export type MessageApprovalRequestedEventData = {
  message: MessageSummary;
  approval_id: string;
  reasons: Array<string>;
  expires_at: string;
};

export type OauthRevokeResult = {
};

export type SignInRequestCodeRequest = {
  email: string;
};

export type SignInEnterCodeRequest = {
  code: string;
};

export type SignInFollowLinkRequest = {
  token: string;
};

export type SignInBeginProviderRequest = {
  provider: string;
  next?: string;
};

export type SignInBeginProviderResult = {
  url: string;
};

export type SignInAcceptInvitationRequest = {
  token: string;
};

export type SignInSetUpRequest = {
  token: string;
  email: string;
  name: string;
  workspace: SignInSetUpRequestWorkspace;
};

export type SignInSetUpRequestWorkspace = {
  name: string;
  /** A short name, unique across tenants. It never changes. */
  slug: string;
  /** An IANA time zone. Daily limits and search dates use it. Default: `"UTC"`. */
  timezone?: string;
};

export type SignInEnterSecondFactorRequest = {
  code: string;
};

export type SignInUsePasskeyRequest = {
  response: SignInUsePasskeyRequestResponse;
};

export type SignInUsePasskeyRequestResponse = {
  id: string;
  rawId: string;
  type: "public-key";
  response: SignInUsePasskeyRequestResponseResponse;
  authenticatorAttachment?: SignInUsePasskeyRequestResponseAuthenticatorAttachment | null;
  clientExtensionResults?: SignInUsePasskeyRequestResponseClientExtensionResults;
};

export type SignInUsePasskeyRequestResponseResponse = {
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle?: string | null;
};

export type SignInUsePasskeyRequestResponseAuthenticatorAttachment = "platform" | "cross-platform";

export type SignInUsePasskeyRequestResponseClientExtensionResults = {
};

export type SessionsChooseWorkspaceRequest = {
  workspace: string;
};

export type SessionsListResult = {
  data: Array<SessionsListResultData>;
};

export type SessionsListResultData = {
  id: string;
  is_this: boolean;
};

export type SessionsRevokeRequest = {
  session_id: string;
};

export type SecurityConfirmRequest = {
  code: string;
};

export type SecurityConfirmWithPasskeyRequest = {
  response: SignInUsePasskeyRequestResponse;
};

export type SecurityBeginAppResult = {
  secret: string;
  uri: string;
};

export type SecurityConfirmAppRequest = {
  code: string;
};

export type SecurityConfirmAppResult = {
  recovery_codes: Array<string> | null;
};

export type SecurityNewRecoveryCodesResult = {
  recovery_codes: Array<string> | null;
};

export type SecurityAddPasskeyRequest = {
  name: string;
  response: SecurityAddPasskeyRequestResponse;
};

export type SecurityAddPasskeyRequestResponse = {
  id: string;
  rawId: string;
  type: "public-key";
  response: SecurityAddPasskeyRequestResponseResponse;
  authenticatorAttachment?: SignInUsePasskeyRequestResponseAuthenticatorAttachment | null;
  clientExtensionResults?: SignInUsePasskeyRequestResponseClientExtensionResults;
};

export type SecurityAddPasskeyRequestResponseResponse = {
  clientDataJSON: string;
  attestationObject: string;
  transports?: Array<string>;
};

export type SecurityAddPasskeyResult = {
  recovery_codes: Array<string> | null;
  id: string;
};

export type SecurityRenamePasskeyRequest = {
  passkey_id: string;
  name: string;
};

export type SecurityRemovePasskeyRequest = {
  passkey_id: string;
};

export type SecurityLinkAccountRequest = {
  provider: string;
};

export type SecurityLinkAccountResult = {
  url: string;
};

export type SecurityUnlinkAccountRequest = {
  account_id: string;
};

export type KeysCreateRequest = {
  /** A name that helps people to tell keys apart. */
  name: string;
  /** The level of the key. */
  level: ApiKeyLevel;
  /** The partner of the key. Only for level partner. */
  partner_id?: string | null;
  /** The tenant of the key. Only for level tenant; a tenant key may leave it out. */
  tenant_id?: string | null;
  /** The identity of the key. Only for level identity; an identity key may leave it out. */
  identity_id?: string | null;
  /** The permissions of the key. There are no wildcards. */
  permissions: Array<KeysCreateRequestPermission>;
  /** When the key expires; null for never. By default the key expires together with the calling key, or never. */
  expires_at?: string | null;
  /** The networks from which the key can be used; calls from elsewhere get `key_source_denied`. An empty list allows all networks. */
  allowed_cidrs?: Array<string>;
  /** How the MCP tools show mail to this key. `agent`, the default, is the safe view for models; `plain` shows mail as it arrived. Default: `"agent"`. */
  mcp_view?: ApiKeyMcpView;
  /** Restricts the key to these MCP tools: groups (`read`, `search`, `send`, `organise`, `sign`) and names of tools. The key has no access to other tools, whatever the URL of a connection names. The default is the tools of the calling key, or all tools that the permissions allow. For REST, only the permissions count. */
  tools?: Array<KeysCreateRequestTool>;
};

export type KeysCreateRequestPermission = "tenants:manage" | "partners:manage" | "identities:read" | "identities:write" | "identities:sign" | "domains:read" | "domains:write" | "messages:read" | "messages:send" | "drafts:write" | "messages:write" | "attachments:read" | "search:read" | "search:agentic" | "quarantine:review" | "webhooks:read" | "webhooks:manage" | "keys:manage" | "erasure:manage" | "sends:approve" | "suppressions:manage" | "usage:read" | "audit:read" | "members:read" | "members:manage" | "platform:ops";

export type KeysCreateRequestTool = "read" | "search" | "send" | "organise" | "sign" | "mail_list_identities" | "mail_list_threads" | "mail_get_thread" | "mail_get_message" | "mail_get_attachment_text" | "mail_search" | "mail_deep_search" | "mail_find_related" | "mail_search_contacts" | "mail_wait" | "mail_get_usage" | "mail_send" | "mail_reply" | "mail_forward" | "mail_update_labels" | "mail_sign_assertion" | "mail_sign_http_request" | "mail_create_draft" | "mail_update_draft" | "mail_send_draft";

export type ApiKeyPage = {
  data: Array<ApiKey>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type KeysRotateRequest = {
  /** How long the previous secret stays valid. Default: `24`. */
  overlap_hours?: number;
};

export type TenantsCreateRequest = {
  /** A short name, unique across tenants. It never changes. */
  slug: string;
  /** The name that people see. */
  name: string;
  /** A test tenant sends only to the simulator and within the deployment. It never changes. Default: `"live"`. */
  mode?: ApiKeyMode;
  /** An IANA time zone. Daily limits and search dates use it. Default: `"UTC"`. */
  timezone?: string;
  /** Follows the username in every address on the platform domain. Username and suffix together have at most 40 characters. The default is a dot and the slug. One tenant may have an empty suffix, which only a platform key can set. */
  address_suffix?: string;
  policy?: TenantPolicyPatch;
  /** This person becomes the owner of the workspace and gets a sign-in link by mail. */
  owner?: TenantsCreateRequestOwner;
  /** Only platform keys can set it. Tenants of a partner get its default_billing_mode. */
  billing?: TenantsCreateRequestBilling;
};

export type TenantsCreateRequestOwner = {
  email: string;
  name: string;
};

export type TenantsCreateRequestBilling = {
  mode: BillingAccountMode;
};

export type TenantPage = {
  data: Array<Tenant>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type TenantsUpdateRequest = {
  /** The name that people see. */
  name?: string;
  /** An IANA time zone. Daily limits and search dates use it. */
  timezone?: string;
  policy?: TenantPolicyPatch;
  /** `suspended` pauses the identities of the tenant and blocks its keys; `active` lifts the suspension. */
  status?: TenantsUpdateRequestStatus;
};

export type TenantsUpdateRequestStatus = "active" | "suspended";

export type TenantsUpdateBillingRequest = {
  mode?: BillingAccountMode;
  /** A complimentary plan. */
  plan_id?: string;
};

export type MembersListResult = {
  data: Array<Member>;
  invitations: Array<Invitation>;
  seats: MembersListResultSeats;
};

export type MembersListResultSeats = {
  /** Null for an unlimited number. */
  granted: number | null;
  used: number;
};

export type MembersInviteRequest = {
  email: string;
  /** Choose another role: the owner is set when the workspace is created. */
  role: InvitationRole;
};

export type MembersChangeRoleRequest = {
  role: InvitationRole;
};

export type PartnersCreateRequest = {
  /** The name of the partner, for platform operators. */
  name: string;
  /** The billing mode of new tenants. Existing tenants keep theirs. Default: `"metered"`. */
  default_billing_mode?: PartnerDefaultBillingMode;
  /** The maximum number of tenants, without erased ones. A limit below the current number only prevents new tenants. Default: `25`. */
  max_tenants?: number;
  /** Whether the partner's tenants skip the sending ramp for new workspaces. Default: `false`. */
  ramp_exempt?: boolean;
};

export type PartnerPage = {
  data: Array<Partner>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type PartnersUpdateRequest = {
  /** The name of the partner, for platform operators. */
  name?: string;
  status?: TenantsUpdateRequestStatus;
  /** The billing mode of new tenants. Existing tenants keep theirs. */
  default_billing_mode?: PartnerDefaultBillingMode;
  /** The maximum number of tenants, without erased ones. A limit below the current number only prevents new tenants. */
  max_tenants?: number;
  /** Whether the partner's tenants skip the sending ramp for new workspaces. */
  ramp_exempt?: boolean;
};

export type DeadLetterPage = {
  data: Array<DeadLetter>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type PlatformCreateJobRequest = {
  name: JobName;
};

export type JobPage = {
  data: Array<Job>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type CapturedMailSummaryPage = {
  data: Array<CapturedMailSummary>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type PlatformHealthResult = {
  checked_at: string;
  components: Array<ComponentHealth>;
};

export type PlatformDomainConnectResult = {
  /** The name of this deployment at DNS hosts: its mail domain. */
  provider_id: string;
  /** The template in the format of Domain Connect. */
  template: Record<string, unknown>;
  keys: Array<DomainConnectKey>;
};

export type AuditEventPage = {
  data: Array<AuditEvent>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type RequestsListStatusClass = "2xx" | "3xx" | "4xx" | "5xx";

export type LoggedRequestPage = {
  data: Array<LoggedRequest>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type IdentitiesCreateRequest = {
  username: string;
  /** The name in the From field. The default is the username. */
  display_name?: string;
  /** Default: `""`. */
  purpose?: string;
  /** Default: `null`. */
  owner?: IdentitiesCreateRequestOwner | null;
  /** Default: `null`. */
  signature?: IdentitiesCreateRequestSignature | null;
  /** A domain of the tenant. The default is the platform's domain. Default: `null`. */
  domain_id?: string | null;
  /** Your own id for the identity. Repeating the same request returns 200 with the existing identity. Default: `null`. */
  client_id?: string | null;
  /** At most 16 keys, 512 bytes per value. Default: `{}`. */
  metadata?: Record<string, string | number | boolean | null>;
};

export type IdentitiesCreateRequestOwner = {
  name: string;
  email: string;
};

export type IdentitiesCreateRequestSignature = {
  text: string;
  /** Default: `null`. */
  html?: string | null;
};

export type IdentityPage = {
  data: Array<Identity>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type IdentitiesUpdateRequest = {
  display_name?: string;
  purpose?: string;
  owner?: IdentitiesCreateRequestOwner | null;
  signature?: IdentitiesCreateRequestSignature | null;
  /** Replaces all metadata. */
  metadata?: Record<string, string | number | boolean | null>;
  send_policy?: IdentitiesUpdateRequestSendPolicy;
  /** `paused`: the identity receives mail but cannot send or sign. `active`: the identity resumes. */
  status?: IdentitiesUpdateRequestStatus;
};

export type IdentitiesUpdateRequestSendPolicy = {
  daily_cap?: number | null;
  auto_reply?: IdentitySendPolicyAutoReply;
  require_known_recipient?: boolean;
  /** How the guard treats the sends of this identity, where that is stricter than the policy of the tenant. */
  guard?: IdentitySendPolicyGuard;
  /** Sends that need approval, in addition to those that the policy of the tenant holds. */
  approval?: IdentitySendPolicyApproval;
};

export type IdentitiesUpdateRequestStatus = "active" | "paused";

export type AddressPage = {
  data: Array<Address>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type IdentitiesAddAddressRequest = {
  local_part: string;
  /** A domain of the tenant. The default is the platform's domain. Default: `null`. */
  domain_id?: string | null;
};

export type IdentitiesPromoteAddressRequest = {
  /** Default: `90`. */
  retire_previous_after_days?: number;
};

export type IdentitiesRetireAddressRequest = {
  /** Default: `90`. */
  after_days?: number;
};

export type EventsListOfTenantType = "message.received" | "message.quarantined" | "message.released" | "message.triaged" | "message.sent" | "message.delivered" | "message.deferred" | "message.bounced" | "message.complained" | "message.rejected" | "message.failed" | "message.uncertain" | "message.reconciled" | "message.suppressed" | "message.canceled" | "message.guard_advised" | "message.approval_requested" | "message.approved" | "message.approval_rejected" | "message.approval_expired" | "draft.created" | "draft.updated" | "draft.deleted" | "verification.received" | "identity.created" | "identity.updated" | "identity.paused" | "identity.resumed" | "identity.mailbox_full" | "identity.deleted" | "identity.address_added" | "identity.address_activated" | "identity.address_promoted" | "identity.address_retired" | "identity.key_created" | "identity.key_rotated" | "identity.key_revoked" | "domain.created" | "domain.verified" | "domain.degraded" | "domain.failing" | "domain.suspended" | "domain.recovered" | "domain.reminder" | "domain.removed" | "erasure.completed" | "erasure.failed" | "export.completed" | "suppression.created" | "quota.warning" | "quota.queue_full" | "webhook.disabled" | "webhook.test" | "member.invited" | "member.joined" | "member.role_changed" | "member.removed" | "audit.recorded" | "billing.plan_changed" | "billing.payment_failed" | "billing.limit_reached";

export type EventPage = {
  data: Array<Event>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type MessagesGetInclude = "html" | "headers" | "quoted";

export type MessagesGetView = "plain" | "agent";

export type MessagesUpdateRequest = {
  /** Default: `[]`. */
  labels_add?: Array<string>;
  /** Labels to remove. Labels that are not set are ignored. Default: `[]`. */
  labels_remove?: Array<string>;
  /** The read state. Leave the field out to keep it. */
  read?: boolean;
};

export type MessagesListStatus = "received" | "quarantined" | "hidden" | "throttled" | "queued" | "submitted" | "delivered" | "deferred" | "bounced" | "complained" | "rejected" | "failed" | "uncertain" | "suppressed" | "canceled" | "awaiting_approval";

export type MessagesListView = "plain" | "summary" | "agent_summary";

export type MessagesListResult = {
  data: Array<MailSummary | Message>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type MessagesSendRequest = {
  /** Default: `[]`. */
  to?: Array<Recipient>;
  /** Default: `[]`. */
  cc?: Array<Recipient>;
  /** Recipients do not see these addresses. Default: `[]`. */
  bcc?: Array<Recipient>;
  /** Default: `""`. */
  subject?: string;
  /** Derived from html when left out. */
  text?: string;
  html?: string;
  /** Default: `[]`. */
  attachments?: Array<MessagesSendRequestAttachment>;
  /** Default: `"transactional"`. */
  kind?: MessagesSendRequestKind;
  /** The thread that the message continues, without quoting earlier messages. */
  thread_id?: string;
  /** An active address of the identity. The default is its primary address. */
  from_address?: string;
  /** Default: `[]`. */
  labels?: Array<string>;
  /** Default: `{}`. */
  headers?: Record<string, string>;
  /** Default: `{}`. */
  metadata?: Record<string, string | number | boolean | null>;
  /** Sets List-Unsubscribe; an https url allows one-click unsubscribe. Without a url, a message to one recipient links to a page of this deployment on which the recipient unsubscribes. A message to several recipients needs a url. */
  unsubscribe?: MessagesSendRequestUnsubscribe;
  consent?: MessagesSendRequestConsent;
  /** When to send the message: RFC 3339, at most 30 days ahead. Until then the message is `queued` and can be canceled. */
  send_at?: string;
};

export type MessagesSendRequestAttachment = {
  /** Required with `content_base64`; files from other sources keep their own name. */
  filename?: string;
  content_type?: string;
  content_base64?: string;
  /** The id of a file that was uploaded to this identity. */
  upload_id?: string;
  /** With `attachment_id`: a file of a message in this mailbox. Needs `attachments:read`. */
  message_id?: string;
  attachment_id?: string;
  /** A public https URL that delivers the file within 10 seconds. */
  url?: string;
  /** Default: `"attachment"`. */
  disposition?: AttachmentDisposition;
  /** Default: `null`. */
  content_id?: string | null;
};

export type MessagesSendRequestKind = "transactional" | "marketing" | "auto_reply";

export type MessagesSendRequestUnsubscribe = {
  url?: string;
  mailto?: string;
};

export type MessagesSendRequestConsent = {
  basis: string;
  recorded_at: string;
};

export type SentMessagePage = {
  data: Array<SentMessage>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type ThreadsListResult = {
  data: Array<MailSummary | ThreadSummary>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type TenantThreadPage = {
  data: Array<TenantThread>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type ThreadsUpdateRequest = {
  /** Default: `[]`. */
  labels_add?: Array<string>;
  /** Labels to remove. Labels that are not set are ignored. Default: `[]`. */
  labels_remove?: Array<string>;
  /** The read state. Leave the field out to keep it. */
  read?: boolean;
  archived?: boolean;
};

export type QuarantinedMessagePage = {
  data: Array<QuarantinedMessage>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type QuarantineReleaseRequest = {
  /** The reason, which the audit log keeps. */
  reason?: string;
};

export type DomainsListReportsKind = "dmarc" | "tls";

export type DomainsListReportsResult = {
  data: Array<DomainsListReportsResultData>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type DomainsListReportsResultData = {
  day: string;
  kind: DomainsListReportsKind;
  /** The authenticated domain of the reporting receiver. */
  reporter: string;
  /** The IP address that sent in the name of the domain, or the host to which senders connected (tls). */
  source: string;
  /** Whether DMARC passed; null for tls. */
  aligned: boolean | null;
  dkim_aligned: boolean | null;
  spf_aligned: boolean | null;
  /** `dkim_spf`, `dkim`, `spf`, `none`; or the result of the sessions (tls). */
  result: string;
  /** What the receiver did with the mail, or the type of policy (tls). */
  disposition: string;
  /** The number of messages, or of sessions (tls). */
  messages: number;
};

export type DomainsSummarizeReportsResult = {
  from: string;
  to: string;
  days: Array<DomainsSummarizeReportsResultDay>;
  sources: Array<DomainsSummarizeReportsResultSource>;
  /** Only for dmarc. */
  advice: DomainsSummarizeReportsResultAdvice | null;
};

export type DomainsSummarizeReportsResultDay = {
  day: string;
  /** `dkim_spf`, `dkim`, `spf`, `none`; or the result of the sessions (tls). */
  result: string;
  /** Messages, or sessions (tls). */
  messages: number;
};

export type DomainsSummarizeReportsResultSource = {
  source: string;
  /** The number of aligned messages, or of sessions with TLS (tls). */
  passed: number;
  /** Messages, or sessions (tls). */
  failed: number;
  /** The number of messages that receivers quarantined or rejected. */
  refused: number;
  reporters: number;
  last_day: string;
};

export type DomainsSummarizeReportsResultAdvice = {
  /** The policy that applies to the domain now. */
  policy: DomainsSummarizeReportsResultAdvicePolicy | null;
  /** The name of the parent's record that applies, if the domain has no record of its own. */
  inherited_from: string | null;
  /** The policy to publish; null to change nothing. */
  next: DomainsSummarizeReportsResultAdviceNext | null;
  reason: DomainsSummarizeReportsResultAdviceReason;
  /** The TXT record with that policy. */
  record: string | null;
  /** The name under which to publish it. */
  record_name: string | null;
  days_reported: number;
  messages: number;
  /** The number of messages that a stricter policy would have stopped. */
  would_break: number;
};

export type DomainsSummarizeReportsResultAdvicePolicy = "none" | "quarantine" | "reject";

export type DomainsSummarizeReportsResultAdviceNext = "none" | "quarantine" | "reject";

export type DomainsSummarizeReportsResultAdviceReason = "no_policy" | "too_few_reports" | "unaligned_mail" | "ready" | "strictest";

export type RefusalPage = {
  data: Array<Refusal>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type IdentityKeyPage = {
  data: Array<IdentityKey>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type SigningRotateKeyRequest = {
  /** How many hours the previous key stays published. Default: `168`. */
  overlap_hours?: number;
};

export type SigningAssertRequest = {
  /** The intended receiver. */
  audience: string;
  /** Seconds until it expires. Default: `300`. */
  expires_in?: number;
  nonce?: string;
  /** Additional claims, at most 2 KB as JSON. They become the claim `ext`. */
  ext?: Record<string, unknown>;
};

export type SigningSignRequestRequest = {
  url: string;
  /** Default: `"GET"`. */
  method?: string;
  /** Components to sign, in addition to those that are always signed. Default: `[]`. */
  components?: Array<SigningSignRequestRequestComponent>;
  /** Seconds until it expires. Default: `60`. */
  expires_in?: number;
  /** Generated if left out. */
  nonce?: string;
};

export type SigningSignRequestRequestComponent = "@authority" | "signature-agent" | "from" | "@method" | "@path" | "@query";

export type SearchIdentityRequest = {
  /** Words, phrases and operators. An empty query matches everything, newest first. Default: `""`. */
  q?: string;
  /** Default: `"hybrid"`. */
  mode?: SearchIdentityRequestMode;
  /** Default: `{}`. */
  filters?: SearchIdentityRequestFilters;
  /** Default: `"message"`. */
  group_by?: SearchIdentityRequestGroupBy;
  /** Default: `10`. */
  limit?: number;
  /** Default: `240`. */
  snippet_chars?: number;
  /** Default: `true`. */
  facets?: boolean;
  /** Include quarantined messages. Needs `quarantine:review`. Default: `false`. */
  include_quarantined?: boolean;
  cursor?: string;
  /** Fail with search_degraded instead of using a simpler mode. Default: `false`. */
  require_mode?: boolean;
  /** Refuse an invalid query, as the keyword mode and `require_mode` do. By default an invalid query is searched as text. Default: `false`. */
  strict?: boolean;
  /** For the agentic mode. Values above the limits of the tenant are lowered. */
  budget?: SearchIdentityRequestBudget;
  /** For the agentic mode with `Accept: text/event-stream`: streams the events step, evidence, answer and done. Default: `false`. */
  stream?: boolean;
  /** `agent` returns text that is safe to show to a model: only text that a person would see, without passages that are addressed to software, with the real hosts of links, and inside a random fence. Default: `"plain"`. */
  view?: MessagesGetView;
};

export type SearchIdentityRequestMode = "keyword" | "semantic" | "hybrid" | "agentic";

export type SearchIdentityRequestFilters = {
  direction?: MessageDirection;
  /** The message must have all of these labels. */
  labels?: Array<string>;
  after?: string;
  before?: string;
};

export type SearchIdentityRequestGroupBy = "message" | "thread";

export type SearchIdentityRequestBudget = {
  max_steps?: number;
  max_seconds?: number;
};

export type SearchTenantRequest = {
  /** Words, phrases and operators. An empty query matches everything, newest first. Default: `""`. */
  q?: string;
  /** Default: `"hybrid"`. */
  mode?: SearchIdentityRequestMode;
  /** Default: `{}`. */
  filters?: SearchIdentityRequestFilters;
  /** Default: `"message"`. */
  group_by?: SearchIdentityRequestGroupBy;
  /** Default: `10`. */
  limit?: number;
  /** Default: `240`. */
  snippet_chars?: number;
  /** Default: `true`. */
  facets?: boolean;
  /** Include quarantined messages. Needs `quarantine:review`. Default: `false`. */
  include_quarantined?: boolean;
  cursor?: string;
  /** Fail with search_degraded instead of using a simpler mode. Default: `false`. */
  require_mode?: boolean;
  /** Refuse an invalid query, as the keyword mode and `require_mode` do. By default an invalid query is searched as text. Default: `false`. */
  strict?: boolean;
  /** For the agentic mode. Values above the limits of the tenant are lowered. */
  budget?: SearchIdentityRequestBudget;
  /** For the agentic mode with `Accept: text/event-stream`: streams the events step, evidence, answer and done. Default: `false`. */
  stream?: boolean;
  /** `agent` returns text that is safe to show to a model: only text that a person would see, without passages that are addressed to software, with the real hosts of links, and inside a random fence. Default: `"plain"`. */
  view?: MessagesGetView;
  /** The identities to search. The default is all of them; it is required when the tenant has more than 100. */
  identity_ids?: Array<string>;
};

export type MessagesReplyRequest = {
  text?: string;
  html?: string;
  /** Default: `[]`. */
  attachments?: Array<MessagesSendRequestAttachment>;
  /** Default: `"transactional"`. */
  kind?: MessagesSendRequestKind;
  /** When to send the message: RFC 3339, at most 30 days ahead. Until then the message is `queued` and can be canceled. */
  send_at?: string;
};

export type MessagesReplyAllRequest = {
  text?: string;
  html?: string;
  /** Default: `[]`. */
  attachments?: Array<MessagesSendRequestAttachment>;
  /** Default: `"transactional"`. */
  kind?: MessagesSendRequestKind;
  /** When to send the message: RFC 3339, at most 30 days ahead. Until then the message is `queued` and can be canceled. */
  send_at?: string;
};

export type MessagesForwardRequest = {
  to: Array<Recipient>;
  text?: string;
  /** Default: `true`. */
  include_attachments?: boolean;
  /** Files in addition to those of the message. Default: `[]`. */
  attachments?: Array<MessagesSendRequestAttachment>;
  /** When to send the message: RFC 3339, at most 30 days ahead. Until then the message is `queued` and can be canceled. */
  send_at?: string;
};

export type MessagesSendDryRunRequest = {
  /** Default: `[]`. */
  to?: Array<Recipient>;
  /** Default: `[]`. */
  cc?: Array<Recipient>;
  /** Recipients do not see these addresses. Default: `[]`. */
  bcc?: Array<Recipient>;
  /** Default: `""`. */
  subject?: string;
  /** Derived from html when left out. */
  text?: string;
  html?: string;
  /** Default: `[]`. */
  attachments?: Array<MessagesSendRequestAttachment>;
  /** Default: `"transactional"`. */
  kind?: MessagesSendRequestKind;
  /** The thread that the message continues, without quoting earlier messages. */
  thread_id?: string;
  /** An active address of the identity. The default is its primary address. */
  from_address?: string;
  /** Default: `[]`. */
  labels?: Array<string>;
  /** Default: `{}`. */
  headers?: Record<string, string>;
  /** Default: `{}`. */
  metadata?: Record<string, string | number | boolean | null>;
  /** Sets List-Unsubscribe; an https url allows one-click unsubscribe. Without a url, a message to one recipient links to a page of this deployment on which the recipient unsubscribes. A message to several recipients needs a url. */
  unsubscribe?: MessagesSendRequestUnsubscribe;
  consent?: MessagesSendRequestConsent;
  /** When to send the message: RFC 3339, at most 30 days ahead. Until then the message is `queued` and can be canceled. */
  send_at?: string;
};

export type MessagesReplyDryRunRequest = {
  text?: string;
  html?: string;
  /** Default: `[]`. */
  attachments?: Array<MessagesSendRequestAttachment>;
  /** Default: `"transactional"`. */
  kind?: MessagesSendRequestKind;
  /** When to send the message: RFC 3339, at most 30 days ahead. Until then the message is `queued` and can be canceled. */
  send_at?: string;
};

export type MessagesReplyAllDryRunRequest = {
  text?: string;
  html?: string;
  /** Default: `[]`. */
  attachments?: Array<MessagesSendRequestAttachment>;
  /** Default: `"transactional"`. */
  kind?: MessagesSendRequestKind;
  /** When to send the message: RFC 3339, at most 30 days ahead. Until then the message is `queued` and can be canceled. */
  send_at?: string;
};

export type MessagesForwardDryRunRequest = {
  to: Array<Recipient>;
  text?: string;
  /** Default: `true`. */
  include_attachments?: boolean;
  /** Files in addition to those of the message. Default: `[]`. */
  attachments?: Array<MessagesSendRequestAttachment>;
  /** When to send the message: RFC 3339, at most 30 days ahead. Until then the message is `queued` and can be canceled. */
  send_at?: string;
};

export type MessagesResolveRequest = {
  outcome: MessagesResolveRequestOutcome;
};

export type MessagesResolveRequestOutcome = "sent" | "not_sent";

export type DraftsCreateRequest = {
  /** Default: `"send"`. */
  mode?: DraftMode;
  /** The message to answer or to forward. Required for every mode except `send`. */
  in_reply_to_message_id?: string;
  /** The thread to continue. Only with mode `send`. */
  thread_id?: string;
  to?: Array<Recipient>;
  cc?: Array<Recipient>;
  bcc?: Array<Recipient>;
  subject?: string;
  text?: string | null;
  html?: string | null;
  headers?: Record<string, string>;
  metadata?: Record<string, string | number | boolean | null>;
  attachments?: Array<MessagesSendRequestAttachment>;
};

export type DraftPage = {
  data: Array<Draft>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type DraftsUpdateRequest = {
  /** The version that you read. */
  version?: number;
  to?: Array<Recipient>;
  cc?: Array<Recipient>;
  bcc?: Array<Recipient>;
  subject?: string;
  text?: string | null;
  html?: string | null;
  headers?: Record<string, string>;
  metadata?: Record<string, string | number | boolean | null>;
  /** Replaces the list. `{id}` keeps an attachment that the draft already has. */
  attachments?: Array<KeptAttachment | MessagesSendRequestAttachment>;
};

export type DraftsSendRequest = {
  /** The version that you read. */
  version?: number;
};

export type ApprovalPage = {
  data: Array<Approval>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type ApprovalsDecideBatchRequest = {
  /** The name of the batch in the audit log. */
  name: string;
  decision: ApprovalsDecideBatchRequestDecision;
  /** Required for reject. */
  comment?: string;
  approvals: Array<ApprovalsDecideBatchRequestApproval>;
};

export type ApprovalsDecideBatchRequestDecision = "approve" | "reject";

export type ApprovalsDecideBatchRequestApproval = {
  id: string;
  /** `content_sha256` of the approval that you saw. If the message has changed since, the answer is `409 approval_content_changed`. */
  content_sha256: string;
};

export type ApprovalsDecideBatchResult = {
  name: string;
  results: Array<ApprovalOutcome>;
};

export type ApprovalsApproveRequest = {
  comment?: string;
  /** `content_sha256` of the approval that you saw. If the message has changed since, the answer is `409 approval_content_changed`. */
  content_sha256?: string;
  edit?: ApprovalsApproveRequestEdit;
};

export type ApprovalsApproveRequestEdit = {
  to?: Array<Recipient>;
  cc?: Array<Recipient>;
  bcc?: Array<Recipient>;
  subject?: string;
  text?: string;
  html?: string;
};

export type ApprovalsRejectRequest = {
  comment: string;
  /** `content_sha256` of the approval that you saw. If the message has changed since, the answer is `409 approval_content_changed`. */
  content_sha256?: string;
};

export type DomainsCreateRequest = {
  domain: string;
  /** `nameservers`: the domain moves to the name servers of this deployment. `records`: you add DNS records. `subdomain`: a subdomain of a domain that already uses these name servers. `send_only`: agents send from it, and its incoming mail stays at your own server. `relay`: agents send through your own SMTP server. */
  method: DomainMethod;
  /** The default is `relay` for the method relay and `basic` for all others. */
  transport?: DomainTransport;
  /** Whether your own server forwards mail to this deployment (methods send_only and relay). Default: `false`. */
  inbound_forwarding?: boolean;
  /** Whether the existing MX records may be replaced. Default: `false`. */
  replace_mx?: boolean;
  /** Confirms that nothing else uses the domain (method nameservers). Default: `false`. */
  confirm_dedicated?: boolean;
  /** Default: `null`. */
  relay?: DomainsCreateRequestRelay | null;
};

export type DomainsCreateRequestRelay = {
  host: string;
  /** Default: `587`. */
  port?: number;
  /** Default: `null`. */
  username?: string | null;
  /** Default: `null`. */
  password?: string | null;
};

export type DomainPage = {
  data: Array<Domain>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type DomainsUpdateRequest = {
  /** Not allowed with method relay, which has its own transport. */
  transport?: DomainsUpdateRequestTransport;
  inbound_forwarding?: boolean;
  /** New identities get their address here unless the request names another domain. */
  is_default?: boolean;
  /** Replaces the settings of the relay. Proofmail probes the relay before it stores them. */
  relay?: DomainsCreateRequestRelay;
  /** Creates the next DKIM key. It signs as soon as a check has found its record; the present key signs until then. Always true. */
  rotate_dkim?: boolean;
};

export type DomainsUpdateRequestTransport = "basic" | "ses";

export type WebhooksCreateRequest = {
  /** A public https URL. */
  url: string;
  /** Event types, or `*` for all types, including future ones. */
  events: Array<WebhooksCreateRequestEvent>;
  /** Only events of these identities; null for all events. Default: `null`. */
  identity_ids?: Array<string> | null;
  /** Default: `""`. */
  description?: string;
};

export type WebhooksCreateRequestEvent = "*" | "message.received" | "message.quarantined" | "message.released" | "message.triaged" | "message.sent" | "message.delivered" | "message.deferred" | "message.bounced" | "message.complained" | "message.rejected" | "message.failed" | "message.uncertain" | "message.reconciled" | "message.suppressed" | "message.canceled" | "message.guard_advised" | "message.approval_requested" | "message.approved" | "message.approval_rejected" | "message.approval_expired" | "draft.created" | "draft.updated" | "draft.deleted" | "verification.received" | "identity.created" | "identity.updated" | "identity.paused" | "identity.resumed" | "identity.mailbox_full" | "identity.deleted" | "identity.address_added" | "identity.address_activated" | "identity.address_promoted" | "identity.address_retired" | "identity.key_created" | "identity.key_rotated" | "identity.key_revoked" | "domain.created" | "domain.verified" | "domain.degraded" | "domain.failing" | "domain.suspended" | "domain.recovered" | "domain.reminder" | "domain.removed" | "erasure.completed" | "erasure.failed" | "export.completed" | "suppression.created" | "quota.warning" | "quota.queue_full" | "webhook.disabled" | "webhook.test" | "member.invited" | "member.joined" | "member.role_changed" | "member.removed" | "audit.recorded" | "billing.plan_changed" | "billing.payment_failed" | "billing.limit_reached";

export type WebhookEndpointPage = {
  data: Array<WebhookEndpoint>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type WebhooksCreateForTenantRequest = {
  /** A public https URL. */
  url: string;
  /** Event types, or `*` for all types, including future ones. */
  events: Array<WebhooksCreateRequestEvent>;
  /** Only events of these identities; null for all events. Default: `null`. */
  identity_ids?: Array<string> | null;
  /** Default: `""`. */
  description?: string;
};

export type WebhooksUpdateRequest = {
  /** A public https URL. */
  url?: string;
  /** Event types, or `*` for all types, including future ones. */
  events?: Array<WebhooksCreateRequestEvent>;
  /** Only events of these identities; null for all events. */
  identity_ids?: Array<string> | null;
  description?: string;
  /** `false`: no events are queued or sent. `true`: waiting deliveries continue, and failures are counted from zero. */
  enabled?: boolean;
};

export type WebhooksRotateSecretRequest = {
  /** How long the previous secret is also used. Default: `24`. */
  overlap_hours?: number;
};

export type WebhooksListDeliveriesEventType = "message.received" | "message.quarantined" | "message.released" | "message.triaged" | "message.sent" | "message.delivered" | "message.deferred" | "message.bounced" | "message.complained" | "message.rejected" | "message.failed" | "message.uncertain" | "message.reconciled" | "message.suppressed" | "message.canceled" | "message.guard_advised" | "message.approval_requested" | "message.approved" | "message.approval_rejected" | "message.approval_expired" | "draft.created" | "draft.updated" | "draft.deleted" | "verification.received" | "identity.created" | "identity.updated" | "identity.paused" | "identity.resumed" | "identity.mailbox_full" | "identity.deleted" | "identity.address_added" | "identity.address_activated" | "identity.address_promoted" | "identity.address_retired" | "identity.key_created" | "identity.key_rotated" | "identity.key_revoked" | "domain.created" | "domain.verified" | "domain.degraded" | "domain.failing" | "domain.suspended" | "domain.recovered" | "domain.reminder" | "domain.removed" | "erasure.completed" | "erasure.failed" | "export.completed" | "suppression.created" | "quota.warning" | "quota.queue_full" | "webhook.disabled" | "webhook.test" | "member.invited" | "member.joined" | "member.role_changed" | "member.removed" | "audit.recorded" | "billing.plan_changed" | "billing.payment_failed" | "billing.limit_reached";

export type WebhookDeliveryPage = {
  data: Array<WebhookDelivery>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type WebhooksReplayRequest = {
  event_ids?: Array<string>;
  since?: string;
  until?: string;
  status?: WebhookDeliveryStatus;
};

export type WebhooksReplayResult = {
  queued: number;
};

export type ContactPage = {
  data: Array<Contact>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type WaitForMessageKind = "any" | "reply" | "verification" | "decision";

export type UsageListDailyResult = {
  data: Array<DailyUsage>;
};

export type TenantUsagePage = {
  data: Array<TenantUsage>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type MembersChangeSignInRulesRequest = {
  /** The maximum length of members’ sessions, in hours. */
  session_hours?: number | null;
  /** The accepted ways to sign in: `mail`, `passkey`, or the name of a provider. */
  methods?: Array<string> | null;
  /** The name of a provider of this deployment. */
  sso_provider?: string | null;
};

export type SuppressionPage = {
  data: Array<Suppression>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type SuppressionsCreateRequest = {
  address: string;
  /** Default: `"manual"`. */
  reason?: SuppressionReason;
  note?: string | null;
};

export type SuppressionsDeleteRequest = {
  /** Default: `false`. */
  confirm_complaint_removal?: boolean;
};

export type ListEntryPage = {
  data: Array<ListEntry>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type ErasuresCreateRequest = {
  /** The tenant. Required for platform and partner keys; other keys have only one. */
  tenant_id?: string;
  scope: ErasureRequestScope;
  identity_id?: string;
  thread_id?: string;
  message_id?: string;
  /** All mail of the tenant from or to this address. */
  counterparty_address?: string;
  /** A note about the request. It is deleted when the request has ended. */
  reason?: string;
};

export type ErasureRequestPage = {
  data: Array<ErasureRequest>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type HoldsCreateRequest = {
  scope: LegalHoldScope;
  identity_id?: string;
  thread_id?: string;
  counterparty_address?: string;
  /** The reason, which the receipt of an erasure shows when it skips held mail. */
  reason: string;
};

export type LegalHoldPage = {
  data: Array<LegalHold>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

export type ExportsCreateRequest = {
  /** The tenant. Required for platform and partner keys; other keys have only one. */
  tenant_id?: string;
  scope: ExportScope;
  identity_id?: string;
  counterparty_address?: string;
};

export type ExportPage = {
  data: Array<Export>;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

/** Every error code that an operation names. Newer servers may have more. */
export type ErrorCode =
  | 'address_in_use'
  | 'address_invalid'
  | 'address_is_primary'
  | 'address_limit_reached'
  | 'address_not_found'
  | 'address_reserved'
  | 'address_taken'
  | 'address_unsupported'
  | 'agentic_budget_exhausted'
  | 'agentic_disabled'
  | 'all_recipients_suppressed'
  | 'approval_content_changed'
  | 'approval_decided'
  | 'approval_not_found'
  | 'approval_own_request'
  | 'attachment_not_found'
  | 'auto_reply_not_allowed'
  | 'billing_limit'
  | 'cf_token_required'
  | 'client_id_conflict'
  | 'cursor_expired'
  | 'daily_cap_reached'
  | 'delivery_not_found'
  | 'dlq_item_not_found'
  | 'domain_exists'
  | 'domain_in_use'
  | 'domain_not_dedicated'
  | 'domain_not_found'
  | 'domain_not_ready'
  | 'domain_not_suspended'
  | 'draft_conflict'
  | 'draft_limit_reached'
  | 'draft_not_found'
  | 'erasure_not_found'
  | 'existing_mx'
  | 'export_not_found'
  | 'factor_exists'
  | 'header_not_allowed'
  | 'hold_not_found'
  | 'idempotency_conflict'
  | 'idempotency_key_required'
  | 'identity_not_found'
  | 'identity_owner_required'
  | 'identity_paused'
  | 'internal_error'
  | 'invalid_idempotency_key'
  | 'invalid_query'
  | 'invalid_request'
  | 'invalid_signature'
  | 'invitation_not_found'
  | 'job_not_found'
  | 'job_queue_full'
  | 'key_expired'
  | 'key_not_found'
  | 'key_revoked'
  | 'key_scope_exceeded'
  | 'key_source_denied'
  | 'legal_hold'
  | 'list_entry_not_found'
  | 'local_part_too_long'
  | 'mailbox_full'
  | 'marketing_requirements_missing'
  | 'member_not_found'
  | 'message_not_found'
  | 'message_too_large'
  | 'not_cancelable'
  | 'not_quarantined'
  | 'not_uncertain'
  | 'own_sign_in_excluded'
  | 'owner_required'
  | 'partner_has_tenants'
  | 'partner_not_found'
  | 'partner_suspended'
  | 'partner_tenant_limit'
  | 'payload_too_large'
  | 'permission_denied'
  | 'plan_managed_by_stripe'
  | 'policy_denied'
  | 'rate_limited'
  | 'raw_expired'
  | 'recipient_blocked'
  | 'request_in_progress'
  | 'route_not_found'
  | 'scope_denied'
  | 'scope_too_large'
  | 'search_degraded'
  | 'second_factor_required'
  | 'sending_queue_full'
  | 'sign_in_method_denied'
  | 'slug_taken'
  | 'smtp_auth_failed'
  | 'smtp_port_not_allowed'
  | 'smtp_tls_required'
  | 'spf_lookup_limit'
  | 'sso_required'
  | 'suffix_taken'
  | 'suppression_not_found'
  | 'tenant_erased'
  | 'tenant_not_found'
  | 'tenant_suspended'
  | 'test_mode_recipient'
  | 'thread_busy'
  | 'thread_not_found'
  | 'too_many_recipients'
  | 'transport_unavailable'
  | 'unauthenticated'
  | 'unavailable'
  | 'unsupported_media_type'
  | 'upstream_error'
  | 'upstream_rate_limited'
  | 'username_taken'
  | 'web_bot_auth_disabled'
  | 'webhook_limit_reached'
  | 'webhook_not_found'
  | 'zone_hold';
