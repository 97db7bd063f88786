// Made from prisma/schema by `npm run db:types`; not to be edited. One type per table: its columns as the driver
// returns them. Rooms pick columns from here with `Row` (row.ts) and never write them by hand.

export type Tables = {
  addresses: {
    id: string;
    identity_id: string;
    tenant_id: string;
    domain_id: string | null;
    /** Lower case, without thread token. Unique forever: a retired or tombstoned address is never given again. */
    address: string;
    local_part: string;
    role: string;
    status: string;
    /** The address on the platform domain that stays for the identity's whole life. */
    is_platform: boolean;
    has_received: boolean;
    retire_at: string | null;
    retired_at: string | null;
    /** Whether mail that the customer forwards arrives: unverified, ok or failed; null where nothing is forwarded. */
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
    /** Whether `billing.limit_reached` has told that it is spent. */
    is_told: boolean;
    /** The threshold of the last alert to its workspace: 80 or 100 percent of the allowance at that time. */
    alerted: number;
  };
  api_key_secrets: {
    /** SHA-256 of the whole secret, which has 256 bits of randomness. */
    secret_hash: Buffer;
    key_id: string;
    /** Set by a rotation: the old secret works until then. */
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
    /** The first 12 characters of the current secret, by which people tell secrets apart; null for keys of before. */
    prefix: string | null;
    /** The networks that may use the key; empty for all. */
    allowed_cidrs: string[];
    /** The key or the person that made it; neither for the platform key of the first start. */
    created_by_key_id: string | null;
    created_by_user_id: string | null;
    /** How the tools of MCP show mail to this key: `plain`, or null for the safe view. */
    mcp_view: string | null;
    /** The tools of MCP and groups of them that the key is narrowed to; empty for all. */
    tools: string[];
    /** The application whose access tokens are the key's secrets; null for keys that people and keys made. */
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
    /** [{reason, text, source_message_id, at}]: why a person is asked. */
    evidence: unknown;
    /** SHA-256 of the composed message and its envelope, as the person sees it. Nothing else is released. */
    content_hash: Buffer;
    /** The requested content, to compose it again when a person edits it. Null once it is decided. */
    draft: unknown;
    /** The recipients, subject and bodies before a person edited them; null when nobody did. */
    original: unknown;
    requested_by_type: string;
    requested_by_id: string;
    requested_at: string;
    expires_at: string;
    /** key, user, or null for the expiry. */
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
    /** The place of the row in the chain of its tenant, or of the deployment, and the hash over everything up to it. A */
    /** trigger of the migration sets both when the transaction commits. */
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
    /** `identity id/key` for each key of src/mailbox/contacts/search-keys.ts: one index serves prefixes within one identity. */
    search: string;
  };
  dead_letters: {
    id: string;
    /** The job that failed, the same for each of its tries, so that a step that runs twice writes one row. */
    ref: string;
    /** The room of the job. */
    queue: string;
    job: string;
    tenant_id: string | null;
    /** `json`, not `jsonb`: kept as it was enqueued. */
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
    /** A transport has, or may have, the message for this recipient, so it is never submitted again. */
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
    /** `receiver` for our own address, `identity` for one of the workspace, `member` for the sign-in address of who asked. */
    kind: string;
    /** Of the kind `identity`. */
    identity_id: string | null;
    /** The address of the identity; the job alone knows the others. */
    recipient: string | null;
    message_id: string;
    /** SHA-256 of the token that the mail carries. */
    token_hash: Buffer;
    /** `queued`, `sent`, `captured`, `failed`, `received`, `bounced` */
    status: string;
    /** The answer of the server that took it or refused it, or what a bounce said. */
    response: string | null;
    /** The findings on arrival (`Seen` of src/mail/test-mails). */
    seen: unknown;
    created_at: string;
    /** Set before its content leaves: from then on it is never sent again. */
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
    /** When the status was entered: reminders and the suspension after 14 days count from it. */
    status_since: string;
    /** The last part of the ownership record's value. A reprove makes another one. */
    ownership_token: string;
    /** When the ownership record was first seen; null while nobody has proven the domain. */
    proven_at: string | null;
    /** New identities of the tenant get their address here unless the request names another domain. */
    is_default: boolean;
    /** Nameservers that the registrar must name (method nameservers); empty otherwise. */
    nameservers: string[];
    /** Nameservers that the last check found, by which the DNS host is recognised. */
    found_nameservers: string[];
    /** The zone at the edge platform, for the methods nameservers and subdomain. */
    edge_zone_id: string | null;
    /** Records at the edge platform were written for this state of the domain; null when they have to be written. */
    edge_written_at: string | null;
    /** The SPF record that was there before ours; ours is merged into it. */
    previous_spf: string | null;
    /** The result of the last check: a list of records (`CheckedRecord`). */
    records: unknown;
    /** The same for records that are only advised (MTA-STS, TLS-RPT): the status does not depend on them. They have a column */
    /** of their own because a process of the release before knows no such purposes. */
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
    /** Checks since the domain was added or had to be proven again: the first ones come soon. */
    checks: number;
    /** Hours of the last reminder in this status. */
    reminded_hours: number;
    /** When a check and a probe were last requested: each at most once a minute. */
    verify_asked_at: string | null;
    probe_asked_at: string | null;
    /** Set by a removal that waits for mail in flight. */
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
    /** Counts the changes, so that two writers never overwrite each other unseen. */
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
    /** Lower case. Emptied once the request has ended, so that the request does not keep what it erased. */
    counterparty_address: string | null;
    reason: string | null;
    status: string;
    /** Where the job continues after a kill; written with each batch. */
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
    /** Order of the feeds: whoever reads up to a horizon (`src/events/feed-repository.ts`) misses nothing. */
    position: number;
    type: string;
    tenant_id: string | null;
    /** Without a tenant: the partner whose endpoints get it in addition to the deployment's. */
    partner_id: string | null;
    identity_id: string | null;
    /** Increases by one per identity, domain or job; null for platform events. */
    sequence: number | null;
    data: unknown;
    /** Where the payload's `extracted_text` is not stored again: how many characters of its message's text it is. */
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
    /** Made by a key that may review: quarantined and hidden mail is in it. */
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
    /** The answer's body without one-time secrets (rule 6). */
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
    /** SHA-256 of the create request, to tell a repeat from a conflict. */
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
    /** PKCS #8, sealed. Only the active key has it: no other signs. */
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
    /** Not before then; moved ahead while a worker holds the receipt, so that a crash gives it back. */
    run_at: string;
    last_error: string | null;
    /** Tries that ended in an error of the message itself, not of the machine. */
    failures: number;
    /** The place in the queue. A sender with much waiting mail comes after others whose mail arrived later. */
    fair_at: string;
    /** Its dead letter, once every try failed. */
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
    /** The `link` ring key of the time: revoking that key ends the invitation (spec 4.13). */
    kid: string;
    expires_at: string;
    created_at: string;
  };
  job_handovers: {
    /** Names the job in all of its tries; the id of its event. */
    ref: string;
    job: string;
    tenant_id: string | null;
    /** The data of its event. `json`, not `jsonb`: kept as it was enqueued. */
    work: unknown;
    /** How often it was submitted again since it last reported. */
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
    /** When it was told that the mailbox is full; emptied when bytes are freed. */
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
    /** The key or the person that gave the role; null for owners by creation, and for roles given before this was kept. */
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
    /** A scheduled message stays queued until then. */
    send_at: string | null;
    extracted_text: string;
    /** Null where it is the extracted text, or packed. */
    text: string | null;
    html: string | null;
    /** The whole text and the html of most messages, as `src/mailbox/messages/bodies.ts` packs them. */
    packed: Buffer | null;
    /** [name, value] pairs as they stood in the message, bounded. */
    headers: unknown;
    labels: string[];
    is_read: boolean;
    trust: unknown;
    quarantine_reason: string | null;
    triage: unknown;
    refs: unknown;
    /** {code, link} found in the received message, null if there is neither. Released only by `wait`. */
    verification: unknown;
    rfc_message_id: string;
    in_reply_to: string | null;
    references: string[];
    flags: string[];
    metadata: unknown;
    raw_id: string | null;
    /** {id, status, reasons, comment, expires_at} of a send that needed a person; null for all others. */
    approval: unknown;
    /** SHA-256 of the raw message as it was received, which identifies a sender's retry. */
    content_hash: Buffer | null;
    created_at: string;
  };
  model_reads: {
    key_id: string;
    message_id: string;
    identity_id: string;
    /** The last time. */
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
    /** Waits for the digest. */
    is_held: boolean;
    created_at: string;
    /** Null in rows of versions that knew mails only, as the columns below: those were mailed, and are not listed. */
    kind: string | null;
    /** The first sentences, for the list of the console. */
    summary: string | null;
    /** The page of the console where the reader acts. */
    path: string | null;
    /** Sent as a separate mail, so that it counts for its day. Neither held nor mailed: the reader turned the mail off, or a digest held it. */
    is_mailed: boolean | null;
    is_listed: boolean | null;
    read_at: string | null;
    /** Identifies a notice that the reader gets only once, for example `certificate:<serial>`. */
    once: string | null;
  };
  oauth_clients: {
    id: string;
    name: string;
    /** Its own page, as it says; null when it named none. */
    uri: string | null;
    redirect_uris: string[];
    /** none, client_secret_basic or client_secret_post. */
    auth_method: string;
    /** SHA-256 of its secret; null with the method none. */
    secret_hash: Buffer | null;
    created_at: string;
    /** Moves on with every connection of a person. */
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
    /** SHA-256 of what names the request: the token in the consent page's URL, or the device code. */
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
    /** The only identity that is given, or the first of several; null for the whole workspace. */
    identity_id: string | null;
    /** All identities, when several are given. */
    identity_ids: string[];
    permissions: string[];
    grant_expires_at: string | null;
    /** For a browser: SHA-256 of the authorization code, and its expiry. */
    code_hash: Buffer | null;
    code_expires_at: string | null;
    /** Set once, when the code or the device code is exchanged, with the key that came of it. */
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
    /** The subscription that counts; null before the first one. */
    subscription_id: string | null;
    /** The provider's own word, for example `active` or `past_due`. */
    status: string | null;
    /** The plan that is paid for. What applies is in `tenants`: it is the free one when the grace is over. */
    plan_id: string | null;
    topups: unknown;
    current_period_end: string | null;
    cancel_at_period_end: boolean;
    /** Until when the plan applies although a payment failed; null while everything is paid. */
    grace_until: string | null;
    /** Reads are numbered when they begin. One that began before the last that was written down is dropped. */
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
    /** COSE key. */
    public_key: Buffer;
    /** The authenticator's signature counter; 0 for those that have none. */
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
    /** The address that the provider named when it was linked: for the person to recognise it. */
    email: string | null;
    created_at: string;
    used_at: string | null;
  };
  provider_messages: {
    transport: string;
    provider_message_id: string;
    message_id: string;
    identity_id: string;
    /** The Message-ID on the wire, where the provider set its own: replies and reports refer to that one. */
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
    /** Seconds since 1970 of the end of the calls, in steps of ten. */
    slot: number;
    many: number;
    /** What the calls in it have, so that a filter skips the rows that hold none: classes of status (2 to 5), error codes, */
    /** routes, keys. */
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
    /** The place in the mailbox: higher is newer. Given once, when the message is first indexed. */
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
    /** The deployment's index there. */
    uid: string;
    /** When Meilisearch made the index: another time means another index, which is filled from the start. Null until there is one. */
    made_at: string | null;
    /** The last document of a filling that is under way; null when it is over. */
    filled_to: string | null;
    /** Whether the index has been filled once: only then it is asked. */
    complete: boolean;
    /** Written into every document. Older ones are swept away when the notes up to `sweep_at` are worked off. */
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
    /** A secret that waits for its first code. It replaces `secret` then. */
    new_secret: Buffer | null;
    /** The time step of the last accepted code: a code works once. */
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
    /** Set, and committed, before the transport is spoken to: a crash in between reads as `uncertain`. */
    attempt_started_at: string | null;
    /** Temporary refusals are tried again for 24 hours from then. */
    first_attempt_at: string | null;
    provider_message_id: string | null;
    reason: string | null;
    /** The day, in the tenant's time zone, whose caps it counts against; null if it does not count (any more). */
    counted_on: string | null;
    /** The first day of the period in which it counts against its tenant's plan; null if it counts against none (any more). */
    metered_on: string | null;
    /** {verdict, holds, reasons} of the guard; null when it is clear, and where the policy switches the guard off. */
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
    /** The `link` ring key of the time: revoking that key ends the session (spec 4.13). */
    kid: string;
    /** The workspace that was last chosen; null is the platform, or none yet. */
    tenant_id: string | null;
    user_agent: string;
    address: string;
    /** How the person proved who they are: `mail`, `passkey`, or the name of a provider, with `/other` behind it for */
    /** an account that is no single sign-on. */
    way: string;
    /** When they proved a second factor in this session; null while they have not. */
    second_factor_at: string | null;
    created_at: string;
    seen_at: string;
    expires_at: string;
  };
  sign_in_requests: {
    /** SHA-256 of the challenge, which only the browser that asked has. */
    id: Buffer;
    /** SHA-256 of the address, lower case: counts requests, and tells nothing. */
    address_hash: Buffer;
    /** SHA-256 of the network that asked: a limit per network, so that strangers do not use up the owner's requests. */
    network_hash: Buffer | null;
    /** Set with the code, when the address is a person's. */
    user_id: string | null;
    /** HMAC of the code under the `link` ring key `kid`. */
    code_hash: Buffer | null;
    kid: string | null;
    tries: number;
    /** A sign-in with a provider whose account nobody has linked yet: the code proves the address, and links it. */
    /** The way in which it signs in then, for example `google` or `google/other`. */
    provider: string | null;
    issuer: string | null;
    subject: string | null;
    created_at: string;
    expires_at: string;
  };
  sign_in_rules: {
    tenant_id: string;
    /** A session is over this many hours after it began; null for the deployment's 30 days. */
    session_hours: number | null;
    /** Accepted ways: `mail`, `passkey`, names of providers. None for all of them. */
    methods: string[];
    /** Members with an address of a proven domain sign in with this provider only; null for no such rule. */
    sso_provider: string | null;
    updated_at: string;
  };
  sign_in_steps: {
    /** SHA-256 of the cookie's token, which has 256 bits of randomness. */
    token_hash: Buffer;
    user_id: string;
    /** The `link` ring key of the time: revoking that key ends the step (spec 4.13). */
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
    /** The `link` ring key of the time: revoking that key ends the token (spec 4.13). */
    kid: string;
    expires_at: string;
    /** The request whose code signs in as well: using one ends both. */
    request_id: Buffer | null;
  };
  smtp_refusals: {
    id: string;
    tenant_id: string;
    /** Null where nothing but the domain is the tenant's. */
    identity_id: string | null;
    /** As the sender named it, lower case. */
    recipient: string;
    /** recipient (RCPT) or data (DATA). */
    stage: string;
    /** unknown_recipient, recipient_not_ready, mailbox_full, message_too_large, mail_loop or not_stored. */
    reason: string;
    smtp_code: number;
    /** The beginning of the sender's address: a /24 or a /48. */
    network: string;
    /** Known when the message had begun to arrive. */
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
    /** The message whose bounce or complaint it was, where there is one. */
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
    /** Of the plan catalogue (src/workspace/billing); counts while the tenant is metered. */
    plan_id: string;
    /** The purchased top-ups, by feature, in its units. */
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
    /** The newest visible message, null while there is none. */
    last_at: string | null;
    /** The newest message of any kind that a reviewer sees. */
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
    /** Of the bytes, hex. */
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
    /** The zone in which the mail of this day was counted; null for days of before, which are of UTC. */
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
    /** Runs the deployment: reaches what a platform key reaches. */
    is_operator: boolean;
    /** In which the console shows times; null follows the device. */
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
    /** The endpoint while an attempt is to come, null afterwards: the queue is this column. */
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
    /** Taken by a worker until then; a worker that dies gives it back by the lapse. */
    leased_until: string | null;
    created_at: string;
    completed_at: string | null;
  };
  webhook_endpoints: {
    id: string;
    /** The owner: a tenant's id, a partner's id, or `deployment`. */
    owner_id: string;
    tenant_id: string | null;
    /** The partner, or the tenant's: while it is suspended, deliveries are held. */
    partner_id: string | null;
    url: string;
    events: string[];
    /** Empty: all identities. */
    identity_ids: string[];
    description: string;
    enabled: boolean;
    disabled_reason: string | null;
    /** Sealed under PM_SECRET. */
    secret: Buffer;
    previous_secret: Buffer | null;
    previous_until: string | null;
    /** Failed attempts since the last success, and when the first of them was. */
    failures: number;
    failing_since: string | null;
    created_at: string;
    updated_at: string;
  };
};
