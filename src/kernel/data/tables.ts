// Made from prisma/schema by `npm run db:types`; not to be edited. One type per table: its columns as the driver
// returns them. Rooms pick columns from here with `Row` (row.ts) and never write them by hand.

export type Tables = {
  addresses: {
    id: string;
    identity_id: string;
    tenant_id: string;
    domain_id: string | null;
    /** Lower case, without thread token. Unique for ever: a retired or tombstoned address is never reused. */
    address: string;
    local_part: string;
    role: string;
    status: string;
    /** Whether it is the address on the platform domain, which stays as long as the identity. */
    is_platform: boolean;
    has_received: boolean;
    retire_at: string | null;
    retired_at: string | null;
    /** Whether mail that the customer forwards arrives: unverified, ok or failed; null if nothing is forwarded. */
    forwarding: string | null;
    forwarding_checked_at: string | null;
    /** SHA-256 of the token of a running test, and when the test ends. */
    forwarding_token: Buffer | null;
    forwarding_until: string | null;
    created_at: string;
  };
  agentic_counters: {
    tenant_id: string;
    day: string;
    used: number;
  };
  allowance_counters: {
    tenant_id: string;
    feature: string;
    /** The first day of the period (UTC). */
    period: string;
    used: number;
    /** Whether `billing.limit_reached` was emitted for it. */
    is_told: boolean;
    /** The threshold of the last alert to its workspace: 80 or 100 percent of the allowance at that time. */
    alerted: number;
  };
  api_key_secrets: {
    /** SHA-256 of the whole secret, which has 256 bits of randomness. */
    secret_hash: Buffer;
    key_id: string;
    /** The time until which the old secret works after a rotation; null for the current secret. */
    valid_until: string | null;
    created_at: string;
  };
  api_keys: {
    id: string;
    name: string;
    level: string;
    mode: string;
    partner_id: string | null;
    tenant_id: string | null;
    identity_id: string | null;
    /** The identities of a key that has several, whose identity_id is null; empty for every other key. */
    identity_ids: string[];
    permissions: string[];
    expires_at: string | null;
    revoked_at: string | null;
    last_used_at: string | null;
    /** The first 12 characters of the current secret, by which people recognise it; null for keys of old releases. */
    prefix: string | null;
    /** The networks that may use the key; empty for all. */
    allowed_cidrs: string[];
    /** The key or the person that created it; both null for the platform key of the first start. */
    created_by_key_id: string | null;
    created_by_user_id: string | null;
    /** How the MCP tools show mail to this key: `plain`, or null for the safe view. */
    mcp_view: string | null;
    /** The MCP tools and tool groups that the key is restricted to; empty for all. */
    tools: string[];
    /** The application whose access tokens are the key's secrets; null for keys that people and other keys created. */
    oauth_client_id: string | null;
    created_at: string;
  };
  approvals: {
    id: string;
    tenant_id: string;
    identity_id: string;
    message_id: string;
    /** pending, approved, rejected, expired or canceled. */
    status: string;
    reasons: string[];
    /** [{reason, text, source_message_id, at}], the evidence for the reasons. */
    evidence: unknown;
    /** SHA-256 of the composed message and its envelope that the person sees. Nothing else can be released. */
    content_hash: Buffer;
    /** The requested content, to compose it again when a person edits it. Null once it is decided. */
    draft: unknown;
    /** The recipients, subject and bodies before a person edited them; null if nobody did. */
    original: unknown;
    requested_by_type: string;
    requested_by_id: string;
    requested_at: string;
    expires_at: string;
    /** key or user; null after an expiry. */
    decided_by_type: string | null;
    decided_by_id: string | null;
    decided_at: string | null;
    comment: string | null;
    /** The name of the batch in which it was decided. */
    batch: string | null;
    /** When the people who may decide were notified. */
    notified_at: string | null;
  };
  attachment_pages: {
    attachment_id: string;
    page: number;
    text: string;
  };
  attachments: {
    id: string;
    message_id: string;
    identity_id: string;
    position: number;
    filename: string;
    content_type: string;
    size: number;
    disposition: string;
    content_id: string | null;
    blob_id: string;
    text_status: string;
    pages: number | null;
    risk: string | null;
  };
  audit_anchors: {
    chain: string;
    position: number;
    hash: Buffer;
  };
  audit_chains: {
    chain: string;
    position: number;
    hash: Buffer;
  };
  audit_events: {
    id: string;
    tenant_id: string | null;
    /** The partner of the tenant, so that a partner's page is one index range. */
    partner_id: string | null;
    actor_key_id: string | null;
    actor_user_id: string | null;
    action: string;
    target_type: string;
    target_id: string;
    details: unknown;
    request_id: string | null;
    /** The client's address. */
    source_address: string | null;
    /** The position of the row in the chain of its tenant or of the deployment, and the hash over everything up to it. A */
    /** trigger sets both when the transaction commits. */
    chain_position: number | null;
    chain_hash: Buffer | null;
    created_at: string;
  };
  awaited_messages: {
    identity_id: string;
    rfc_message_id: string;
    thread_id: string;
    created_at: string;
  };
  blobs: {
    id: string;
    content: Buffer | null;
    /** Whether the content is packed (zstd, RFC 8878). `size` is that of the bytes themselves. */
    packed: boolean;
    object_key: string | null;
    size: number;
    created_at: string;
  };
  captured_mail: {
    id: string;
    rfc_message_id: string;
    envelope_from: string;
    envelope_to: string[];
    raw_id: string;
    created_at: string;
  };
  contacts: {
    tenant_id: string;
    identity_id: string;
    /** Lower case. */
    address: string;
    name: string | null;
    domain: string;
    /** The registrable domain of `domain`. */
    organisation: string;
    first_seen_at: string;
    last_seen_at: string;
    last_outbound_at: string | null;
    inbound_count: number;
    outbound_count: number;
    last_thread_id: string;
    /** `identity id/key` for each key of src/mailbox/contacts/search-keys.ts. One index finds prefixes within an identity. */
    search: string;
  };
  dead_letters: {
    id: string;
    /** Identifies the job in all of its tries, so that a step that runs twice writes one row. */
    ref: string;
    /** The room of the job. */
    queue: string;
    job: string;
    tenant_id: string | null;
    /** `json` and not `jsonb`, so that it stays exactly as it was enqueued. */
    payload: unknown;
    tries: number;
    error: string;
    attempts: number;
    status: string;
    first_failed_at: string;
    last_failed_at: string;
    redriven_at: string | null;
  };
  deliveries: {
    message_id: string;
    address: string;
    field: string;
    position: number;
    status: string;
    /** Whether a transport has or may have the message for this recipient, so that it is never submitted again. */
    is_taken: boolean;
    reason: string | null;
    smtp_code: number | null;
    enhanced_code: string | null;
    smtp_response: string | null;
    bounce_type: string | null;
    updated_at: string;
  };
  dkim_keys: {
    domain: string;
    selector: string;
    /** PKCS #8, sealed. */
    private_key: Buffer;
    /** The TXT record's text. */
    record: string;
    created_at: string;
  };
  domain_checks: {
    /** ULID. */
    id: string;
    domain_id: string;
    /** `schedule`, `request`, `maintenance` */
    trigger: string;
    /** The status after the check. */
    status: string;
    /** `[{purpose, name, status}]` */
    records: unknown;
    issues: unknown;
    ms: number;
    created_at: string;
  };
  domain_connect_keys: {
    /** The deployment's mail domain, which is our name at DNS hosts. */
    provider: string;
    /** The first part of the records' name. */
    host: string;
    /** PKCS #8, sealed. */
    private_key: Buffer;
    /** SubjectPublicKeyInfo in base64. */
    public_key: string;
    created_at: string;
  };
  domain_dkim_keys: {
    domain_id: string;
    selector: string;
    domain: string;
    /** PKCS #8, sealed. */
    private_key: Buffer;
    /** The TXT record's text. */
    record: string;
    /** `next` until its record was seen, `active` while it signs, `retiring` while its signatures may still be verified. */
    state: string;
    created_at: string;
    activated_at: string | null;
    retire_at: string | null;
  };
  domain_relays: {
    domain_id: string;
    host: string;
    port: number;
    username: string | null;
    /** Sealed; null for a relay without credentials. */
    password: Buffer | null;
    probe_id: string | null;
    probe_status: string | null;
    probe_stage: string | null;
    probe_detail: string | null;
    probe_ms: number | null;
    probed_at: string | null;
    updated_at: string;
  };
  domain_report_days: {
    domain_id: string;
    kind: string;
    day: string;
    reporter: string;
    /** The sending IP address (`dmarc`), or the receiving host (`tls`). */
    source: string;
    /** Which of DKIM and SPF was aligned: `dkim_spf`, `dkim`, `spf`, `none`; or the result of a TLS session. */
    result: string;
    /** The receiver's action (`none`, `quarantine`, `reject`), or the kind of TLS policy. */
    disposition: string;
    tenant_id: string;
    messages: number;
  };
  domain_reports: {
    domain_id: string;
    /** `dmarc`, `tls` */
    kind: string;
    /** The domain that the report was authenticated for. */
    reporter: string;
    report_id: string;
    tenant_id: string;
    received_at: string;
  };
  domain_test_mails: {
    /** ULID. */
    id: string;
    domain_id: string;
    tenant_id: string;
    /** `receiver`: our own address; `identity`: a mailbox of the workspace; `member`: the sign-in address of the person. */
    kind: string;
    /** Only for the kind `identity`. */
    identity_id: string | null;
    /** The address of the identity. Other addresses are only in the job. */
    recipient: string | null;
    message_id: string;
    /** SHA-256 of the token that the mail carries. */
    token_hash: Buffer;
    /** `queued`, `sent`, `captured`, `failed`, `received`, `bounced` */
    status: string;
    /** The reply of the receiving server, or the text of a bounce. */
    response: string | null;
    /** The findings on arrival (`Seen` of src/mail/test-mails). */
    seen: unknown;
    created_at: string;
    /** Set before its content is sent. From then on, it is never sent again. */
    sent_at: string | null;
    received_at: string | null;
  };
  domains: {
    id: string;
    tenant_id: string;
    /** Lower case, IDN as A-labels, without a final dot. */
    domain: string;
    /** The registrable domain that `domain` belongs to. */
    zone: string;
    method: string;
    transport: string;
    inbound_forwarding: boolean;
    status: string;
    status_reason: string | null;
    /** When the status began. Reminders and the suspension after 14 days count from this time. */
    status_since: string;
    /** The last part of the ownership record's value. A reprove creates a new one. */
    ownership_token: string;
    /** When the ownership record was first seen; null while nobody has proven the domain. */
    proven_at: string | null;
    /** New identities of the tenant get their address here unless the request names another domain. */
    is_default: boolean;
    /** Nameservers that the registrar must name (method nameservers); empty otherwise. */
    nameservers: string[];
    /** The nameservers found by the last check, which show the DNS host. */
    found_nameservers: string[];
    /** The zone at the edge platform, for the methods nameservers and subdomain. */
    edge_zone_id: string | null;
    /** When the records at the edge platform were written; null if they must be written. */
    edge_written_at: string | null;
    /** The SPF record from before ours was added, which is merged with it. */
    previous_spf: string | null;
    /** The result of the last check: a list of records (`CheckedRecord`). */
    records: unknown;
    /** The same for advised records (MTA-STS, TLS-RPT), on which the status does not depend. They have their own column */
    /** because a process of the previous release does not know these purposes. */
    advised_records: unknown;
    issues: unknown;
    /** The registry's data (RDAP): `{registrar, registered_at, expires_at}`; null until it has answered. */
    registration: unknown;
    /** When the registry was last asked. */
    registration_asked_at: string | null;
    verified_at: string | null;
    last_checked_at: string | null;
    /** When the next check is due; null while suspended or being removed. */
    next_check_at: string | null;
    /** The number of checks since the domain was added or had to be proven again. The first ones follow quickly. */
    checks: number;
    /** Hours of the last reminder in this status. */
    reminded_hours: number;
    /** When a check and a probe were last requested. Each is allowed once a minute. */
    verify_asked_at: string | null;
    probe_asked_at: string | null;
    /** Set while a removal waits for mail in flight. */
    removing_at: string | null;
    created_at: string;
    updated_at: string;
  };
  draft_attachments: {
    id: string;
    draft_id: string;
    identity_id: string;
    position: number;
    filename: string;
    content_type: string;
    size: number;
    disposition: string;
    content_id: string | null;
    blob_id: string;
    risk: string | null;
  };
  drafts: {
    id: string;
    tenant_id: string;
    identity_id: string;
    /** send, reply, reply_all or forward. */
    mode: string;
    thread_id: string | null;
    in_reply_to_message_id: string | null;
    to: unknown;
    cc: unknown;
    bcc: unknown;
    subject: string;
    text: string | null;
    html: string | null;
    headers: unknown;
    metadata: unknown;
    /** Increases with every change, so that two writers never overwrite each other unnoticed. */
    version: number;
    created_by_type: string;
    created_by_id: string;
    created_at: string;
    updated_at: string;
  };
  erasure_blobs: {
    erasure_id: string;
    blob_id: string;
  };
  erasure_held_threads: {
    erasure_id: string;
    thread_id: string;
    reason: string;
  };
  erasure_requests: {
    id: string;
    tenant_id: string;
    scope: string;
    identity_id: string | null;
    thread_id: string | null;
    message_id: string | null;
    /** Lower case. Emptied when the request has ended, so that the request does not keep what it erased. */
    counterparty_address: string | null;
    reason: string | null;
    status: string;
    /** The point at which the job continues after a kill; written with each batch. */
    progress: unknown;
    /** The counts so far, each written in the transaction of the counted change. */
    receipt: unknown;
    error: string | null;
    created_by_key_id: string | null;
    created_at: string;
    completed_at: string | null;
  };
  event_counters: {
    owner_id: string;
    last: number;
  };
  events: {
    id: string;
    /** The order of feeds. Readers that stay within the horizon (`src/events/feed-repository.ts`) miss nothing. */
    position: number;
    type: string;
    tenant_id: string | null;
    /** For events without a tenant: the partner whose endpoints get it in addition to the deployment's. */
    partner_id: string | null;
    identity_id: string | null;
    /** Increases by one per identity, domain or job; null for platform events. */
    sequence: number | null;
    data: unknown;
    /** If the payload's `extracted_text` is read from its message: its number of characters. */
    text_length: number | null;
    occurred_at: string;
  };
  exports: {
    id: string;
    tenant_id: string;
    scope: string;
    identity_id: string | null;
    /** Lower case. Emptied with the file. */
    counterparty_address: string | null;
    status: string;
    /** Whether it contains quarantined and hidden mail, because its creator may review. */
    with_kept_back: boolean;
    size: number | null;
    blob_id: string | null;
    error: string | null;
    created_by_key_id: string | null;
    created_at: string;
    expires_at: string;
  };
  idempotency_records: {
    scope: string;
    key: string;
    request_hash: Buffer;
    operation: string;
    status: number;
    /** The response's body without one-time secrets (rule 6). */
    response: unknown;
    message_id: string | null;
    created_at: string;
  };
  identities: {
    id: string;
    tenant_id: string;
    username: string;
    display_name: string;
    purpose: string;
    status: string;
    pause_reason: string | null;
    owner_name: string | null;
    owner_email: string | null;
    signature: unknown;
    send_policy: unknown;
    metadata: unknown;
    client_id: string | null;
    /** SHA-256 of the create request, which distinguishes a repeat from a conflict. */
    client_hash: Buffer | null;
    /** A system identity sends service mail and is never listed. */
    is_system: boolean;
    created_at: string;
    updated_at: string;
  };
  identity_keys: {
    /** The RFC 7638 thumbprint of the public key. Stays after the identity is gone, so that it is never published again. */
    kid: string;
    identity_id: string;
    tenant_id: string;
    /** The public key as a JWK's `x`: base64url. */
    public_x: string;
    /** PKCS #8, sealed. Only the active key has it, because no other key signs. */
    private_key: Buffer | null;
    status: string;
    created_at: string;
    retire_at: string | null;
    revoked_at: string | null;
  };
  inbound_receipts: {
    id: string;
    /** smtp, loopback */
    source: string;
    envelope_from: string;
    recipients: string[];
    helo_name: string;
    remote_address: string;
    raw_id: string;
    content_hash: Buffer;
    received_at: string;
    attempts: number;
    /** The earliest time of processing. It is moved ahead while a worker holds the entry, so that a crash returns it. */
    run_at: string;
    last_error: string | null;
    /** The number of tries that failed because of the message itself and not because of the machine. */
    failures: number;
    /** The position in the queue. A sender with much waiting mail comes after others whose mail arrived later. */
    fair_at: string;
    /** The reference of its dead letter after the last try has failed. */
    dead_ref: string | null;
  };
  invitations: {
    id: string;
    tenant_id: string;
    /** Lower case. */
    email: string;
    role: string;
    /** The key or the person who invited. */
    invited_by: string | null;
    /** SHA-256 of the token in the mail, which has 256 bits of randomness. */
    token_hash: Buffer;
    /** The `link` ring key that was active then. Revoking it ends the invitation (spec 4.13). */
    kid: string;
    expires_at: string;
    created_at: string;
  };
  job_handovers: {
    /** Identifies the job in all of its tries; also the id of its event. */
    ref: string;
    job: string;
    tenant_id: string | null;
    /** The data of its event. `json` and not `jsonb`, so that it stays exactly as it was enqueued. */
    work: unknown;
    /** The number of repeated submissions since it last reported. */
    times: number;
    handed_at: string;
    /** When it is submitted again unless it has reported back. */
    due_at: string;
  };
  legal_holds: {
    id: string;
    tenant_id: string;
    scope: string;
    identity_id: string | null;
    thread_id: string | null;
    /** Lower case. */
    counterparty_address: string | null;
    reason: string;
    created_by_key_id: string | null;
    created_at: string;
    released_at: string | null;
  };
  list_entries: {
    tenant_id: string;
    /** receive, send */
    direction: string;
    /** allow, block */
    kind: string;
    /** Lower case, IDN as A-labels. */
    entry: string;
    created_at: string;
  };
  mailbox_usage: {
    identity_id: string;
    bytes: number;
    /** When the full mailbox was reported; emptied when bytes are freed. */
    full_since: string | null;
  };
  maintenance_jobs: {
    id: string;
    name: string;
    status: string;
    done: number;
    total: number;
    error: string | null;
    created_at: string;
    started_at: string | null;
    completed_at: string | null;
  };
  members: {
    tenant_id: string;
    user_id: string;
    role: string;
    /** The key or person that gave the role; null for the first owner, and for roles from before this was recorded. */
    given_by: string | null;
    last_login_at: string | null;
    created_at: string;
  };
  messages: {
    id: string;
    tenant_id: string;
    identity_id: string;
    thread_id: string;
    direction: string;
    status: string;
    kind: string;
    from: unknown;
    to: unknown;
    cc: unknown;
    bcc: unknown;
    reply_to: unknown;
    delivered_to: string | null;
    is_primary_recipient: boolean;
    subject: string;
    sent_at: string | null;
    received_at: string | null;
    /** The time until which a scheduled message stays queued. */
    send_at: string | null;
    extracted_text: string;
    /** Null if it equals the extracted text, or if it is packed. */
    text: string | null;
    html: string | null;
    /** The full text and the HTML of most messages, packed by `src/mailbox/messages/bodies.ts`. */
    packed: Buffer | null;
    /** The header fields of the message as [name, value] pairs, up to a limit. */
    headers: unknown;
    labels: string[];
    is_read: boolean;
    trust: unknown;
    quarantine_reason: string | null;
    triage: unknown;
    refs: unknown;
    /** {code, link} found in the received message; null if there is neither. Only `wait` releases it. */
    verification: unknown;
    rfc_message_id: string;
    in_reply_to: string | null;
    references: string[];
    flags: string[];
    metadata: unknown;
    raw_id: string | null;
    /** {id, status, reasons, comment, expires_at} of a send that needed approval; null for all others. */
    approval: unknown;
    /** SHA-256 of the received raw message, which identifies a sender's retry. */
    content_hash: Buffer | null;
    created_at: string;
  };
  model_reads: {
    key_id: string;
    message_id: string;
    identity_id: string;
    /** The time of the last read. */
    read_at: string;
  };
  notice_choices: {
    user_id: string;
    /** `platform` for notices to operators. */
    tenant_id: string;
    kind: string;
    by_mail: boolean;
    in_console: boolean;
  };
  notifications: {
    /** ULID. */
    id: string;
    /** `platform` for notices to the operators of the deployment. */
    tenant_id: string;
    user_id: string;
    subject: string;
    /** Whether it waits for the digest. */
    is_held: boolean;
    created_at: string;
    /** Null, like the columns below, in rows of old releases. Those notices were mailed and are not listed. */
    kind: string | null;
    /** The first sentences, for the list of the console. */
    summary: string | null;
    /** The page of the console where the reader acts. */
    path: string | null;
    /** Whether it was sent as a separate mail, which counts for its day. If it is neither held nor mailed, the reader turned */
    /** mail off, or it was in a digest. */
    is_mailed: boolean | null;
    is_listed: boolean | null;
    read_at: string | null;
    /** Identifies a notice that the reader gets only once, for example `certificate:<serial>`. */
    once: string | null;
  };
  oauth_clients: {
    id: string;
    name: string;
    /** The application's own page, by its own statement; null if it named none. */
    uri: string | null;
    redirect_uris: string[];
    /** none, client_secret_basic or client_secret_post. */
    auth_method: string;
    /** SHA-256 of its secret; null with the method none. */
    secret_hash: Buffer | null;
    created_at: string;
    /** Extended with every connection by a person. */
    expires_at: string;
  };
  oauth_grants: {
    key_id: string;
    client_id: string;
    client_name: string;
    client_uri: string | null;
    tenant_id: string;
    user_id: string;
    created_at: string;
    refreshed_at: string | null;
  };
  oauth_refresh_tokens: {
    token_hash: Buffer;
    key_id: string;
    created_at: string;
    expires_at: string;
    used_at: string | null;
  };
  oauth_requests: {
    /** SHA-256 of the request's handle: the token in the consent page's URL, or the device code. */
    handle_hash: Buffer;
    /** browser or device. */
    kind: string;
    client_id: string;
    client_name: string;
    client_uri: string | null;
    /** For a browser: the destination of the code, with the application's state and its PKCE challenge (S256). */
    redirect_uri: string | null;
    state: string | null;
    code_challenge: string | null;
    /** Permissions that the application requests; a person may grant fewer. */
    scopes: string[];
    /** For a device: the code that the person types, and the time of the device's last poll. */
    user_code: string | null;
    polled_at: string | null;
    expires_at: string;
    created_at: string;
    /** approved or denied; null while nobody has decided. */
    decision: string | null;
    user_id: string | null;
    tenant_id: string | null;
    /** The only given identity, or the first of several; null for the whole workspace. */
    identity_id: string | null;
    /** All given identities, if there are several. */
    identity_ids: string[];
    permissions: string[];
    grant_expires_at: string | null;
    /** For a browser: SHA-256 of the authorization code, and its expiry. */
    code_hash: Buffer | null;
    code_expires_at: string | null;
    /** Set once, when the code or the device code is exchanged, together with the resulting key. */
    used_at: string | null;
    key_id: string | null;
  };
  paced_calls: {
    name: string;
    next_at: string;
  };
  paid_accounts: {
    tenant_id: string;
    /** The tenant as a customer of the payment provider. */
    customer_id: string;
    /** The subscription that applies; null before the first one. */
    subscription_id: string | null;
    /** The provider's status, for example `active` or `past_due`. */
    status: string | null;
    /** The paid plan. The plan that applies is in `tenants`; after the grace period it is the free one. */
    plan_id: string | null;
    topups: unknown;
    current_period_end: string | null;
    cancel_at_period_end: boolean;
    /** The time until which the plan applies although a payment failed; null while everything is paid. */
    grace_until: string | null;
    /** Reads are numbered when they begin. A read that began before the last stored one is dropped. */
    reads_begun: number;
    read_written: number;
    created_at: string;
    updated_at: string;
  };
  partners: {
    id: string;
    name: string;
    status: string;
    default_billing_mode: string;
    max_tenants: number;
    ramp_exempt: boolean;
    created_at: string;
    updated_at: string;
    deleted_at: string | null;
  };
  passkey_challenges: {
    /** SHA-256 of the challenge. */
    challenge_hash: Buffer;
    /** The person who registers a passkey; null for a sign-in. */
    user_id: string | null;
    expires_at: string;
  };
  passkeys: {
    id: string;
    user_id: string;
    name: string;
    credential_id: Buffer;
    /** The public key as a COSE key. */
    public_key: Buffer;
    /** The authenticator's signature counter; 0 for authenticators without one. */
    counter: number;
    transports: string[];
    /** Whether the credential is synchronised between devices. */
    is_synced: boolean;
    created_at: string;
    used_at: string | null;
  };
  payment_events: {
    id: string;
    type: string;
    customer_id: string | null;
    received_at: string;
  };
  provider_accounts: {
    id: string;
    user_id: string;
    provider: string;
    issuer: string;
    subject: string;
    /** The address that the provider named when it was linked, so that the person recognises it. */
    email: string | null;
    created_at: string;
    used_at: string | null;
  };
  provider_messages: {
    transport: string;
    provider_message_id: string;
    message_id: string;
    identity_id: string;
    /** The Message-ID on the wire, if the provider set its own, to which replies and reports refer. */
    rfc_message_id: string | null;
    created_at: string;
  };
  recovery_codes: {
    user_id: string;
    /** SHA-256 of the code, which has 80 bits of randomness. */
    code_hash: Buffer;
    used_at: string | null;
  };
  request_logs: {
    /** ULID. */
    id: string;
    tenant_id: string;
    /** The slot in which the calls ended: seconds since 1970, in steps of ten. */
    slot: number;
    many: number;
    /** The values that occur in the calls, so that a filter can skip rows: classes of status (2 to 5), error codes, routes, */
    /** keys. */
    classes: number[];
    codes: string[];
    routes: string[];
    key_ids: string[];
    /** JSON, packed with zstd (src/workspace/requests/packed.ts). */
    calls: Buffer;
    created_at: string;
  };
  ring_keys: {
    kid: string;
    purpose: string;
    /** AES-256-GCM under PM_SECRET. */
    material: Buffer;
    created_at: string;
    /** Null for the active key. */
    verify_until: string | null;
  };
  search_codes: {
    message_id: string;
    identity_id: string;
    seq: number;
    model: string | null;
    code: string | null;
  };
  search_documents: {
    message_id: string;
    identity_id: string;
    thread_id: string;
    /** The position in the mailbox; higher is newer. Assigned once, when the message is first indexed. */
    seq: number;
    /** The message's own date, at most a day after its arrival. */
    date: string;
    arrived_at: string | null;
    size: number;
    needs_reply: number | null;
    /** The mailbox, and its block that contains the document: `idn_…` and `idn_…#7`. */
    scope: string[];
    /** The keys that search operators match, for example `from:ann@example.com`, `has:attachment`, `label:urgent`. */
    keys: string[];
    /** Subject A, people B, files C, text D. */
    words: string;
  };
  search_mailboxes: {
    identity_id: string;
    last_seq: number;
    documents: number;
    languages: string[];
  };
  search_mirror: {
    id: string;
    /** The name of the deployment's index there. */
    uid: string;
    /** When Meilisearch created the index; null until there is one. Another time means another index, which must be filled. */
    made_at: string | null;
    /** The last document written by a filling in progress; null when it is finished. */
    filled_to: string | null;
    /** Whether the index has been filled once. Only then is it queried. */
    complete: boolean;
    /** Written into every document. Older documents are deleted when the changes up to `sweep_at` have been written. */
    generation: number;
    sweep_at: number | null;
  };
  search_mirror_pending: {
    id: number;
    message_id: string;
    identity_id: string;
    added_at: string;
  };
  search_pages: {
    attachment_id: string;
    page: number;
    message_id: string;
    words: string;
  };
  search_pending: {
    id: number;
    message_id: string;
    identity_id: string;
    added_at: string;
  };
  search_vectors: {
    message_id: string;
    vector: Buffer;
  };
  second_factors: {
    user_id: string;
    /** Sealed under PM_SECRET; null without an app. */
    secret: Buffer | null;
    confirmed_at: string | null;
    /** A new secret that waits for its first code, after which it replaces `secret`. */
    new_secret: Buffer | null;
    /** The time step of the last accepted code, because a code works only once. */
    last_step: number;
    failures: number;
    failures_since: string | null;
  };
  send_counters: {
    /** The identity's or the tenant's id; `{tenant id} sends` for its plan, whose `day` is the period's first; */
    /** `{tenant id} queue` and `{tenant id} jobs` on days on which it could queue no more sends or other jobs. */
    owner_id: string;
    day: string;
    used: number;
    /** The cap that applied to the last accepted message. */
    cap: number;
    /** Percent of the cap that the last `quota.warning` reported: 0, 80 or 100. */
    warned: number;
  };
  sends: {
    message_id: string;
    tenant_id: string;
    identity_id: string;
    envelope_from: string;
    transport: string;
    attempts: number;
    /** Set and committed before the transport is contacted, so that a crash in between leads to `uncertain`. */
    attempt_started_at: string | null;
    /** Temporary refusals are retried for 24 hours from this time. */
    first_attempt_at: string | null;
    provider_message_id: string | null;
    reason: string | null;
    /** The day in the tenant's time zone against whose caps it counts; null if it does not count or no longer counts. */
    counted_on: string | null;
    /** The first day of the period in which it counts against its tenant's plan; null if it does not or no longer counts. */
    metered_on: string | null;
    /** {verdict, holds, reasons} of the guard; null if there are no findings, or if the policy turns the guard off. */
    guard: unknown;
    /** Messages that the same key had read before, newest first. */
    read_message_ids: string[];
    created_at: string;
  };
  sessions: {
    id: string;
    /** SHA-256 of the cookie's token, which has 256 bits of randomness. */
    token_hash: Buffer;
    user_id: string;
    /** The `link` ring key that was active then. Revoking it ends the session (spec 4.13). */
    kid: string;
    /** The workspace that was last chosen; null for the platform, or if none was chosen. */
    tenant_id: string | null;
    user_agent: string;
    address: string;
    /** The sign-in method: `mail`, `passkey`, or the name of a provider, with the suffix `/other` for an account that does */
    /** not count as single sign-on. */
    way: string;
    /** When the person confirmed a second factor in this session; null if they have not. */
    second_factor_at: string | null;
    created_at: string;
    seen_at: string;
    expires_at: string;
  };
  sign_in_requests: {
    /** SHA-256 of the challenge, which only the requesting browser has. */
    id: Buffer;
    /** SHA-256 of the address in lower case, for counting requests without storing the address. */
    address_hash: Buffer;
    /** SHA-256 of the client's network. Limits count per network, so that strangers do not use up the owner's requests. */
    network_hash: Buffer | null;
    /** Set with the code, if the address belongs to a person. */
    user_id: string | null;
    /** HMAC of the code under the `link` ring key `kid`. */
    code_hash: Buffer | null;
    kid: string | null;
    tries: number;
    /** Set for a sign-in with an account that is not linked yet, which the code then links: the resulting sign-in method, */
    /** for example `google` or `google/other`. */
    provider: string | null;
    issuer: string | null;
    subject: string | null;
    created_at: string;
    expires_at: string;
  };
  sign_in_rules: {
    tenant_id: string;
    /** The maximum length of a session in hours; null for the deployment's 30 days. */
    session_hours: number | null;
    /** Accepted sign-in methods: `mail`, `passkey`, names of providers; empty for all. */
    methods: string[];
    /** The only provider for members with an address on a proven domain; null if there is no such rule. */
    sso_provider: string | null;
    updated_at: string;
  };
  sign_in_steps: {
    /** SHA-256 of the cookie's token, which has 256 bits of randomness. */
    token_hash: Buffer;
    user_id: string;
    /** The `link` ring key that was active then. Revoking it ends the sign-in (spec 4.13). */
    kid: string;
    way: string;
    tenant_id: string | null;
    tries: number;
    expires_at: string;
  };
  sign_in_tokens: {
    /** SHA-256 of the token, which has 256 bits of randomness. */
    token_hash: Buffer;
    user_id: string;
    /** The `link` ring key that was active then. Revoking it ends the token (spec 4.13). */
    kid: string;
    expires_at: string;
    /** The request whose code signs in too. Using the link or the code ends both. */
    request_id: Buffer | null;
  };
  smtp_refusals: {
    id: string;
    tenant_id: string;
    /** Null if only the domain belongs to the tenant. */
    identity_id: string | null;
    /** The recipient that the sender named, in lower case. */
    recipient: string;
    /** recipient (RCPT) or data (DATA). */
    stage: string;
    /** unknown_recipient, recipient_not_ready, mailbox_full, message_too_large, mail_loop or not_stored. */
    reason: string;
    smtp_code: number;
    /** The network of the sender's address: a /24 or a /48. */
    network: string;
    /** The Message-ID, if the message had begun to arrive. */
    message_id: string | null;
    at: string;
  };
  storage_format: {
    id: string;
    written: number;
    /** When a process that cannot read the next form was last connected. */
    behind_at: string;
  };
  suppressions: {
    id: string;
    tenant_id: string;
    /** Lower case, IDN as A-labels. */
    address: string;
    reason: string;
    note: string | null;
    /** The message that bounced or was complained about, if there is one. */
    source_message_id: string | null;
    created_at: string;
    expires_at: string | null;
  };
  tenants: {
    id: string;
    slug: string;
    name: string;
    mode: string;
    status: string;
    suspended_by: string | null;
    partner_id: string | null;
    address_suffix: string;
    timezone: string;
    /** Only the fields that were set; the effective policy is merged with the defaults on read. */
    policy: unknown;
    /** Ceilings that a platform key has set on lower-only policy fields. */
    policy_ceilings: unknown;
    billing_mode: string;
    /** The plan in the catalogue (src/workspace/billing), which applies while the tenant is metered. */
    plan_id: string;
    /** The purchased top-ups by feature, in the units of the feature. */
    topups: unknown;
    created_at: string;
    updated_at: string;
  };
  thread_tokens: {
    token: string;
    identity_id: string;
    thread_id: string;
    kid: string;
    created_at: string;
  };
  threads: {
    id: string;
    tenant_id: string;
    identity_id: string;
    subject: string;
    participants: unknown;
    message_count: number;
    quarantined_count: number;
    unread_count: number;
    /** The time of the newest visible message; null if there is none. */
    last_at: string | null;
    /** The time of the newest message of any kind, for reviewers. */
    last_any_at: string;
    category: string | null;
    needs_reply: number | null;
    urgency: number | null;
    labels: string[];
    directions: string[];
    archived: boolean;
    created_at: string;
  };
  uploads: {
    id: string;
    tenant_id: string;
    identity_id: string;
    filename: string;
    content_type: string;
    size: number;
    /** The SHA-256 of the bytes in hex. */
    sha256: string;
    blob_id: string;
    created_at: string;
    expires_at: string;
  };
  usage_days: {
    tenant_id: string;
    day: string;
    inbound: number;
    outbound: number;
    sends: number;
    triage: number;
    search: number;
    agentic: number;
    assertions: number;
    http_signatures: number;
    ai_neurons: number;
    storage_bytes: number;
    /** The time zone in which the mail of this day was counted; null in rows of old releases, which used UTC. */
    zone: string | null;
    /** When the storage was measured. */
    measured_at: string | null;
  };
  usage_progress: {
    id: number;
    through: string;
  };
  users: {
    id: string;
    /** Lower case. */
    email: string;
    name: string;
    /** Whether the person runs the deployment and reaches everything that a platform key reaches. */
    is_operator: boolean;
    /** The time zone in which the console shows times; null follows the device. */
    timezone: string | null;
    created_at: string;
  };
  verification_waits: {
    identity_id: string;
    /** Registrable domain, in lower case. */
    organisation: string;
    waited_at: string;
  };
  webhook_deliveries: {
    id: string;
    webhook_id: string;
    /** The endpoint while another attempt is due, null afterwards. This column is the queue. */
    queue: string | null;
    event_id: string;
    event_type: string;
    /** pending, succeeded, failed, dead */
    status: string;
    attempt: number;
    response_status: number | null;
    duration_ms: number | null;
    error: string | null;
    next_attempt_at: string | null;
    /** The time until which a worker owns it. If the worker dies, others can take it afterwards. */
    leased_until: string | null;
    created_at: string;
    completed_at: string | null;
  };
  webhook_endpoints: {
    id: string;
    /** The owner: a tenant's id, a partner's id, or `deployment`. */
    owner_id: string;
    tenant_id: string | null;
    /** The owning partner, or the tenant's partner. While it is suspended, deliveries are held. */
    partner_id: string | null;
    url: string;
    events: string[];
    /** The identities whose events are posted; empty for all. */
    identity_ids: string[];
    description: string;
    enabled: boolean;
    disabled_reason: string | null;
    /** Sealed under PM_SECRET. */
    secret: Buffer;
    previous_secret: Buffer | null;
    previous_until: string | null;
    /** The number of failed attempts since the last success, and the time of the first of them. */
    failures: number;
    failing_since: string | null;
    created_at: string;
    updated_at: string;
  };
};
