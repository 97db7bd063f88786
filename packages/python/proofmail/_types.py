# Made from the OpenAPI document by `node scripts/packages.ts`. Do not edit it.

import builtins
from typing import Any, Literal, NotRequired, TypedDict, Union


class TenantPolicyPatch(TypedDict):
    """Fields that are given are changed, null resets a field to its default, and fields that are left out stay unchanged."""
    identity_daily_send_cap: NotRequired[Union[int, None]]
    """How many messages one identity may send per day. Default: 500. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""
    tenant_daily_send_cap: NotRequired[Union[int, None]]
    """How many messages the whole tenant may send per day. Default: 5000. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""
    max_recipients: NotRequired[Union[int, None]]
    """The maximum number of recipients of a message. Default: 10. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""
    send_allowlist_only: NotRequired[Union[bool, None]]
    """Mail is sent only to recipients on the send allow list. Default: false."""
    large_attachments: NotRequired[Union["TenantPolicyLargeAttachments", None]]
    """How attachments over the size limit are handled: the message is refused, or the attachments are sent as expiring signed links. Default: "refuse"."""
    link_ttl_hours: NotRequired[Union[int, None]]
    """How many hours a signed attachment link works. Default: 72. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""
    ai_disclosure: NotRequired[Union["TenantPolicyPatchAiDisclosure", None]]
    auto_reply: NotRequired[Union["TenantPolicyPatchAutoReply", None]]
    sending: NotRequired[Union["TenantPolicyPatchSending", None]]
    quarantine: NotRequired[Union["TenantPolicyPatchQuarantine", None]]
    inbound: NotRequired[Union["TenantPolicyPatchInbound", None]]
    triage: NotRequired[Union["TenantPolicyPatchTriage", None]]
    search: NotRequired[Union["TenantPolicyPatchSearch", None]]
    retention: NotRequired[Union["TenantPolicyPatchRetention", None]]
    limits: NotRequired[Union["TenantPolicyPatchLimits", None]]
    webhook_text_bytes: NotRequired[Union[int, None]]
    """The maximum size of the message text in a webhook event, in bytes. Default: 16384."""
    web_bot_auth: NotRequired[Union["TenantPolicyPatchWebBotAuth", None]]
    domains: NotRequired[Union["TenantPolicyPatchDomains", None]]
    abuse: NotRequired[Union["TenantPolicyPatchAbuse", None]]


class KeptAttachment(TypedDict):
    id: str
    """An attachment that the draft already has."""


class Health(TypedDict):
    status: "HealthStatus"
    version: str
    commit: str
    env: str
    reasons: NotRequired[builtins.list[str]]
    """The parts that do not work; empty if all of them work."""


class Error(TypedDict):
    error: "ErrorError"


class Readiness(TypedDict):
    status: Literal["ready"]


class Plans(TypedDict):
    billing_enabled: bool
    data: builtins.list["Plan"]


class Plan(TypedDict):
    plan_id: str
    name: str
    price: int
    """The price per interval, in the smallest unit of the currency."""
    currency: str
    """ISO 4217, lower case."""
    interval: "PlanInterval"
    included: "PlanIncluded"
    topups: bool
    """Whether top-ups can be bought in addition to the plan."""
    support: str


class JwkSet(TypedDict):
    keys: builtins.list["JwkSetKey"]


class HookTaken(TypedDict):
    status: Literal["ok"]


class OAuthMetadata(TypedDict):
    """Metadata of OAuth."""
    pass


class OAuthTokens(TypedDict):
    access_token: str
    token_type: str


class OAuthDevice(TypedDict):
    device_code: str
    user_code: str


class OAuthClient(TypedDict):
    client_id: str


class SignInDone(TypedDict):
    ok: bool
    """Always true."""
    second_factor: NotRequired[bool]
    """Present when the person must confirm a second factor to be signed in. Always true."""


class PasskeyOptions(TypedDict):
    pass


class SessionInfo(TypedDict):
    pass


class Security(TypedDict):
    pass


class OwnApiKey(TypedDict):
    """The calling key."""
    key_id: str
    name: str
    level: "ApiKeyLevel"
    mode: "ApiKeyMode"
    partner_id: Union[str, None]
    tenant_id: Union[str, None]
    identity_id: Union[str, None]
    """The identity of a key of level `identity`; null if the key has several, as the key of a connected application may."""
    identity_ids: builtins.list[str]
    """All identities of a key of level `identity`; empty for other levels."""
    permissions: builtins.list[str]
    expires_at: Union[str, None]
    tools: builtins.list[str]
    """The MCP tools to which the key is restricted, as names and groups of tools. An empty list means all tools that its permissions allow."""


class ApiKeyWithSecret(TypedDict):
    key_id: str
    name: str
    level: "ApiKeyLevel"
    mode: "ApiKeyMode"
    partner_id: Union[str, None]
    tenant_id: Union[str, None]
    identity_id: Union[str, None]
    """The identity of a key of level `identity`; null if the key has several, as the key of a connected application may."""
    identity_ids: builtins.list[str]
    """All identities of a key of level `identity`; empty for other levels."""
    permissions: builtins.list[str]
    expires_at: Union[str, None]
    tools: builtins.list[str]
    """The MCP tools to which the key is restricted, as names and groups of tools. An empty list means all tools that its permissions allow."""
    prefix: Union[str, None]
    """The first 12 characters of the secret; null for older keys, for which they were not stored."""
    allowed_cidrs: builtins.list[str]
    """The networks from which the key can be used. An empty list allows all networks."""
    mcp_view: "ApiKeyMcpView"
    """How the MCP tools show mail to this key: `agent` is the safe view for models, `plain` the mail as it arrived."""
    oauth_client_id: Union[str, None]
    """The application that uses the key with access tokens (OAuth); null for a key with a secret."""
    created_by: Union["ApiKeyCreatedBy", None]
    """Who created the key; null if that was not recorded."""
    created_at: str
    last_used_at: Union[str, None]
    """The time of the last use, up to a minute late; null before the first use."""
    secret: NotRequired[str]
    """The secret. It is shown only once and never stored, so save it. Absent in a replayed response."""
    secret_replayed: NotRequired[bool]
    """Present only in a response that is replayed for its Idempotency-Key: the secret is not shown again. Always false."""


class ApiKey(TypedDict):
    """An API key, without its secret."""
    key_id: str
    name: str
    level: "ApiKeyLevel"
    mode: "ApiKeyMode"
    partner_id: Union[str, None]
    tenant_id: Union[str, None]
    identity_id: Union[str, None]
    """The identity of a key of level `identity`; null if the key has several, as the key of a connected application may."""
    identity_ids: builtins.list[str]
    """All identities of a key of level `identity`; empty for other levels."""
    permissions: builtins.list[str]
    expires_at: Union[str, None]
    tools: builtins.list[str]
    """The MCP tools to which the key is restricted, as names and groups of tools. An empty list means all tools that its permissions allow."""
    prefix: Union[str, None]
    """The first 12 characters of the secret; null for older keys, for which they were not stored."""
    allowed_cidrs: builtins.list[str]
    """The networks from which the key can be used. An empty list allows all networks."""
    mcp_view: "ApiKeyMcpView"
    """How the MCP tools show mail to this key: `agent` is the safe view for models, `plain` the mail as it arrived."""
    oauth_client_id: Union[str, None]
    """The application that uses the key with access tokens (OAuth); null for a key with a secret."""
    created_by: Union["ApiKeyCreatedBy", None]
    """Who created the key; null if that was not recorded."""
    created_at: str
    last_used_at: Union[str, None]
    """The time of the last use, up to a minute late; null before the first use."""


class Tenant(TypedDict):
    """A customer workspace."""
    id: str
    slug: str
    name: str
    mode: "ApiKeyMode"
    status: "TenantStatus"
    suspended_by: Union["TenantSuspendedBy", None]
    partner_id: Union[str, None]
    address_suffix: str
    timezone: str
    policy: "TenantPolicy"
    created_at: str
    updated_at: str


class TenantPolicy(TypedDict):
    """The effective policy."""
    identity_daily_send_cap: int
    """How many messages one identity may send per day. Default: 500. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""
    tenant_daily_send_cap: int
    """How many messages the whole tenant may send per day. Default: 5000. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""
    max_recipients: int
    """The maximum number of recipients of a message. Default: 10. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""
    send_allowlist_only: bool
    """Mail is sent only to recipients on the send allow list. Default: false."""
    large_attachments: "TenantPolicyLargeAttachments"
    """How attachments over the size limit are handled: the message is refused, or the attachments are sent as expiring signed links. Default: "refuse"."""
    link_ttl_hours: int
    """How many hours a signed attachment link works. Default: 72. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""
    ai_disclosure: "TenantPolicyAiDisclosure"
    auto_reply: "TenantPolicyAutoReply"
    sending: "TenantPolicySending"
    quarantine: "TenantPolicyQuarantine"
    inbound: "TenantPolicyInbound"
    triage: "TenantPolicyTriage"
    search: "TenantPolicySearch"
    retention: "TenantPolicyRetention"
    limits: "TenantPolicyLimits"
    webhook_text_bytes: int
    """The maximum size of the message text in a webhook event, in bytes. Default: 16384."""
    web_bot_auth: "TenantPolicyWebBotAuth"
    domains: "TenantPolicyDomains"
    abuse: "TenantPolicyAbuse"


class BillingAccount(TypedDict):
    tenant_id: str
    mode: "BillingAccountMode"
    """The setting of the tenant. A deployment without billing meters nothing, regardless of the mode."""
    plan: Union["UsagePlan", None]
    """The plan applies while the mode is `metered`. Null if the deployment has no plans."""
    topups: "UsageTopups"


class Member(TypedDict):
    """A member of a workspace."""
    user_id: str
    email: str
    name: str
    role: "MemberRole"
    last_login_at: Union[str, None]
    created_at: str


class Invitation(TypedDict):
    """An open invitation to a workspace."""
    id: str
    email: str
    role: "InvitationRole"
    invited_by: Union[str, None]
    """The key or the person that sent the invitation."""
    expires_at: str


class SentInvitation(TypedDict):
    id: str
    email: str
    role: "InvitationRole"
    expires_at: str


class Partner(TypedDict):
    """An integrator that creates and manages its own tenants."""
    id: str
    name: str
    """Empty if the partner was deleted."""
    status: "PartnerStatus"
    default_billing_mode: "PartnerDefaultBillingMode"
    max_tenants: int
    ramp_exempt: bool
    created_at: str
    updated_at: str


class DeadLetter(TypedDict):
    """A job that failed on its last attempt."""
    id: str
    queue: str
    """The part of the program to which the job belongs."""
    tenant_id: Union[str, None]
    """The tenant of the job, if it has one."""
    job: str
    error: str
    """The error of the last attempt."""
    attempts: int
    status: "DeadLetterStatus"
    first_failed_at: str
    last_failed_at: str
    redriven_at: Union[str, None]


class Job(TypedDict):
    """A maintenance job of the whole deployment."""
    id: str
    name: "JobName"
    status: "JobStatus"
    progress: "JobProgress"
    """Both numbers are 0 until the amount of work is known."""
    error: Union[str, None]
    created_at: str
    started_at: Union[str, None]
    completed_at: Union[str, None]
    """When the job completed or failed."""


class KeyRotation(TypedDict):
    """A new key of the deployment. Key material is never returned."""
    purpose: "KeyRotationPurpose"
    kid: str
    created_at: str
    previous: Union["KeyRotationPrevious", None]


class CapturedMailSummary(TypedDict):
    id: str
    rfc_message_id: str
    envelope_from: str
    envelope_to: builtins.list[str]
    subject: str
    """Untrusted text."""
    size: int
    created_at: str


CapturedMail = TypedDict(
    "CapturedMail",
    {
        "id": str,
        "rfc_message_id": str,
        "envelope_from": str,
        "envelope_to": builtins.list[str],
        "subject": str,
        "size": int,
        "created_at": str,
        "from": str,
        "text": str,
        "html": Union[str, None],
        "attachments": builtins.list["CapturedMailAttachment"],
        "source": str,
        "truncated": bool,
    },
)


class ComponentHealth(TypedDict):
    name: str
    status: "ComponentHealthStatus"
    detail: str
    """One sentence for people."""
    ms: int
    """How long the check took, in milliseconds."""


class DomainConnectKey(TypedDict):
    host: str
    """The value of `key` in signed requests."""
    created_at: str
    is_published: bool
    """Whether all of its records are in DNS. The key signs only then."""
    records: builtins.list["DomainConnectKeyRecord"]


class AuditEvent(TypedDict):
    """An entry of the audit log. Sent messages have no audit entries."""
    id: str
    tenant_id: Union[str, None]
    actor_key_id: Union[str, None]
    actor_user_id: Union[str, None]
    action: str
    target_type: str
    target_id: str
    details: dict[str, Any]
    request_id: Union[str, None]
    source_address: Union[str, None]
    """The address of the client; null for jobs and when the address is unknown."""
    created_at: str
    chain: Union["AuditEventChain", None]
    """The position of the row in the chain of its tenant, and the hash of all rows up to and including it."""


class AuditVerification(TypedDict):
    intact: bool
    heads: builtins.list["AuditVerificationHead"]
    faults: builtins.list["AuditVerificationFault"]


class LoggedRequest(TypedDict):
    request_id: str
    """The `Request-Id` of the response."""
    at: str
    key_id: Union[str, None]
    """Null for a person in the console."""
    user_id: Union[str, None]
    method: str
    route: str
    """The pattern of the path, or the name of an MCP tool."""
    status: int
    code: Union[str, None]
    """The error code of the response."""
    duration_ms: float


class Identity(TypedDict):
    id: str
    tenant_id: str
    username: str
    display_name: str
    purpose: str
    status: "IdentityStatus"
    pause_reason: Union["IdentityPauseReason", None]
    primary_address: str
    addresses: builtins.list["Address"]
    owner: Union["IdentityOwner", None]
    """The identity cannot send without an owner."""
    signature: Union["IdentitySignature", None]
    send_policy: "IdentitySendPolicy"
    metadata: dict[str, Any]
    client_id: Union[str, None]
    created_at: str
    updated_at: str


class Address(TypedDict):
    id: str
    identity_id: str
    domain_id: Union[str, None]
    """Null for the platform domain."""
    address: str
    local_part: str
    role: "AddressRole"
    status: "AddressStatus"
    retire_at: Union[str, None]
    retired_at: Union[str, None]
    forwarding: Union["AddressForwarding", None]
    """Null unless mail to the domain is forwarded to this deployment."""
    forwarding_checked_at: Union[str, None]
    created_at: str


class ErasureRequest(TypedDict):
    id: str
    tenant_id: str
    scope: "ErasureRequestScope"
    status: "ErasureRequestStatus"
    created_at: str
    completed_at: Union[str, None]
    created_by_key_id: Union[str, None]
    receipt: "ErasureRequestReceipt"
    """The number of erased items so far. It is final when the request has completed."""


Event = TypedDict(
    "Event",
    {
        "id": str,
        "type": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "data": dict[str, Any],
    },
)


Message = TypedDict(
    "Message",
    {
        "id": str,
        "thread_id": str,
        "identity_id": str,
        "direction": "MessageDirection",
        "status": str,
        "from": Union["Mailbox", None],
        "to": builtins.list["Mailbox"],
        "cc": builtins.list["Mailbox"],
        "bcc": builtins.list["Mailbox"],
        "reply_to": builtins.list["Mailbox"],
        "delivered_to": Union[str, None],
        "is_primary_recipient": bool,
        "subject": str,
        "sent_at": Union[str, None],
        "received_at": Union[str, None],
        "send_at": Union[str, None],
        "extracted_text": str,
        "text": Union[str, None],
        "html": Union[str, None],
        "headers": NotRequired[builtins.list[builtins.list[str]]],
        "attachments": builtins.list["Attachment"],
        "labels": builtins.list[str],
        "kind": "MessageKind",
        "is_read": bool,
        "trust": Union["Trust", None],
        "triage": "Triage",
        "refs": builtins.list["MessageRef"],
        "rfc_message_id": str,
        "in_reply_to": Union[str, None],
        "deliveries": Union[builtins.list["Delivery"], None],
        "quarantine_reason": NotRequired[str],
        "approval": NotRequired["MessageApproval"],
        "flags": builtins.list[str],
        "metadata": dict[str, Any],
        "created_at": str,
        "fence": NotRequired[str],
        "notice": NotRequired[str],
        "masked": NotRequired[builtins.list["MessageMasked"]],
        "links": NotRequired[builtins.list["MessageLink"]],
    },
)


class Mailbox(TypedDict):
    """An address with its display name. The name is untrusted text."""
    address: str
    name: Union[str, None]


class Attachment(TypedDict):
    id: str
    filename: str
    """Untrusted text, but a safe file name."""
    content_type: str
    size: int
    disposition: "AttachmentDisposition"
    content_id: Union[str, None]
    """The id that `cid:` links in the HTML use. Untrusted."""
    text_status: "AttachmentTextStatus"
    pages: Union[int, None]
    risk: Union[str, None]


class Trust(TypedDict):
    """How well DNS and signatures authenticate the sender of the message."""
    verdict: "TrustVerdict"
    spf: str
    dkim: str
    dmarc: str
    arc: str
    known_sender: bool
    quarantined: bool
    spam_score: float
    automated: bool
    flags: builtins.list[str]
    agent: NotRequired["AgentProof"]


class AgentProof(TypedDict):
    """The verified content of the header Agent-Assertion; absent without that header. See docs/signed-mail.md."""
    proven: bool
    problem: Union["AgentProofProblem", None]
    issuer: Union[str, None]
    """The host whose key signed these claims."""
    identity_id: Union[str, None]
    name: Union[str, None]
    organisation: Union[str, None]
    """The person or organisation that is responsible for the agent."""
    contact: Union[str, None]
    discloses_ai: Union[bool, None]


class Triage(TypedDict):
    status: "TriageStatus"
    reason: NotRequired[str]
    category: Union[str, None]
    needs_reply: Union[float, None]
    urgency: Union[int, None]
    summary: Union[str, None]
    language: Union[str, None]
    risk_flags: builtins.list[str]
    evidence: builtins.list["TriageEvidence"]
    """The passages that caused the risk flags."""
    spam_probability: Union[float, None]
    """0 to 1."""
    model: Union[str, None]
    version: Union[str, None]


class TriageEvidence(TypedDict):
    flag: str
    passage: str
    """The passage in the message, at most 240 characters. Untrusted text."""
    part: "TriageEvidencePart"
    attachment_id: NotRequired[str]
    score: float


class Delivery(TypedDict):
    address: str
    field: "DeliveryField"
    status: str
    reason: Union[str, None]
    smtp_code: Union[int, None]
    enhanced_code: Union[str, None]
    bounce_type: Union["DeliveryBounceType", None]
    updated_at: str


class MessageApproval(TypedDict):
    id: str
    status: "ApprovalStatus"
    reasons: builtins.list[str]
    """Why a person had to approve the message."""
    comment: Union[str, None]
    """The comment of the person who decided."""
    edited: bool
    """Whether a person changed the message before it was sent."""
    expires_at: str


MailSummary = TypedDict(
    "MailSummary",
    {
        "id": str,
        "thread_id": str,
        "direction": "MessageDirection",
        "status": str,
        "from": Union["Person", None],
        "to": builtins.list["Person"],
        "subject": str,
        "snippet": str,
        "date": str,
        "is_read": bool,
        "labels": builtins.list[str],
        "risk_flags": builtins.list[str],
        "category": Union[str, None],
        "attachment_count": int,
    },
)


class Person(TypedDict):
    """An address and, if there is one, its display name. The name is untrusted text."""
    address: str
    name: NotRequired[str]


AcceptedMessage = TypedDict(
    "AcceptedMessage",
    {
        "id": str,
        "thread_id": str,
        "identity_id": str,
        "direction": "MessageDirection",
        "status": str,
        "from": Union["Mailbox", None],
        "to": builtins.list["Mailbox"],
        "cc": builtins.list["Mailbox"],
        "bcc": builtins.list["Mailbox"],
        "reply_to": builtins.list["Mailbox"],
        "delivered_to": Union[str, None],
        "is_primary_recipient": bool,
        "subject": str,
        "sent_at": Union[str, None],
        "received_at": Union[str, None],
        "send_at": Union[str, None],
        "extracted_text": str,
        "text": Union[str, None],
        "html": Union[str, None],
        "headers": NotRequired[builtins.list[builtins.list[str]]],
        "attachments": builtins.list["Attachment"],
        "labels": builtins.list[str],
        "kind": "MessageKind",
        "is_read": bool,
        "trust": Union["Trust", None],
        "triage": "Triage",
        "refs": builtins.list["MessageRef"],
        "rfc_message_id": str,
        "in_reply_to": Union[str, None],
        "deliveries": Union[builtins.list["Delivery"], None],
        "quarantine_reason": NotRequired[str],
        "approval": NotRequired["MessageApproval"],
        "flags": builtins.list[str],
        "metadata": dict[str, Any],
        "created_at": str,
        "fence": NotRequired[str],
        "notice": NotRequired[str],
        "masked": NotRequired[builtins.list["MessageMasked"]],
        "links": NotRequired[builtins.list["MessageLink"]],
        "deduplicated": bool,
        "guard": NotRequired["GuardVerdict"],
    },
)


class GuardVerdict(TypedDict):
    """What the guard says about a send. Absent where the policy switches it off, and in a dry run with nothing to advise."""
    verdict: "GuardVerdictVerdict"
    """`advised`: the message is sent, and somebody should look at the reasons. `held`: the message waits for a person to approve it."""
    reasons: builtins.list["GuardVerdictReason"]


SentMessage = TypedDict(
    "SentMessage",
    {
        "id": str,
        "thread_id": str,
        "identity_id": str,
        "status": "SentMessageStatus",
        "from": Union["Mailbox", None],
        "to": builtins.list["Mailbox"],
        "cc": builtins.list["Mailbox"],
        "bcc": builtins.list["Mailbox"],
        "subject": str,
        "snippet": str,
        "created_at": str,
        "send_at": Union[str, None],
        "sent_at": Union[str, None],
        "flags": builtins.list[str],
        "deliveries": builtins.list["Delivery"],
        "approval": Union["MessageApproval", None],
    },
)


class AttachmentText(TypedDict):
    status: "AttachmentTextStatus"
    """`pending`: the text has not been read yet. `unavailable`: the file has no readable text. `skipped`: the policy or a risk prevents reading it."""
    fence: NotRequired[str]
    """With `view=agent`: the random token in the two lines that enclose untrusted text."""
    notice: NotRequired[str]
    """With `view=agent`: one sentence that says what the fence means."""
    pages: builtins.list["AttachmentTextPage"]
    total_pages: Union[int, None]
    truncated: bool
    """True if the text is longer than the response allows. Request fewer pages."""


class Upload(TypedDict):
    id: str
    filename: str
    content_type: str
    size: int
    """Bytes."""
    sha256: str
    """The SHA-256 hash of the bytes, in hexadecimal."""
    expires_at: str
    """The file can be attached until this time."""


class ThreadSummary(TypedDict):
    id: str
    subject: str
    """Untrusted text."""
    participants: builtins.list["Mailbox"]
    message_count: int
    unread_count: int
    last_at: str
    category: Union[str, None]
    needs_reply: Union[float, None]
    urgency: Union[int, None]
    labels: builtins.list[str]
    archived: bool
    quarantined: bool
    """True if all messages are quarantined or hidden, so that only reviewers can see the thread."""


class TenantThread(TypedDict):
    id: str
    subject: str
    """Untrusted text."""
    participants: builtins.list["Mailbox"]
    message_count: int
    unread_count: int
    last_at: str
    category: Union[str, None]
    needs_reply: Union[float, None]
    urgency: Union[int, None]
    labels: builtins.list[str]
    archived: bool
    quarantined: bool
    """True if all messages are quarantined or hidden, so that only reviewers can see the thread."""
    identity_id: str
    snippet: str
    """The beginning of the newest message, without quoted text, on one line. Untrusted text."""


class MailCounts(TypedDict):
    mailboxes: builtins.list["MailCountsMailboxe"]


class Thread(TypedDict):
    id: str
    subject: str
    """Untrusted text."""
    participants: builtins.list["Mailbox"]
    message_count: int
    unread_count: int
    last_at: str
    category: Union[str, None]
    needs_reply: Union[float, None]
    urgency: Union[int, None]
    labels: builtins.list[str]
    archived: bool
    quarantined: bool
    """True if all messages are quarantined or hidden, so that only reviewers can see the thread."""
    messages: builtins.list["Message"]
    next_cursor: Union[str, None]
    fence: NotRequired[str]
    """With `view=agent`: the random token in the two lines that enclose untrusted text."""
    notice: NotRequired[str]
    """With `view=agent`: one sentence that says what the fence means."""


QuarantinedMessage = TypedDict(
    "QuarantinedMessage",
    {
        "id": str,
        "thread_id": str,
        "identity_id": str,
        "direction": "MessageDirection",
        "status": str,
        "from": Union["Mailbox", None],
        "to": builtins.list["Mailbox"],
        "cc": builtins.list["Mailbox"],
        "bcc": builtins.list["Mailbox"],
        "reply_to": builtins.list["Mailbox"],
        "delivered_to": Union[str, None],
        "is_primary_recipient": bool,
        "subject": str,
        "sent_at": Union[str, None],
        "received_at": Union[str, None],
        "send_at": Union[str, None],
        "extracted_text": str,
        "text": Union[str, None],
        "html": Union[str, None],
        "headers": NotRequired[builtins.list[builtins.list[str]]],
        "attachments": builtins.list["Attachment"],
        "labels": builtins.list[str],
        "kind": "MessageKind",
        "is_read": bool,
        "trust": Union["Trust", None],
        "triage": "Triage",
        "refs": builtins.list["MessageRef"],
        "rfc_message_id": str,
        "in_reply_to": Union[str, None],
        "deliveries": Union[builtins.list["Delivery"], None],
        "quarantine_reason": str,
        "approval": NotRequired["MessageApproval"],
        "flags": builtins.list[str],
        "metadata": dict[str, Any],
        "created_at": str,
        "fence": NotRequired[str],
        "notice": NotRequired[str],
        "masked": NotRequired[builtins.list["MessageMasked"]],
        "links": NotRequired[builtins.list["MessageLink"]],
    },
)


class Overview(TypedDict):
    setup: "OverviewSetup"
    needs: "OverviewNeeds"
    numbers: "OverviewNumbers"


class OverviewSetup(TypedDict):
    mailbox: "OverviewSetupMailbox"
    mail_received: Union["OverviewSetupMailReceived", None]
    """Null where the caller lacks the permission to read it."""
    key: Union["OverviewSetupKey", None]
    """Null where the caller lacks the permission to read it."""
    agent: Union["OverviewSetupAgent", None]
    """Null where the caller lacks the permission to read it."""
    webhook: Union["OverviewSetupWebhook", None]
    """Null where the caller lacks the permission to read it."""
    domain: Union["OverviewSetupDomain", None]
    """Null where the caller lacks the permission to read it."""
    approval: "OverviewSetupApproval"
    """Done as soon as the policy requires approval for some sends."""


class OverviewNeeds(TypedDict):
    approvals: Union["OverviewNeedsApprovals", None]
    """Null where the caller lacks the permission to read it."""
    held: Union["OverviewNeedsHeld", None]
    """Null where the caller lacks the permission to read it."""
    sends: Union["OverviewNeedsSends", None]
    """Null where the caller lacks the permission to read it."""
    webhooks: Union["OverviewNeedsWebhooks", None]
    """Null where the caller lacks the permission to read it."""
    identities: Union["OverviewNeedsIdentities", None]
    """Null where the caller lacks the permission to read it."""
    domains: Union["OverviewNeedsDomains", None]
    """Null where the caller lacks the permission to read it."""
    limits: builtins.list["OverviewNeedsLimit"]


class OverviewNumbers(TypedDict):
    days: builtins.list["OverviewNumbersDay"]
    """The last 14 days, oldest first, including today."""
    received: "OverviewNumbersReceived"
    """In the last 7 days and in the 7 days before."""
    sent: "OverviewNumbersSent"
    troubled: Union["OverviewNumbersTroubled", None]
    """Null where the caller lacks the permission to read it."""


class Explanation(TypedDict):
    """Mail that the key cannot access is not found."""
    found: bool
    steps: builtins.list["ExplainStep"]


class ExplainStep(TypedDict):
    at: str
    step: "ExplainStepStep"
    outcome: str
    """For a recipient, its status; for received mail, the decision."""
    reason: str
    fix: Union[str, None]
    """What to do; null if there is nothing to do."""


class Refusal(TypedDict):
    """A message that was refused on arrival."""
    id: str
    at: str
    tenant_id: str
    identity_id: Union[str, None]
    """Null if no mailbox has the address, but its domain belongs to the tenant."""
    recipient: str
    """The address that the sender named."""
    stage: "RefusalStage"
    """`recipient`: when the sender named the recipient, before the message. `data`: after the message was transferred."""
    reason: "RefusalReason"
    smtp_code: int
    """The SMTP code that the sender got. After a 4xx, the sending server retries automatically."""
    network: str
    """The network of the sending server: the /24 or /48 of its IP address."""
    message_id: Union[str, None]
    """The Message-ID; only at the stage `data`."""
    meaning: str
    fix: Union[str, None]
    """What to do."""


class IdentityKey(TypedDict):
    """A signing key of an identity. Private keys are never returned."""
    kid: str
    """The JWK thumbprint of the public key (RFC 7638)."""
    identity_id: str
    algorithm: Literal["EdDSA"]
    status: "IdentityKeyStatus"
    public_jwk: "PublicJwk"
    created_at: str
    retire_at: Union[str, None]
    """When a retiring key leaves the published set."""
    revoked_at: Union[str, None]


class PublicJwk(TypedDict):
    """An Ed25519 public key (RFC 8037)."""
    kty: Literal["OKP"]
    crv: Literal["Ed25519"]
    x: str


class Assertion(TypedDict):
    assertion: str
    kid: str
    issued_at: str
    expires_at: str


class HttpSignature(TypedDict):
    headers: "HttpSignatureHeaders"
    kid: str
    created_at: str
    expires_at: str


class SearchResult(TypedDict):
    fence: NotRequired[str]
    """With `view=agent`: the random token in the two lines that enclose untrusted text."""
    notice: NotRequired[str]
    """With `view=agent`: one sentence that says what the fence means."""
    query: "SearchResultQuery"
    hits: builtins.list[Union["SearchHit", "SearchThreadHit"]]
    facets: Union["SearchFacets", None]
    next_cursor: Union[str, None]
    truncated: bool
    """Whether hits were left out to keep the response under 256 KB."""
    semantic_coverage: float
    """The share of the mailbox that has embeddings, 0 to 1."""
    degraded: bool
    """The requested mode was not available, or Postgres replaced a Meilisearch that did not respond."""
    as_of: str
    """The search covers all changes up to this time."""


SearchHit = TypedDict(
    "SearchHit",
    {
        "message_id": str,
        "thread_id": str,
        "direction": "MessageDirection",
        "from": Union["Mailbox", None],
        "subject": str,
        "trust": "SearchHitTrust",
        "identity_id": str,
        "date": str,
        "snippet": str,
        "score": float,
        "why": builtins.list[str],
        "matched": builtins.list[str],
        "missing": builtins.list[str],
        "attachment_hits": builtins.list["SearchHitAttachmentHit"],
    },
)


class SearchThreadHit(TypedDict):
    thread_id: str
    subject: str
    """Untrusted text."""
    participants: builtins.list["Mailbox"]
    message_count: int
    last_at: Union[str, None]
    top_message_id: str
    identity_id: str
    date: str
    snippet: str
    """Untrusted text, escaped as HTML. Matches are in `<mark>`, the only tag."""
    score: float
    why: builtins.list[str]
    """Fields with the words that matched in them, for example `subject: invoice`."""
    matched: builtins.list[str]
    """Words of the query that the message contains."""
    missing: builtins.list[str]
    """Words of the query that the message does not contain."""
    attachment_hits: builtins.list["SearchHitAttachmentHit"]


class SearchFacets(TypedDict):
    """Counts over 2,000 matches, the newest ones (with Meilisearch the best ones). Only on the first page."""
    sender: builtins.list["SearchFacetsSender"]
    sender_domain: builtins.list["SearchFacetsSenderDomain"]
    month: builtins.list["SearchFacetsMonth"]
    label: builtins.list["SearchFacetsLabel"]
    attachment_type: builtins.list["SearchFacetsAttachmentType"]
    category: builtins.list["SearchFacetsCategory"]


class AgenticResult(TypedDict):
    status: "AgenticResultStatus"
    answer: "AgenticResultAnswer"
    evidence: builtins.list["AgenticEvidence"]
    trace: builtins.list["AgenticResultTrace"]
    degraded: bool
    """Whether the model was not available, so that the built-in answerer answered."""
    usage: "AgenticResultUsage"


AgenticEvidence = TypedDict(
    "AgenticEvidence",
    {
        "message_id": str,
        "thread_id": str,
        "direction": "MessageDirection",
        "from": Union["Mailbox", None],
        "subject": str,
        "trust": "SearchHitTrust",
        "identity_id": str,
        "date": str,
        "snippet": str,
        "score": float,
        "why": builtins.list[str],
        "matched": builtins.list[str],
        "missing": builtins.list[str],
        "attachment_hits": builtins.list["SearchHitAttachmentHit"],
        "quotes": builtins.list[str],
    },
)


class TenantSearchResult(TypedDict):
    fence: NotRequired[str]
    """With `view=agent`: the random token in the two lines that enclose untrusted text."""
    notice: NotRequired[str]
    """With `view=agent`: one sentence that says what the fence means."""
    query: "SearchResultQuery"
    hits: builtins.list[Union["SearchHit", "SearchThreadHit"]]
    facets: Union["SearchFacets", None]
    next_cursor: Union[str, None]
    truncated: bool
    """Whether hits were left out to keep the response under 256 KB."""
    semantic_coverage: float
    """The share of the mailbox that has embeddings, 0 to 1."""
    degraded: bool
    """The requested mode was not available, or Postgres replaced a Meilisearch that did not respond."""
    as_of: str
    """The search covers all changes up to this time."""
    partial: bool
    failed_identities: builtins.list[str]


class TenantAgenticResult(TypedDict):
    status: "AgenticResultStatus"
    answer: "AgenticResultAnswer"
    evidence: builtins.list["AgenticEvidence"]
    trace: builtins.list["AgenticResultTrace"]
    degraded: bool
    """Whether the model was not available, so that the built-in answerer answered."""
    usage: "AgenticResultUsage"
    partial: bool
    failed_identities: builtins.list[str]


class RelatedMessages(TypedDict):
    fence: NotRequired[str]
    """With `view=agent`: the random token in the two lines that enclose untrusted text."""
    notice: NotRequired[str]
    """With `view=agent`: one sentence that says what the fence means."""
    hits: builtins.list["SearchHit"]


class DryRunResult(TypedDict):
    would_send: bool
    """Always true."""
    recipients: builtins.list["DryRunResultRecipient"]
    approval: NotRequired["DryRunResultApproval"]
    """Only if a policy requires approval: whether the message would wait for it."""
    guard: NotRequired["GuardVerdict"]


class Draft(TypedDict):
    id: str
    tenant_id: str
    identity_id: str
    mode: "DraftMode"
    thread_id: NotRequired[str]
    in_reply_to_message_id: NotRequired[str]
    to: builtins.list["Mailbox"]
    cc: builtins.list["Mailbox"]
    bcc: builtins.list["Mailbox"]
    subject: str
    text: Union[str, None]
    html: Union[str, None]
    """HTML as it was written, not sanitised: never render it."""
    attachments: builtins.list["DraftAttachment"]
    headers: dict[str, str]
    metadata: dict[str, Any]
    version: int
    """Increases by one with each change."""
    created_at: str
    updated_at: str
    created_by: "DraftCreatedBy"


class DraftAttachment(TypedDict):
    id: str
    filename: str
    content_type: str
    size: int
    disposition: "AttachmentDisposition"
    content_id: Union[str, None]


class Approval(TypedDict):
    id: str
    tenant_id: str
    identity_id: str
    message_id: str
    status: "ApprovalStatus"
    reasons: builtins.list[str]
    evidence: builtins.list["ApprovalEvidence"]
    subject: str
    """Untrusted text."""
    to: builtins.list["Mailbox"]
    requested_at: str
    requested_by: "ApprovalRequestedBy"
    decided_at: Union[str, None]
    decided_by: Union["ApprovalDecidedBy", None]
    """Null while the message waits, and if nobody decided in time."""
    comment: Union[str, None]
    batch: Union[str, None]
    """The name of the batch in which it was approved or rejected."""
    expires_at: str
    edited: bool
    content_sha256: str
    """SHA-256 of the composed message and its recipients. Send it with your decision."""


class ApprovalEvidence(TypedDict):
    reason: str
    text: str
    """Untrusted text: it may quote mail."""
    source_message_id: NotRequired[str]
    at: NotRequired[str]


class ApprovalOutcome(TypedDict):
    approval_id: str
    outcome: "ApprovalOutcomeOutcome"
    error: Union["ApprovalOutcomeError", None]


class ApprovalWithMessage(TypedDict):
    id: str
    tenant_id: str
    identity_id: str
    message_id: str
    status: "ApprovalStatus"
    reasons: builtins.list[str]
    evidence: builtins.list["ApprovalEvidence"]
    subject: str
    """Untrusted text."""
    to: builtins.list["Mailbox"]
    requested_at: str
    requested_by: "ApprovalRequestedBy"
    decided_at: Union[str, None]
    decided_by: Union["ApprovalDecidedBy", None]
    """Null while the message waits, and if nobody decided in time."""
    comment: Union[str, None]
    batch: Union[str, None]
    """The name of the batch in which it was approved or rejected."""
    expires_at: str
    edited: bool
    content_sha256: str
    """SHA-256 of the composed message and its recipients. Send it with your decision."""
    message: "Message"
    """The whole message, as it is sent once it is approved."""
    original: Union["MessageVersion", None]
    """The requested message, before a person edited it."""
    provenance: builtins.list["Provenance"]
    """At most 10 messages that the same key had read before the request; those from which this message contains something come first."""


class MessageVersion(TypedDict):
    to: builtins.list["Mailbox"]
    cc: builtins.list["Mailbox"]
    bcc: builtins.list["Mailbox"]
    subject: str
    text: Union[str, None]
    html: Union[str, None]


Provenance = TypedDict(
    "Provenance",
    {
        "message_id": str,
        "thread_id": str,
        "from": Union[str, None],
        "subject": str,
        "is_proven": bool,
        "passage": Union[str, None],
        "shares": builtins.list["ProvenanceShare"],
    },
)


class ApprovedSend(TypedDict):
    id: str
    tenant_id: str
    identity_id: str
    message_id: str
    status: "ApprovalStatus"
    reasons: builtins.list[str]
    evidence: builtins.list["ApprovalEvidence"]
    subject: str
    """Untrusted text."""
    to: builtins.list["Mailbox"]
    requested_at: str
    requested_by: "ApprovalRequestedBy"
    decided_at: Union[str, None]
    decided_by: Union["ApprovalDecidedBy", None]
    """Null while the message waits, and if nobody decided in time."""
    comment: Union[str, None]
    batch: Union[str, None]
    """The name of the batch in which it was approved or rejected."""
    expires_at: str
    edited: bool
    content_sha256: str
    """SHA-256 of the composed message and its recipients. Send it with your decision."""
    guard: NotRequired["GuardVerdict"]
    """What the guard finds in the edited version. Only with `edit`."""


class Domain(TypedDict):
    id: str
    tenant_id: str
    domain: str
    zone: str
    """The registered domain, under which the DNS host keeps its records."""
    method: "DomainMethod"
    transport: "DomainTransport"
    inbound_forwarding: bool
    is_default: bool
    """New identities get their address here."""
    status: "DomainStatus"
    status_reason: Union[str, None]
    records: builtins.list["DomainRecord"]
    nameservers: builtins.list[str]
    """Name servers to set at the registrar."""
    registration: Union["DomainRegistration", None]
    """What the registry says about the registered domain (RDAP); null if it has not answered."""
    dns_host: Union[str, None]
    """The company that serves the domain, if it is known."""
    relay: Union["DomainRelay", None]
    issues: builtins.list["DomainIssue"]
    fallback_active: bool
    """Whether mail is sent from the platform address while the domain does not work."""
    verified_at: Union[str, None]
    last_checked_at: Union[str, None]
    created_at: str
    updated_at: str


class RelayProbe(TypedDict):
    id: str
    status: "RelayProbeStatus"
    stage: str
    """The step that failed, or `done`."""
    detail: Union[str, None]
    """The reply of the relay, or the error."""
    ms: int
    created_at: str


class WebhookEndpointWithSecret(TypedDict):
    id: str
    tenant_id: Union[str, None]
    """Null for endpoints of a partner or of the deployment."""
    url: str
    events: builtins.list[str]
    identity_ids: Union[builtins.list[str], None]
    description: str
    enabled: bool
    disabled_reason: Union[str, None]
    """Why the endpoint is disabled: `failing`, `gone` (it answered 410) or `manual`."""
    failing_since: Union[str, None]
    """The time since which no delivery has succeeded; null if the last one succeeded or none was tried."""
    created_at: str
    updated_at: str
    secret: str
    """`whsec_` and base64. It signs every delivery and is shown only once."""


class WebhookEndpoint(TypedDict):
    id: str
    tenant_id: Union[str, None]
    """Null for endpoints of a partner or of the deployment."""
    url: str
    events: builtins.list[str]
    identity_ids: Union[builtins.list[str], None]
    description: str
    enabled: bool
    disabled_reason: Union[str, None]
    """Why the endpoint is disabled: `failing`, `gone` (it answered 410) or `manual`."""
    failing_since: Union[str, None]
    """The time since which no delivery has succeeded; null if the last one succeeded or none was tried."""
    created_at: str
    updated_at: str


class WebhookDelivery(TypedDict):
    id: str
    webhook_id: str
    event_id: str
    event_type: str
    status: "WebhookDeliveryStatus"
    """`pending`: not tried yet. `failed`: tried, and will be tried again at `next_attempt_at`. `dead`: will not be tried again."""
    attempt: int
    """Number of attempts so far."""
    response_status: Union[int, None]
    duration_ms: Union[int, None]
    error: Union[str, None]
    next_attempt_at: Union[str, None]
    created_at: str
    completed_at: Union[str, None]


class WebhookDeliveryWithPayload(TypedDict):
    id: str
    webhook_id: str
    event_id: str
    event_type: str
    status: "WebhookDeliveryStatus"
    """`pending`: not tried yet. `failed`: tried, and will be tried again at `next_attempt_at`. `dead`: will not be tried again."""
    attempt: int
    """Number of attempts so far."""
    response_status: Union[int, None]
    duration_ms: Union[int, None]
    error: Union[str, None]
    next_attempt_at: Union[str, None]
    created_at: str
    completed_at: Union[str, None]
    payload: Union["WebhookPayload", None]
    """The event; null when the event is no longer kept. Texts in it are untrusted."""


class Contact(TypedDict):
    address: str
    name: Union[str, None]
    """The name that the contact uses, or the name under which it was addressed. Untrusted."""
    domain: str
    first_seen_at: str
    last_seen_at: str
    inbound_count: int
    """The number of visible messages from the contact."""
    outbound_count: int
    """The number of messages to the contact."""
    last_thread_id: str


class WaitAnswer(TypedDict):
    message: Union["Message", None]
    """Null if no message arrived in time."""
    verification: "WaitAnswerVerification"
    timed_out: bool


class Usage(TypedDict):
    billing: "UsageBilling"
    plan: "UsagePlan"
    features: builtins.list["UsageFeature"]
    topups: "UsageTopups"
    plans: builtins.list["Plan"]
    """The plan as GET /v1/plans lists it."""


class DailyUsage(TypedDict):
    day: str
    inbound: int
    outbound: int
    sends: int
    """Messages that count against daily caps. Canceled messages do not count."""
    triage: int
    search: int
    agentic: int
    assertions: int
    http_signatures: int
    ai_neurons: int
    """Tokens that the configured model used; 0 without a model."""
    storage_bytes: int
    """The last measurement of that day."""


class TenantUsage(TypedDict):
    tenant_id: str
    slug: str
    name: str
    partner_id: Union[str, None]
    billing: "UsageBilling"
    plan: "UsagePlan"
    topups: "UsageTopups"
    features: builtins.list["TenantUsageFeature"]


class SignInRules(TypedDict):
    session_hours: Union[int, None]
    methods: Union[builtins.list[str], None]
    sso_provider: Union[str, None]
    domains: builtins.list[str]
    """The verified domains to whose addresses single sign-on applies."""
    available: builtins.list["SignInRulesAvailable"]
    """All ways to sign in that this deployment offers."""
    updated_at: Union[str, None]


class ResetFactors(TypedDict):
    removed: int


class Suppression(TypedDict):
    """An address to which no mail is sent."""
    address_hint: str
    """The masked address, or `erased` after the erasure of the person. To check a single address, use the filter `address`."""
    address: Union[str, None]
    """The whole address, for people who are signed in to the workspace; null for keys, and after the erasure of the person."""
    reason: "SuppressionReason"
    note: Union[str, None]
    created_at: str
    expires_at: Union[str, None]
    """When the suppression expires; null if it does not expire."""


class ListEntry(TypedDict):
    entry: str
    """An address or `@domain`; after the erasure of the person, `erased:` and a hash."""
    direction: "ListEntryDirection"
    kind: "ListEntryKind"
    created_at: str


class LegalHold(TypedDict):
    id: str
    tenant_id: str
    scope: "LegalHoldScope"
    identity_id: Union[str, None]
    thread_id: Union[str, None]
    counterparty_address: Union[str, None]
    reason: str
    created_at: str
    created_by_key_id: Union[str, None]
    released_at: Union[str, None]


class Export(TypedDict):
    id: str
    tenant_id: str
    scope: "ExportScope"
    status: "ExportStatus"
    size: Union[int, None]
    """The size of the file in bytes; null until it exists."""
    created_at: str
    expires_at: str
    download_url: Union[str, None]
    """A signed link. Present only while the export is `completed`."""


MessageReceivedEvent = TypedDict(
    "MessageReceivedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.received"],
        "data": "MessageReceivedEventData",
    },
)


MessageSummary = TypedDict(
    "MessageSummary",
    {
        "id": str,
        "thread_id": str,
        "direction": "MessageDirection",
        "status": str,
        "from": Union["Mailbox", None],
        "to": builtins.list["Mailbox"],
        "cc": builtins.list["Mailbox"],
        "delivered_to": Union[str, None],
        "is_primary_recipient": bool,
        "subject": str,
        "sent_at": Union[str, None],
        "received_at": Union[str, None],
        "kind": str,
        "labels": builtins.list[str],
        "in_reply_to": Union[str, None],
        "flags": builtins.list[str],
    },
)


MessageQuarantinedEvent = TypedDict(
    "MessageQuarantinedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.quarantined"],
        "data": "MessageQuarantinedEventData",
    },
)


MessageReleasedEvent = TypedDict(
    "MessageReleasedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.released"],
        "data": "MessageReleasedEventData",
    },
)


MessageTriagedEvent = TypedDict(
    "MessageTriagedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.triaged"],
        "data": "MessageTriagedEventData",
    },
)


MessageSentEvent = TypedDict(
    "MessageSentEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.sent"],
        "data": "MessageSentEventData",
    },
)


MessageDeliveredEvent = TypedDict(
    "MessageDeliveredEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.delivered"],
        "data": "MessageDeliveredEventData",
    },
)


MessageDeferredEvent = TypedDict(
    "MessageDeferredEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.deferred"],
        "data": "MessageDeferredEventData",
    },
)


MessageBouncedEvent = TypedDict(
    "MessageBouncedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.bounced"],
        "data": "MessageBouncedEventData",
    },
)


MessageComplainedEvent = TypedDict(
    "MessageComplainedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.complained"],
        "data": "MessageComplainedEventData",
    },
)


MessageRejectedEvent = TypedDict(
    "MessageRejectedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.rejected"],
        "data": "MessageRejectedEventData",
    },
)


MessageFailedEvent = TypedDict(
    "MessageFailedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.failed"],
        "data": "MessageFailedEventData",
    },
)


MessageUncertainEvent = TypedDict(
    "MessageUncertainEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.uncertain"],
        "data": "MessageUncertainEventData",
    },
)


MessageReconciledEvent = TypedDict(
    "MessageReconciledEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.reconciled"],
        "data": "MessageReconciledEventData",
    },
)


MessageSuppressedEvent = TypedDict(
    "MessageSuppressedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.suppressed"],
        "data": "MessageSuppressedEventData",
    },
)


MessageCanceledEvent = TypedDict(
    "MessageCanceledEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.canceled"],
        "data": "MessageCanceledEventData",
    },
)


MessageGuardAdvisedEvent = TypedDict(
    "MessageGuardAdvisedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.guard_advised"],
        "data": "MessageGuardAdvisedEventData",
    },
)


MessageApprovalRequestedEvent = TypedDict(
    "MessageApprovalRequestedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.approval_requested"],
        "data": "MessageApprovalRequestedEventData",
    },
)


MessageApprovedEvent = TypedDict(
    "MessageApprovedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.approved"],
        "data": "MessageApprovedEventData",
    },
)


MessageApprovalRejectedEvent = TypedDict(
    "MessageApprovalRejectedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.approval_rejected"],
        "data": "MessageApprovalRejectedEventData",
    },
)


MessageApprovalExpiredEvent = TypedDict(
    "MessageApprovalExpiredEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["message.approval_expired"],
        "data": "MessageApprovalExpiredEventData",
    },
)


DraftCreatedEvent = TypedDict(
    "DraftCreatedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["draft.created"],
        "data": "DraftCreatedEventData",
    },
)


DraftUpdatedEvent = TypedDict(
    "DraftUpdatedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["draft.updated"],
        "data": "DraftCreatedEventData",
    },
)


DraftDeletedEvent = TypedDict(
    "DraftDeletedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["draft.deleted"],
        "data": "DraftDeletedEventData",
    },
)


VerificationReceivedEvent = TypedDict(
    "VerificationReceivedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["verification.received"],
        "data": "VerificationReceivedEventData",
    },
)


IdentityCreatedEvent = TypedDict(
    "IdentityCreatedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["identity.created"],
        "data": "IdentityCreatedEventData",
    },
)


IdentityUpdatedEvent = TypedDict(
    "IdentityUpdatedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["identity.updated"],
        "data": "IdentityUpdatedEventData",
    },
)


IdentityPausedEvent = TypedDict(
    "IdentityPausedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["identity.paused"],
        "data": "IdentityPausedEventData",
    },
)


IdentityResumedEvent = TypedDict(
    "IdentityResumedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["identity.resumed"],
        "data": "IdentityResumedEventData",
    },
)


IdentityMailboxFullEvent = TypedDict(
    "IdentityMailboxFullEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["identity.mailbox_full"],
        "data": "IdentityMailboxFullEventData",
    },
)


IdentityDeletedEvent = TypedDict(
    "IdentityDeletedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["identity.deleted"],
        "data": "IdentityDeletedEventData",
    },
)


IdentityAddressAddedEvent = TypedDict(
    "IdentityAddressAddedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["identity.address_added"],
        "data": "IdentityAddressAddedEventData",
    },
)


IdentityAddressActivatedEvent = TypedDict(
    "IdentityAddressActivatedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["identity.address_activated"],
        "data": "IdentityAddressAddedEventData",
    },
)


IdentityAddressPromotedEvent = TypedDict(
    "IdentityAddressPromotedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["identity.address_promoted"],
        "data": "IdentityAddressPromotedEventData",
    },
)


IdentityAddressRetiredEvent = TypedDict(
    "IdentityAddressRetiredEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["identity.address_retired"],
        "data": "IdentityAddressAddedEventData",
    },
)


IdentityKeyCreatedEvent = TypedDict(
    "IdentityKeyCreatedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["identity.key_created"],
        "data": "IdentityKeyCreatedEventData",
    },
)


IdentityKeyRotatedEvent = TypedDict(
    "IdentityKeyRotatedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["identity.key_rotated"],
        "data": "IdentityKeyRotatedEventData",
    },
)


IdentityKeyRevokedEvent = TypedDict(
    "IdentityKeyRevokedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["identity.key_revoked"],
        "data": "IdentityKeyCreatedEventData",
    },
)


DomainCreatedEvent = TypedDict(
    "DomainCreatedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["domain.created"],
        "data": "DomainCreatedEventData",
    },
)


DomainVerifiedEvent = TypedDict(
    "DomainVerifiedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["domain.verified"],
        "data": "DomainCreatedEventData",
    },
)


DomainDegradedEvent = TypedDict(
    "DomainDegradedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["domain.degraded"],
        "data": "DomainDegradedEventData",
    },
)


DomainFailingEvent = TypedDict(
    "DomainFailingEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["domain.failing"],
        "data": "DomainFailingEventData",
    },
)


DomainSuspendedEvent = TypedDict(
    "DomainSuspendedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["domain.suspended"],
        "data": "DomainSuspendedEventData",
    },
)


DomainRecoveredEvent = TypedDict(
    "DomainRecoveredEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["domain.recovered"],
        "data": "DomainRecoveredEventData",
    },
)


DomainReminderEvent = TypedDict(
    "DomainReminderEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["domain.reminder"],
        "data": "DomainReminderEventData",
    },
)


DomainRemovedEvent = TypedDict(
    "DomainRemovedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["domain.removed"],
        "data": "DomainRemovedEventData",
    },
)


ErasureCompletedEvent = TypedDict(
    "ErasureCompletedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["erasure.completed"],
        "data": "ErasureCompletedEventData",
    },
)


ErasureFailedEvent = TypedDict(
    "ErasureFailedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["erasure.failed"],
        "data": "ErasureFailedEventData",
    },
)


ExportCompletedEvent = TypedDict(
    "ExportCompletedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["export.completed"],
        "data": "ExportCompletedEventData",
    },
)


SuppressionCreatedEvent = TypedDict(
    "SuppressionCreatedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["suppression.created"],
        "data": "SuppressionCreatedEventData",
    },
)


QuotaWarningEvent = TypedDict(
    "QuotaWarningEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["quota.warning"],
        "data": "QuotaWarningEventData",
    },
)


QuotaQueueFullEvent = TypedDict(
    "QuotaQueueFullEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["quota.queue_full"],
        "data": "QuotaQueueFullEventData",
    },
)


WebhookDisabledEvent = TypedDict(
    "WebhookDisabledEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["webhook.disabled"],
        "data": "WebhookDisabledEventData",
    },
)


WebhookTestEvent = TypedDict(
    "WebhookTestEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["webhook.test"],
        "data": "WebhookTestEventData",
    },
)


MemberInvitedEvent = TypedDict(
    "MemberInvitedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["member.invited"],
        "data": "MemberInvitedEventData",
    },
)


MemberJoinedEvent = TypedDict(
    "MemberJoinedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["member.joined"],
        "data": "MemberJoinedEventData",
    },
)


MemberRoleChangedEvent = TypedDict(
    "MemberRoleChangedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["member.role_changed"],
        "data": "MemberRoleChangedEventData",
    },
)


MemberRemovedEvent = TypedDict(
    "MemberRemovedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["member.removed"],
        "data": "MemberRemovedEventData",
    },
)


AuditRecordedEvent = TypedDict(
    "AuditRecordedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["audit.recorded"],
        "data": "AuditRecordedEventData",
    },
)


BillingPlanChangedEvent = TypedDict(
    "BillingPlanChangedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["billing.plan_changed"],
        "data": "BillingPlanChangedEventData",
    },
)


BillingPaymentFailedEvent = TypedDict(
    "BillingPaymentFailedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["billing.payment_failed"],
        "data": "BillingPaymentFailedEventData",
    },
)


BillingLimitReachedEvent = TypedDict(
    "BillingLimitReachedEvent",
    {
        "id": str,
        "api_version": str,
        "occurred_at": str,
        "tenant_id": Union[str, None],
        "identity_id": Union[str, None],
        "sequence": Union[int, None],
        "type": Literal["billing.limit_reached"],
        "data": "BillingLimitReachedEventData",
    },
)


class JobProgress(TypedDict):
    done: int
    total: int


class PlanIncluded(TypedDict):
    inboxes: int
    sends: int
    triage: int
    custom_domains: int
    storage_gb: int
    seats: int


DraftCreatedBy = TypedDict(
    "DraftCreatedBy",
    {
        "type": "DraftCreatedByType",
        "id": str,
    },
)


class ErrorError(TypedDict):
    code: str
    """A stable code in snake case. Fall back to the HTTP status for unknown codes."""
    message: str
    """A text for people. Do not parse it."""
    retryable: bool
    """Whether the same request may succeed later."""
    fix: str
    """One sentence that says how to fix the error."""
    request_id: str
    details: NotRequired[dict[str, Any]]


class UsagePlan(TypedDict):
    plan_id: Union[str, None]
    status: Union[str, None]
    current_period_end: Union[str, None]
    cancel_at_period_end: bool


class UsageFeature(TypedDict):
    feature: "UsageFeatureFeature"
    granted: Union[int, None]
    """Includes top-ups. Null when nothing is metered."""
    used: int
    remaining: Union[int, None]
    unlimited: bool
    resets_at: Union[str, None]
    """When the count restarts at zero; null for features without a period."""


class UsageTopups(TypedDict):
    inboxes: int
    sends: int
    triage: int


ApiKeyCreatedBy = TypedDict(
    "ApiKeyCreatedBy",
    {
        "type": "ApiKeyCreatedByType",
        "id": Union[str, None],
    },
)


DomainRecord = TypedDict(
    "DomainRecord",
    {
        "purpose": "DomainRecordPurpose",
        "type": "DomainRecordType",
        "name": str,
        "value": str,
        "priority": Union[int, None],
        "status": "DomainRecordStatus",
        "is_critical": bool,
        "affects_status": bool,
        "found": builtins.list[str],
        "found_at": Union[str, None],
        "server": Union[str, None],
        "fix": Union[str, None],
    },
)


class DomainRegistration(TypedDict):
    registrar: Union[str, None]
    registered_at: Union[str, None]
    expires_at: Union[str, None]


class DomainRelay(TypedDict):
    host: str
    port: int
    username: Union[str, None]
    tls: "DomainRelayTls"
    last_probe: Union["RelayProbe", None]


class DomainIssue(TypedDict):
    code: str
    record: str
    """The name of the record."""
    fix: str
    """What to do, with the record to paste."""


class JwkSetKey(TypedDict):
    kty: Literal["OKP"]
    crv: Literal["Ed25519"]
    x: str
    kid: str
    alg: Literal["EdDSA"]
    use: Literal["sig"]


class MessageRef(TypedDict):
    kind: str
    value: str


class MessageMasked(TypedDict):
    start: int
    end: int
    reason: "MessageMaskedReason"


class MessageLink(TypedDict):
    text: str
    host: str
    url: str


ApprovalRequestedBy = TypedDict(
    "ApprovalRequestedBy",
    {
        "type": "DraftCreatedByType",
        "id": str,
    },
)


ApprovalDecidedBy = TypedDict(
    "ApprovalDecidedBy",
    {
        "type": "DraftCreatedByType",
        "id": str,
    },
)


class IdentityOwner(TypedDict):
    name: str
    email: str


class IdentitySignature(TypedDict):
    text: str
    html: Union[str, None]
    """Sanitised HTML. Sent messages contain the original HTML."""


class IdentitySendPolicy(TypedDict):
    daily_cap: Union[int, None]
    """Null if the policy field identity_daily_send_cap of the tenant applies."""
    auto_reply: "IdentitySendPolicyAutoReply"
    require_known_recipient: bool
    guard: NotRequired["IdentitySendPolicyGuard"]
    """How the guard treats its sends, where that is stricter than the policy of the tenant."""
    approval: NotRequired["IdentitySendPolicyApproval"]
    """Sends that need approval, in addition to those that the policy of the tenant holds. Absent for none."""


class RecipientOption2(TypedDict):
    address: str
    name: NotRequired[Union[str, None]]


class SearchHitTrust(TypedDict):
    verdict: Union[str, None]
    known_sender: bool
    quarantined: bool


class SearchHitAttachmentHit(TypedDict):
    attachment_id: str
    filename: str
    page: int


class AuditEventChain(TypedDict):
    position: int
    hash: str


class MailCountsMailboxe(TypedDict):
    identity_id: str
    unread: int
    quarantined: Union[int, None]


class WaitAnswerVerification(TypedDict):
    code: Union[str, None]
    link: Union[str, None]
    sender_domain: Union[str, None]


class KeyRotationPrevious(TypedDict):
    kid: str
    verify_until: str
    """Signatures of the previous key are valid until this time. With `revoke_previous` it is the time of the rotation."""
    revoked: bool


class SignInRulesAvailable(TypedDict):
    name: str
    label: str


class TenantUsageFeature(TypedDict):
    feature: "UsageFeatureFeature"
    granted: Union[int, None]
    """Includes top-ups. Null when nothing is metered."""
    used: int


class CapturedMailAttachment(TypedDict):
    filename: str
    content_type: str
    size: int


class DryRunResultRecipient(TypedDict):
    address: str
    field: "DeliveryField"
    status: "DryRunResultRecipientStatus"
    reason: Union[str, None]


class DryRunResultApproval(TypedDict):
    required: bool
    reasons: builtins.list[str]


class GuardVerdictReason(TypedDict):
    reason: "GuardVerdictReasonReason"
    text: str
    """What the guard found, in words for a person. It may quote addresses and links from mail."""
    source_message_id: NotRequired[str]
    """The message in which the guard found it."""


class SearchFacetsSender(TypedDict):
    value: str
    count: int


class SearchFacetsSenderDomain(TypedDict):
    value: str
    count: int


class SearchFacetsMonth(TypedDict):
    value: str
    count: int


class SearchFacetsLabel(TypedDict):
    value: str
    count: int


class SearchFacetsAttachmentType(TypedDict):
    value: str
    count: int


class SearchFacetsCategory(TypedDict):
    value: str
    count: int


class SearchResultQuery(TypedDict):
    parsed: Any
    """The parsed query; null for an empty one."""
    mode: "SearchResultQueryMode"
    """The mode that was used."""


class TenantPolicyAiDisclosure(TypedDict):
    mode: "TenantPolicyAiDisclosureMode"
    """Which messages contain the disclosure footer and the header X-AI-Generated: none, the first message of the identity in a thread, or every message. Default: "none"."""
    text: str
    """The text of the disclosure footer. Default: "This message was written by an AI agent."."""


class TenantPolicyAutoReply(TypedDict):
    allowed: bool
    """Whether identities may send automatic replies. Default: true."""
    max_automatic_exchanges: int
    """How many automatic replies a thread may contain before a person must act. Default: 2."""


class TenantPolicySending(TypedDict):
    approval: "IdentitySendPolicyApproval"
    """Which messages wait for the approval of a person: none, those to recipients with whom the identity has not exchanged mail, those to recipients outside the workspace, those with a sign of risk, or all. Default: "never". Partner keys may set it only to values that include the default and the value that a platform key has set."""
    guard: "IdentitySendPolicyGuard"
    """What happens to messages with signs that incoming mail manipulated their sender: they are not checked, sent with advice, or held for the approval of a person. Default: "advise". Partner keys may set it only to values that include the default and the value that a platform key has set."""
    guard_secrets: builtins.list["TenantPolicySendingGuardSecret"]
    """Which secrets the guard looks for: keys and tokens, payment cards, bank accounts (IBAN). Default: ["keys","cards"]."""
    signed_mail: bool
    """Whether messages contain a signed statement of which agent sent them and who is responsible for it. Default: false."""
    approval_expiry_hours: int
    """How many hours a message waits for approval before it is canceled. Default: 72. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""


class TenantPolicyQuarantine(TypedDict):
    on_auth_fail: bool
    """Whether mail is quarantined if its sender could not be authenticated (trust verdict fail or unverified). Default: true. Only platform keys may set it."""
    spam_threshold: float
    """Mail with at least this spam score is quarantined. Default: 0.8. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""
    unsolicited_otp: bool
    """Whether mail with a one-time code is quarantined when nobody was waiting for a code. Default: true. Only platform keys may set it."""
    key_release: Union[bool, None]
    """Whether API keys may release quarantined mail; null uses the setting of the deployment. Default: null. Platform keys and the tenant's own partner may set it."""


class TenantPolicyInbound(TypedDict):
    per_sender_per_hour: int
    """How many messages a sender may send to a mailbox per hour before it is throttled. Default: 60. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""
    extract_attachment_text: builtins.list["TenantPolicyInboundExtractAttachmentText"]
    """The types of attachments whose text is read. Default: ["pdf","office","text","html"]."""


class TenantPolicyTriage(TypedDict):
    enabled: bool
    """Whether received mail is triaged. Default: true."""


class TenantPolicySearch(TypedDict):
    agentic: bool
    """Whether agentic search may be used. Default: true."""
    agentic_max_steps: int
    """The maximum number of steps of an agentic search. Default: 6. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""
    agentic_max_seconds: int
    """The maximum duration of an agentic search in seconds. Default: 8. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""
    agentic_daily_cap: int
    """How many agentic searches the tenant may run per day. Default: 500. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""


class TenantPolicyRetention(TypedDict):
    events_days: int
    """How many days events and delivery logs are kept. Default: 30. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""
    raw_days: int
    """How many days raw messages are kept. Default: 90. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""


class TenantPolicyLimits(TypedDict):
    requests_per_minute: Union[int, None]
    """How many requests per minute all keys and members of the tenant may make together; null for no limit. Default: 60000. Only platform keys may set it."""
    queued_sends: Union[int, None]
    """How many messages of the tenant may wait to be sent; null for no limit. Default: 50000. Only platform keys may set it."""
    queued_jobs: Union[int, None]
    """How many jobs other than sends may wait before the tenant can start no more; null for no limit. Default: 10000. Only platform keys may set it."""


class TenantPolicyWebBotAuth(TypedDict):
    allowed: bool
    """Whether identities may sign HTTP requests. Default: false. Only platform keys may set it."""


class TenantPolicyDomains(TypedDict):
    allow_create_zone: bool
    """Whether tenant and partner keys may add domains with the nameservers method. Default: false. Only platform keys may set it."""
    fallback: bool
    """Whether mail of a failing or suspended domain is sent from the platform address. Default: true."""


class TenantPolicyAbuse(TypedDict):
    min_sends: int
    """The abuse rates count only after this many messages within 24 hours. Default: 50. Only platform keys may set it."""
    bounce_rate: float
    """An identity is paused when its share of bounces exceeds this value. Default: 0.08. Only platform keys may set it."""
    complaint_rate: float
    """An identity is paused when its share of spam reports exceeds this value. Default: 0.003. Only platform keys may set it."""


class AgenticResultAnswer(TypedDict):
    text: str
    """Untrusted text: all sentences, or an empty string when there are none."""
    sentences: builtins.list["AgenticResultAnswerSentence"]
    confidence: float
    conflict: builtins.list["AgenticResultAnswerConflict"]
    """Statements that contradict each other, when it is not known which one is newer."""
    supersedes: builtins.list["AgenticResultAnswerSupersede"]
    """Older statements that the answer supersedes."""


class AgenticResultAnswerSentence(TypedDict):
    text: str
    """Untrusted text."""
    citations: builtins.list[str]
    """Ids of the messages that support the sentence."""


class AgenticResultAnswerConflict(TypedDict):
    text: str
    """Untrusted text."""
    citations: builtins.list[str]
    """Ids of the messages that support the sentence."""


class AgenticResultAnswerSupersede(TypedDict):
    text: str
    """Untrusted text."""
    citations: builtins.list[str]
    """Ids of the messages that support the sentence."""


class AgenticResultTrace(TypedDict):
    step: int
    action: "AgenticResultTraceAction"
    query: NotRequired[str]
    found: NotRequired[int]
    """Messages that the search found."""
    message_ids: NotRequired[builtins.list[str]]
    sentences: NotRequired[int]
    """Sentences that the messages support."""
    ms: int


class AgenticResultUsage(TypedDict):
    steps: int
    ms: int
    model: str


HttpSignatureHeaders = TypedDict(
    "HttpSignatureHeaders",
    {
        "Signature-Agent": str,
        "Signature-Input": str,
        "Signature": str,
        "From": str,
    },
)


class OverviewNeedsApprovals(TypedDict):
    count: int
    """1000 means that many or more."""
    items: builtins.list["OverviewNeedsApprovalsItem"]


class OverviewNeedsApprovalsItem(TypedDict):
    approval_id: str
    identity_id: str
    display_name: str
    subject: str
    to: builtins.list["Mailbox"]
    reasons: builtins.list[str]
    requested_at: str
    expires_at: str


class OverviewNeedsHeld(TypedDict):
    count: int
    """1000 means that many or more."""
    items: builtins.list["OverviewNeedsHeldItem"]


OverviewNeedsHeldItem = TypedDict(
    "OverviewNeedsHeldItem",
    {
        "message_id": str,
        "thread_id": str,
        "identity_id": str,
        "display_name": str,
        "from": Union["Mailbox", None],
        "subject": str,
        "reason": Union[str, None],
        "created_at": str,
    },
)


class OverviewNeedsSends(TypedDict):
    count: int
    """1000 means that many or more."""
    items: builtins.list["OverviewNeedsSendsItem"]


class OverviewNeedsSendsItem(TypedDict):
    message_id: str
    thread_id: str
    identity_id: str
    display_name: str
    to: builtins.list["Mailbox"]
    subject: str
    status: "OverviewNeedsSendsItemStatus"
    created_at: str


class OverviewNeedsWebhooks(TypedDict):
    count: int
    """1000 means that many or more."""
    items: builtins.list["OverviewNeedsWebhooksItem"]


class OverviewNeedsWebhooksItem(TypedDict):
    webhook_id: str
    url: str
    enabled: bool
    disabled_reason: Union["OverviewNeedsWebhooksItemDisabledReason", None]
    failures: int
    failing_since: Union[str, None]


class OverviewNeedsIdentities(TypedDict):
    count: int
    """1000 means that many or more."""
    items: builtins.list["OverviewNeedsIdentitiesItem"]


class OverviewNeedsIdentitiesItem(TypedDict):
    identity_id: str
    display_name: str
    pause_reason: Union[str, None]
    updated_at: str


class OverviewNeedsDomains(TypedDict):
    count: int
    """1000 means that many or more."""
    items: builtins.list["OverviewNeedsDomainsItem"]


class OverviewNeedsDomainsItem(TypedDict):
    domain_id: str
    domain: str
    status: str
    status_reason: Union[str, None]
    status_since: str


class OverviewNeedsLimit(TypedDict):
    kind: "OverviewNeedsLimitKind"
    feature: Union["UsageFeatureFeature", None]
    """For `plan`: the feature that the plan limits."""
    identity_id: Union[str, None]
    display_name: Union[str, None]
    used: int
    limit: int
    resets_at: Union[str, None]


class OverviewSetupMailbox(TypedDict):
    is_done: bool
    result: Union["OverviewSetupMailboxResult", None]


class OverviewSetupMailboxResult(TypedDict):
    identity_id: str
    display_name: str
    address: Union[str, None]


class OverviewSetupMailReceived(TypedDict):
    is_done: bool
    result: Union["OverviewSetupMailReceivedResult", None]


OverviewSetupMailReceivedResult = TypedDict(
    "OverviewSetupMailReceivedResult",
    {
        "identity_id": str,
        "message_id": str,
        "thread_id": str,
        "from": Union["Mailbox", None],
        "subject": str,
        "status": "OverviewSetupMailReceivedResultStatus",
        "created_at": str,
    },
)


class OverviewSetupKey(TypedDict):
    is_done: bool
    result: Union["OverviewSetupKeyResult", None]


class OverviewSetupKeyResult(TypedDict):
    key_id: str
    name: str
    prefix: Union[str, None]
    created_at: str


class OverviewSetupAgent(TypedDict):
    is_done: bool
    result: Union["OverviewSetupAgentResult", None]


class OverviewSetupAgentResult(TypedDict):
    key_id: str
    name: str
    is_application: bool
    """An application that a person connected by OAuth."""
    at: str
    """The time of its last call, or the time at which it was connected."""


class OverviewSetupWebhook(TypedDict):
    is_done: bool
    result: Union["OverviewSetupWebhookResult", None]


class OverviewSetupWebhookResult(TypedDict):
    webhook_id: str
    url: str
    last_delivery: Union["OverviewSetupWebhookResultLastDelivery", None]


class OverviewSetupWebhookResultLastDelivery(TypedDict):
    status: str
    response_status: Union[int, None]
    created_at: str


class OverviewSetupDomain(TypedDict):
    is_done: bool
    result: Union["OverviewSetupDomainResult", None]


class OverviewSetupDomainResult(TypedDict):
    domain_id: str
    domain: str
    status: str


class OverviewSetupApproval(TypedDict):
    is_done: bool
    result: Union["OverviewSetupApprovalResult", None]


class OverviewSetupApprovalResult(TypedDict):
    mode: "OverviewSetupApprovalResultMode"


class AttachmentTextPage(TypedDict):
    page: int
    text: str
    """Untrusted text."""
    masked: NotRequired[builtins.list["MessageMasked"]]
    """With `view=agent`: the masked passages of `text`. Positions are in UTF-16 code units."""
    links: NotRequired[builtins.list["MessageLink"]]
    """With `view=agent`: the links of the message, each with its real host."""


class ErasureRequestReceipt(TypedDict):
    messages_deleted: int
    attachments_deleted: int
    r2_objects_deleted: int
    fts_rows_deleted: int
    refs_deleted: int
    vectors_deleted: int
    events_deleted: int
    identities_affected: builtins.list[str]
    held: builtins.list["ErasureRequestReceiptHeld"]
    """The threads that were skipped because of a legal hold, at most 1,000 of them."""
    probe: "ErasureRequestReceiptProbe"
    """The number of items outside held threads that a final check found although they should have been erased. It must be 0."""


class ErasureRequestReceiptHeld(TypedDict):
    thread_id: str
    reason: str


class ErasureRequestReceiptProbe(TypedDict):
    keyword_hits: int
    semantic_hits: int


class ApprovalOutcomeError(TypedDict):
    code: str
    message: str


class OverviewNumbersDay(TypedDict):
    day: str
    received: int
    sent: int


class OverviewNumbersReceived(TypedDict):
    now: int
    before: int


class OverviewNumbersSent(TypedDict):
    now: int
    before: int


class OverviewNumbersTroubled(TypedDict):
    now: int
    before: int


DomainConnectKeyRecord = TypedDict(
    "DomainConnectKeyRecord",
    {
        "type": Literal["TXT"],
        "name": str,
        "value": str,
    },
)


class MessageSentEventData(TypedDict):
    message: "MessageSummary"
    provider: str
    provider_message_id: Union[str, None]
    sent_via_fallback: bool


class WebhookTestEventData(TypedDict):
    message: str


class AuditVerificationHead(TypedDict):
    tenant_id: Union[str, None]
    """Null for the chain of the deployment."""
    position: int
    hash: str
    rows: int


class AuditVerificationFault(TypedDict):
    tenant_id: Union[str, None]
    position: int
    fault: "AuditVerificationFaultFault"


class DraftCreatedEventData(TypedDict):
    draft_id: str
    mode: str
    version: int


class DraftDeletedEventData(TypedDict):
    draft_id: str
    mode: str
    version: int
    message_id: Union[str, None]


class MemberJoinedEventData(TypedDict):
    user_id: str
    role: str


class QuotaWarningEventData(TypedDict):
    metric: str
    used: int
    limit: int
    scope: "QuotaWarningEventDataScope"


class TenantPolicyPatchAiDisclosure(TypedDict):
    mode: NotRequired[Union["TenantPolicyAiDisclosureMode", None]]
    """Which messages contain the disclosure footer and the header X-AI-Generated: none, the first message of the identity in a thread, or every message. Default: "none"."""
    text: NotRequired[Union[str, None]]
    """The text of the disclosure footer. Default: "This message was written by an AI agent."."""


class TenantPolicyPatchAutoReply(TypedDict):
    allowed: NotRequired[Union[bool, None]]
    """Whether identities may send automatic replies. Default: true."""
    max_automatic_exchanges: NotRequired[Union[int, None]]
    """How many automatic replies a thread may contain before a person must act. Default: 2."""


class TenantPolicyPatchSending(TypedDict):
    approval: NotRequired[Union["IdentitySendPolicyApproval", None]]
    """Which messages wait for the approval of a person: none, those to recipients with whom the identity has not exchanged mail, those to recipients outside the workspace, those with a sign of risk, or all. Default: "never". Partner keys may set it only to values that include the default and the value that a platform key has set."""
    guard: NotRequired[Union["IdentitySendPolicyGuard", None]]
    """What happens to messages with signs that incoming mail manipulated their sender: they are not checked, sent with advice, or held for the approval of a person. Default: "advise". Partner keys may set it only to values that include the default and the value that a platform key has set."""
    guard_secrets: NotRequired[Union[builtins.list["TenantPolicySendingGuardSecret"], None]]
    """Which secrets the guard looks for: keys and tokens, payment cards, bank accounts (IBAN). Default: ["keys","cards"]."""
    signed_mail: NotRequired[Union[bool, None]]
    """Whether messages contain a signed statement of which agent sent them and who is responsible for it. Default: false."""
    approval_expiry_hours: NotRequired[Union[int, None]]
    """How many hours a message waits for approval before it is canceled. Default: 72. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""


class TenantPolicyPatchQuarantine(TypedDict):
    on_auth_fail: NotRequired[Union[bool, None]]
    """Whether mail is quarantined if its sender could not be authenticated (trust verdict fail or unverified). Default: true. Only platform keys may set it."""
    spam_threshold: NotRequired[Union[float, None]]
    """Mail with at least this spam score is quarantined. Default: 0.8. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""
    unsolicited_otp: NotRequired[Union[bool, None]]
    """Whether mail with a one-time code is quarantined when nobody was waiting for a code. Default: true. Only platform keys may set it."""
    key_release: NotRequired[Union[bool, None]]
    """Whether API keys may release quarantined mail; null uses the setting of the deployment. Default: null. Platform keys and the tenant's own partner may set it."""


class TenantPolicyPatchInbound(TypedDict):
    per_sender_per_hour: NotRequired[Union[int, None]]
    """How many messages a sender may send to a mailbox per hour before it is throttled. Default: 60. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""
    extract_attachment_text: NotRequired[Union[builtins.list["TenantPolicyInboundExtractAttachmentText"], None]]
    """The types of attachments whose text is read. Default: ["pdf","office","text","html"]."""


class TenantPolicyPatchTriage(TypedDict):
    enabled: NotRequired[Union[bool, None]]
    """Whether received mail is triaged. Default: true."""


class TenantPolicyPatchSearch(TypedDict):
    agentic: NotRequired[Union[bool, None]]
    """Whether agentic search may be used. Default: true."""
    agentic_max_steps: NotRequired[Union[int, None]]
    """The maximum number of steps of an agentic search. Default: 6. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""
    agentic_max_seconds: NotRequired[Union[int, None]]
    """The maximum duration of an agentic search in seconds. Default: 8. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""
    agentic_daily_cap: NotRequired[Union[int, None]]
    """How many agentic searches the tenant may run per day. Default: 500. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""


class TenantPolicyPatchRetention(TypedDict):
    events_days: NotRequired[Union[int, None]]
    """How many days events and delivery logs are kept. Default: 30. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""
    raw_days: NotRequired[Union[int, None]]
    """How many days raw messages are kept. Default: 90. Partner keys may set it at most to the default or to the value that a platform key has set, whichever is lower."""


class TenantPolicyPatchLimits(TypedDict):
    requests_per_minute: NotRequired[Union[Union[int, None], None]]
    """How many requests per minute all keys and members of the tenant may make together; null for no limit. Default: 60000. Only platform keys may set it."""
    queued_sends: NotRequired[Union[Union[int, None], None]]
    """How many messages of the tenant may wait to be sent; null for no limit. Default: 50000. Only platform keys may set it."""
    queued_jobs: NotRequired[Union[Union[int, None], None]]
    """How many jobs other than sends may wait before the tenant can start no more; null for no limit. Default: 10000. Only platform keys may set it."""


class TenantPolicyPatchWebBotAuth(TypedDict):
    allowed: NotRequired[Union[bool, None]]
    """Whether identities may sign HTTP requests. Default: false. Only platform keys may set it."""


class TenantPolicyPatchDomains(TypedDict):
    allow_create_zone: NotRequired[Union[bool, None]]
    """Whether tenant and partner keys may add domains with the nameservers method. Default: false. Only platform keys may set it."""
    fallback: NotRequired[Union[bool, None]]
    """Whether mail of a failing or suspended domain is sent from the platform address. Default: true."""


class TenantPolicyPatchAbuse(TypedDict):
    min_sends: NotRequired[Union[int, None]]
    """The abuse rates count only after this many messages within 24 hours. Default: 50. Only platform keys may set it."""
    bounce_rate: NotRequired[Union[float, None]]
    """An identity is paused when its share of bounces exceeds this value. Default: 0.08. Only platform keys may set it."""
    complaint_rate: NotRequired[Union[float, None]]
    """An identity is paused when its share of spam reports exceeds this value. Default: 0.003. Only platform keys may set it."""


class AuditRecordedEventData(TypedDict):
    audit_event: "AuditRecordedEventDataAuditEvent"


class AuditRecordedEventDataAuditEvent(TypedDict):
    id: str
    tenant_id: Union[str, None]
    actor_key_id: Union[str, None]
    actor_user_id: Union[str, None]
    action: str
    target_type: str
    target_id: str
    details: dict[str, Any]
    request_id: Union[str, None]
    source_address: Union[str, None]
    """The address of the client; null for jobs and when the address is unknown."""
    created_at: str


class DomainCreatedEventData(TypedDict):
    domain: "Domain"


class DomainFailingEventData(TypedDict):
    domain_id: str
    issues: builtins.list["DomainIssue"]
    fallback_active: bool


class DomainRemovedEventData(TypedDict):
    domain_id: str
    reason: "DomainRemovedEventDataReason"


class ErasureFailedEventData(TypedDict):
    erasure_request_id: str
    step: str
    error: str


class MemberInvitedEventData(TypedDict):
    invitation_id: str
    email_hint: str
    role: str


class MemberRemovedEventData(TypedDict):
    user_id: str


class MessageFailedEventData(TypedDict):
    message_id: str
    reason: str


class DomainDegradedEventData(TypedDict):
    domain_id: str
    issues: builtins.list["DomainIssue"]


class DomainReminderEventData(TypedDict):
    domain_id: str
    state: str
    hours_in_state: int


class IdentityPausedEventData(TypedDict):
    identity_id: str
    reason: "IdentityPausedEventDataReason"
    metrics: Union[dict[str, float], None]


class MessageBouncedEventData(TypedDict):
    message_id: str
    recipient: str
    bounce_type: "DeliveryBounceType"
    smtp_code: Union[int, None]
    smtp_response: Union[str, None]
    suppressed: bool


class MessageTriagedEventData(TypedDict):
    message_id: str
    thread_id: str
    triage: "Triage"


class QuotaQueueFullEventData(TypedDict):
    limit: int
    queue: "QuotaQueueFullEventDataQueue"


class DomainRecoveredEventData(TypedDict):
    domain_id: str
    from_state: str


class DomainSuspendedEventData(TypedDict):
    domain_id: str
    reason: "DomainSuspendedEventDataReason"


class ExportCompletedEventData(TypedDict):
    export_id: str
    expires_at: str


class IdentityCreatedEventData(TypedDict):
    identity: "Identity"


class IdentityDeletedEventData(TypedDict):
    identity_id: str
    erasure_request_id: str


class IdentityResumedEventData(TypedDict):
    identity_id: str


class IdentityUpdatedEventData(TypedDict):
    identity: "Identity"
    changed: builtins.list[str]


class MessageApprovedEventData(TypedDict):
    message_id: str
    approval_id: str
    comment: Union[str, None]
    edited: bool


class MessageCanceledEventData(TypedDict):
    message_id: str
    reason: NotRequired[str]


class MessageDeferredEventData(TypedDict):
    message_id: str
    recipient: str
    smtp_code: Union[int, None]
    smtp_response: Union[str, None]


class MessageReceivedEventData(TypedDict):
    message: "MessageSummary"
    thread_id: str
    trust: Union["Trust", None]
    attachments: builtins.list["MessageReceivedEventDataAttachment"]
    extracted_text: str
    extracted_text_truncated: bool


class MessageReceivedEventDataAttachment(TypedDict):
    id: str
    filename: str
    content_type: str
    size: int


class MessageRejectedEventData(TypedDict):
    message_id: str
    reason: str
    detail: Union[str, None]


class MessageReleasedEventData(TypedDict):
    message: "MessageSummary"
    released_by_key_id: Union[str, None]
    released_by_user_id: Union[str, None]
    reason: Union[str, None]


class WebhookDisabledEventData(TypedDict):
    webhook_id: str
    reason: str


class ErasureCompletedEventData(TypedDict):
    erasure_request: "ErasureCompletedEventDataErasureRequest"


class ErasureCompletedEventDataErasureRequest(TypedDict):
    id: str


class MessageDeliveredEventData(TypedDict):
    message_id: str
    recipient: str
    smtp_code: Union[int, None]


class MessageUncertainEventData(TypedDict):
    message_id: str
    reason: str
    fix: str


MemberRoleChangedEventData = TypedDict(
    "MemberRoleChangedEventData",
    {
        "user_id": str,
        "from": str,
        "to": str,
    },
)


class MessageComplainedEventData(TypedDict):
    message_id: str
    recipient: str
    suppressed: bool
    """Always true."""


class MessageReconciledEventData(TypedDict):
    message_id: str
    status: str


class MessageSuppressedEventData(TypedDict):
    message_id: str
    recipients: builtins.list[str]


class BillingPlanChangedEventData(TypedDict):
    from_plan: Union[str, None]
    to_plan: Union[str, None]
    reason: "BillingPlanChangedEventDataReason"


class IdentityKeyCreatedEventData(TypedDict):
    identity_id: str
    kid: str


class IdentityKeyRotatedEventData(TypedDict):
    identity_id: str
    kid: str
    previous_kid: Union[str, None]


class MessageQuarantinedEventData(TypedDict):
    message: "MessageSummary"
    thread_id: str
    trust: Union["Trust", None]
    attachments: builtins.list["MessageReceivedEventDataAttachment"]
    quarantine_reason: str


class SuppressionCreatedEventData(TypedDict):
    address_hint: str
    reason: str
    source_message_id: Union[str, None]


class BillingLimitReachedEventData(TypedDict):
    feature: str
    granted: int
    resets_at: Union[str, None]


class IdentityMailboxFullEventData(TypedDict):
    identity_id: str
    bytes: float
    limit: float


class MessageGuardAdvisedEventData(TypedDict):
    message_id: str
    reasons: builtins.list["GuardVerdictReason"]


class BillingPaymentFailedEventData(TypedDict):
    grace_until: str


class IdentityAddressAddedEventData(TypedDict):
    address: "Address"


class VerificationReceivedEventData(TypedDict):
    message_id: str
    sender_domain: str
    kind: "VerificationReceivedEventDataKind"


class MessageApprovalExpiredEventData(TypedDict):
    message_id: str
    approval_id: str


class IdentityAddressPromotedEventData(TypedDict):
    address: "Address"
    previous_primary: Union["Address", None]


class MessageApprovalRejectedEventData(TypedDict):
    message_id: str
    approval_id: str
    comment: Union[str, None]


class MessageApprovalRequestedEventData(TypedDict):
    message: "MessageSummary"
    approval_id: str
    reasons: builtins.list[str]
    expires_at: str


class OauthRevokeResult(TypedDict):
    pass


class SignInRequestCodeRequest(TypedDict):
    email: str


class SignInEnterCodeRequest(TypedDict):
    code: str


class SignInFollowLinkRequest(TypedDict):
    token: str


class SignInBeginProviderRequest(TypedDict):
    provider: str
    next: NotRequired[str]


class SignInBeginProviderResult(TypedDict):
    url: str


class SignInAcceptInvitationRequest(TypedDict):
    token: str


class SignInSetUpRequest(TypedDict):
    token: str
    email: str
    name: str
    workspace: "SignInSetUpRequestWorkspace"


class SignInSetUpRequestWorkspace(TypedDict):
    name: str
    slug: str
    """A short name, unique across tenants. It never changes."""
    timezone: NotRequired[str]
    """An IANA time zone. Daily limits and search dates use it. Default: `"UTC"`."""


class SignInEnterSecondFactorRequest(TypedDict):
    code: str


class SignInUsePasskeyRequest(TypedDict):
    response: "SignInUsePasskeyRequestResponse"


SignInUsePasskeyRequestResponse = TypedDict(
    "SignInUsePasskeyRequestResponse",
    {
        "id": str,
        "rawId": str,
        "type": Literal["public-key"],
        "response": "SignInUsePasskeyRequestResponseResponse",
        "authenticatorAttachment": NotRequired[Union["SignInUsePasskeyRequestResponseAuthenticatorAttachment", None]],
        "clientExtensionResults": NotRequired["SignInUsePasskeyRequestResponseClientExtensionResults"],
    },
)


class SignInUsePasskeyRequestResponseResponse(TypedDict):
    clientDataJSON: str
    authenticatorData: str
    signature: str
    userHandle: NotRequired[Union[str, None]]


class SignInUsePasskeyRequestResponseClientExtensionResults(TypedDict):
    pass


class SessionsChooseWorkspaceRequest(TypedDict):
    workspace: str


class SessionsListResult(TypedDict):
    data: builtins.list["SessionsListResultData"]


class SessionsListResultData(TypedDict):
    id: str
    is_this: bool


class SessionsRevokeRequest(TypedDict):
    session_id: str


class SecurityConfirmRequest(TypedDict):
    code: str


class SecurityConfirmWithPasskeyRequest(TypedDict):
    response: "SignInUsePasskeyRequestResponse"


class SecurityBeginAppResult(TypedDict):
    secret: str
    uri: str


class SecurityConfirmAppRequest(TypedDict):
    code: str


class SecurityConfirmAppResult(TypedDict):
    recovery_codes: Union[builtins.list[str], None]


class SecurityNewRecoveryCodesResult(TypedDict):
    recovery_codes: Union[builtins.list[str], None]


class SecurityAddPasskeyRequest(TypedDict):
    name: str
    response: "SecurityAddPasskeyRequestResponse"


SecurityAddPasskeyRequestResponse = TypedDict(
    "SecurityAddPasskeyRequestResponse",
    {
        "id": str,
        "rawId": str,
        "type": Literal["public-key"],
        "response": "SecurityAddPasskeyRequestResponseResponse",
        "authenticatorAttachment": NotRequired[Union["SignInUsePasskeyRequestResponseAuthenticatorAttachment", None]],
        "clientExtensionResults": NotRequired["SignInUsePasskeyRequestResponseClientExtensionResults"],
    },
)


class SecurityAddPasskeyRequestResponseResponse(TypedDict):
    clientDataJSON: str
    attestationObject: str
    transports: NotRequired[builtins.list[str]]


class SecurityAddPasskeyResult(TypedDict):
    recovery_codes: Union[builtins.list[str], None]
    id: str


class SecurityRenamePasskeyRequest(TypedDict):
    passkey_id: str
    name: str


class SecurityRemovePasskeyRequest(TypedDict):
    passkey_id: str


class SecurityLinkAccountRequest(TypedDict):
    provider: str


class SecurityLinkAccountResult(TypedDict):
    url: str


class SecurityUnlinkAccountRequest(TypedDict):
    account_id: str


class KeysCreateRequest(TypedDict):
    name: str
    """A name that helps people to tell keys apart."""
    level: "ApiKeyLevel"
    """The level of the key."""
    partner_id: NotRequired[Union[str, None]]
    """The partner of the key. Only for level partner."""
    tenant_id: NotRequired[Union[str, None]]
    """The tenant of the key. Only for level tenant; a tenant key may leave it out."""
    identity_id: NotRequired[Union[str, None]]
    """The identity of the key. Only for level identity; an identity key may leave it out."""
    permissions: builtins.list["KeysCreateRequestPermission"]
    """The permissions of the key. There are no wildcards."""
    expires_at: NotRequired[Union[str, None]]
    """When the key expires; null for never. By default the key expires together with the calling key, or never."""
    allowed_cidrs: NotRequired[builtins.list[str]]
    """The networks from which the key can be used; calls from elsewhere get `key_source_denied`. An empty list allows all networks."""
    mcp_view: NotRequired["ApiKeyMcpView"]
    """How the MCP tools show mail to this key. `agent`, the default, is the safe view for models; `plain` shows mail as it arrived. Default: `"agent"`."""
    tools: NotRequired[builtins.list["KeysCreateRequestTool"]]
    """Restricts the key to these MCP tools: groups (`read`, `search`, `send`, `organise`, `sign`) and names of tools. The key has no access to other tools, whatever the URL of a connection names. The default is the tools of the calling key, or all tools that the permissions allow. For REST, only the permissions count."""


class ApiKeyPage(TypedDict):
    data: builtins.list["ApiKey"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class KeysRotateRequest(TypedDict):
    overlap_hours: NotRequired[int]
    """How long the previous secret stays valid. Default: `24`."""


class TenantsCreateRequest(TypedDict):
    slug: str
    """A short name, unique across tenants. It never changes."""
    name: str
    """The name that people see."""
    mode: NotRequired["ApiKeyMode"]
    """A test tenant sends only to the simulator and within the deployment. It never changes. Default: `"live"`."""
    timezone: NotRequired[str]
    """An IANA time zone. Daily limits and search dates use it. Default: `"UTC"`."""
    address_suffix: NotRequired[str]
    """Follows the username in every address on the platform domain. Username and suffix together have at most 40 characters. The default is a dot and the slug. One tenant may have an empty suffix, which only a platform key can set."""
    policy: NotRequired["TenantPolicyPatch"]
    owner: NotRequired["TenantsCreateRequestOwner"]
    """This person becomes the owner of the workspace and gets a sign-in link by mail."""
    billing: NotRequired["TenantsCreateRequestBilling"]
    """Only platform keys can set it. Tenants of a partner get its default_billing_mode."""


class TenantsCreateRequestOwner(TypedDict):
    email: str
    name: str


class TenantsCreateRequestBilling(TypedDict):
    mode: "BillingAccountMode"


class TenantPage(TypedDict):
    data: builtins.list["Tenant"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class TenantsUpdateRequest(TypedDict):
    name: NotRequired[str]
    """The name that people see."""
    timezone: NotRequired[str]
    """An IANA time zone. Daily limits and search dates use it."""
    policy: NotRequired["TenantPolicyPatch"]
    status: NotRequired["TenantsUpdateRequestStatus"]
    """`suspended` pauses the identities of the tenant and blocks its keys; `active` lifts the suspension."""


class TenantsUpdateBillingRequest(TypedDict):
    mode: NotRequired["BillingAccountMode"]
    plan_id: NotRequired[str]
    """A complimentary plan."""


class MembersListResult(TypedDict):
    data: builtins.list["Member"]
    invitations: builtins.list["Invitation"]
    seats: "MembersListResultSeats"


class MembersListResultSeats(TypedDict):
    granted: Union[int, None]
    """Null for an unlimited number."""
    used: int


class MembersInviteRequest(TypedDict):
    email: str
    role: "InvitationRole"
    """Choose another role: the owner is set when the workspace is created."""


class MembersChangeRoleRequest(TypedDict):
    role: "InvitationRole"


class PartnersCreateRequest(TypedDict):
    name: str
    """The name of the partner, for platform operators."""
    default_billing_mode: NotRequired["PartnerDefaultBillingMode"]
    """The billing mode of new tenants. Existing tenants keep theirs. Default: `"metered"`."""
    max_tenants: NotRequired[int]
    """The maximum number of tenants, without erased ones. A limit below the current number only prevents new tenants. Default: `25`."""
    ramp_exempt: NotRequired[bool]
    """Whether the partner's tenants skip the sending ramp for new workspaces. Default: `false`."""


class PartnerPage(TypedDict):
    data: builtins.list["Partner"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class PartnersUpdateRequest(TypedDict):
    name: NotRequired[str]
    """The name of the partner, for platform operators."""
    status: NotRequired["TenantsUpdateRequestStatus"]
    default_billing_mode: NotRequired["PartnerDefaultBillingMode"]
    """The billing mode of new tenants. Existing tenants keep theirs."""
    max_tenants: NotRequired[int]
    """The maximum number of tenants, without erased ones. A limit below the current number only prevents new tenants."""
    ramp_exempt: NotRequired[bool]
    """Whether the partner's tenants skip the sending ramp for new workspaces."""


class DeadLetterPage(TypedDict):
    data: builtins.list["DeadLetter"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class PlatformCreateJobRequest(TypedDict):
    name: "JobName"


class JobPage(TypedDict):
    data: builtins.list["Job"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class CapturedMailSummaryPage(TypedDict):
    data: builtins.list["CapturedMailSummary"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class PlatformHealthResult(TypedDict):
    checked_at: str
    components: builtins.list["ComponentHealth"]


class PlatformDomainConnectResult(TypedDict):
    provider_id: str
    """The name of this deployment at DNS hosts: its mail domain."""
    template: dict[str, Any]
    """The template in the format of Domain Connect."""
    keys: builtins.list["DomainConnectKey"]


class AuditEventPage(TypedDict):
    data: builtins.list["AuditEvent"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class LoggedRequestPage(TypedDict):
    data: builtins.list["LoggedRequest"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class IdentitiesCreateRequest(TypedDict):
    username: str
    display_name: NotRequired[str]
    """The name in the From field. The default is the username."""
    purpose: NotRequired[str]
    """Default: `""`."""
    owner: NotRequired[Union["IdentitiesCreateRequestOwner", None]]
    """Default: `null`."""
    signature: NotRequired[Union["IdentitiesCreateRequestSignature", None]]
    """Default: `null`."""
    domain_id: NotRequired[Union[str, None]]
    """A domain of the tenant. The default is the platform's domain. Default: `null`."""
    client_id: NotRequired[Union[str, None]]
    """Your own id for the identity. Repeating the same request returns 200 with the existing identity. Default: `null`."""
    metadata: NotRequired[dict[str, Union[str, float, bool, None]]]
    """At most 16 keys, 512 bytes per value. Default: `{}`."""


class IdentitiesCreateRequestOwner(TypedDict):
    name: str
    email: str


class IdentitiesCreateRequestSignature(TypedDict):
    text: str
    html: NotRequired[Union[str, None]]
    """Default: `null`."""


class IdentityPage(TypedDict):
    data: builtins.list["Identity"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class IdentitiesUpdateRequest(TypedDict):
    display_name: NotRequired[str]
    purpose: NotRequired[str]
    owner: NotRequired[Union["IdentitiesCreateRequestOwner", None]]
    signature: NotRequired[Union["IdentitiesCreateRequestSignature", None]]
    metadata: NotRequired[dict[str, Union[str, float, bool, None]]]
    """Replaces all metadata."""
    send_policy: NotRequired["IdentitiesUpdateRequestSendPolicy"]
    status: NotRequired["IdentitiesUpdateRequestStatus"]
    """`paused`: the identity receives mail but cannot send or sign. `active`: the identity resumes."""


class IdentitiesUpdateRequestSendPolicy(TypedDict):
    daily_cap: NotRequired[Union[int, None]]
    auto_reply: NotRequired["IdentitySendPolicyAutoReply"]
    require_known_recipient: NotRequired[bool]
    guard: NotRequired["IdentitySendPolicyGuard"]
    """How the guard treats the sends of this identity, where that is stricter than the policy of the tenant."""
    approval: NotRequired["IdentitySendPolicyApproval"]
    """Sends that need approval, in addition to those that the policy of the tenant holds."""


class AddressPage(TypedDict):
    data: builtins.list["Address"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class IdentitiesAddAddressRequest(TypedDict):
    local_part: str
    domain_id: NotRequired[Union[str, None]]
    """A domain of the tenant. The default is the platform's domain. Default: `null`."""


class IdentitiesPromoteAddressRequest(TypedDict):
    retire_previous_after_days: NotRequired[int]
    """Default: `90`."""


class IdentitiesRetireAddressRequest(TypedDict):
    after_days: NotRequired[int]
    """Default: `90`."""


class EventPage(TypedDict):
    data: builtins.list["Event"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class MessagesUpdateRequest(TypedDict):
    labels_add: NotRequired[builtins.list[str]]
    """Default: `[]`."""
    labels_remove: NotRequired[builtins.list[str]]
    """Labels to remove. Labels that are not set are ignored. Default: `[]`."""
    read: NotRequired[bool]
    """The read state. Leave the field out to keep it."""


class MessagesListResult(TypedDict):
    data: builtins.list[Union["MailSummary", "Message"]]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class MessagesSendRequest(TypedDict):
    to: NotRequired[builtins.list["Recipient"]]
    """Default: `[]`."""
    cc: NotRequired[builtins.list["Recipient"]]
    """Default: `[]`."""
    bcc: NotRequired[builtins.list["Recipient"]]
    """Recipients do not see these addresses. Default: `[]`."""
    subject: NotRequired[str]
    """Default: `""`."""
    text: NotRequired[str]
    """Derived from html when left out."""
    html: NotRequired[str]
    attachments: NotRequired[builtins.list["MessagesSendRequestAttachment"]]
    """Default: `[]`."""
    kind: NotRequired["MessagesSendRequestKind"]
    """Default: `"transactional"`."""
    thread_id: NotRequired[str]
    """The thread that the message continues, without quoting earlier messages."""
    from_address: NotRequired[str]
    """An active address of the identity. The default is its primary address."""
    labels: NotRequired[builtins.list[str]]
    """Default: `[]`."""
    headers: NotRequired[dict[str, str]]
    """Default: `{}`."""
    metadata: NotRequired[dict[str, Union[str, float, bool, None]]]
    """Default: `{}`."""
    unsubscribe: NotRequired["MessagesSendRequestUnsubscribe"]
    """Sets List-Unsubscribe; an https url allows one-click unsubscribe. Without a url, a message to one recipient links to a page of this deployment on which the recipient unsubscribes. A message to several recipients needs a url."""
    consent: NotRequired["MessagesSendRequestConsent"]
    send_at: NotRequired[str]
    """When to send the message: RFC 3339, at most 30 days ahead. Until then the message is `queued` and can be canceled."""


class MessagesSendRequestAttachment(TypedDict):
    filename: NotRequired[str]
    """Required with `content_base64`; files from other sources keep their own name."""
    content_type: NotRequired[str]
    content_base64: NotRequired[str]
    upload_id: NotRequired[str]
    """The id of a file that was uploaded to this identity."""
    message_id: NotRequired[str]
    """With `attachment_id`: a file of a message in this mailbox. Needs `attachments:read`."""
    attachment_id: NotRequired[str]
    url: NotRequired[str]
    """A public https URL that delivers the file within 10 seconds."""
    disposition: NotRequired["AttachmentDisposition"]
    """Default: `"attachment"`."""
    content_id: NotRequired[Union[str, None]]
    """Default: `null`."""


class MessagesSendRequestUnsubscribe(TypedDict):
    url: NotRequired[str]
    mailto: NotRequired[str]


class MessagesSendRequestConsent(TypedDict):
    basis: str
    recorded_at: str


class SentMessagePage(TypedDict):
    data: builtins.list["SentMessage"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class ThreadsListResult(TypedDict):
    data: builtins.list[Union["MailSummary", "ThreadSummary"]]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class TenantThreadPage(TypedDict):
    data: builtins.list["TenantThread"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class ThreadsUpdateRequest(TypedDict):
    labels_add: NotRequired[builtins.list[str]]
    """Default: `[]`."""
    labels_remove: NotRequired[builtins.list[str]]
    """Labels to remove. Labels that are not set are ignored. Default: `[]`."""
    read: NotRequired[bool]
    """The read state. Leave the field out to keep it."""
    archived: NotRequired[bool]


class QuarantinedMessagePage(TypedDict):
    data: builtins.list["QuarantinedMessage"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class QuarantineReleaseRequest(TypedDict):
    reason: NotRequired[str]
    """The reason, which the audit log keeps."""


class DomainsListReportsResult(TypedDict):
    data: builtins.list["DomainsListReportsResultData"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class DomainsListReportsResultData(TypedDict):
    day: str
    kind: "DomainsListReportsKind"
    reporter: str
    """The authenticated domain of the reporting receiver."""
    source: str
    """The IP address that sent in the name of the domain, or the host to which senders connected (tls)."""
    aligned: Union[bool, None]
    """Whether DMARC passed; null for tls."""
    dkim_aligned: Union[bool, None]
    spf_aligned: Union[bool, None]
    result: str
    """`dkim_spf`, `dkim`, `spf`, `none`; or the result of the sessions (tls)."""
    disposition: str
    """What the receiver did with the mail, or the type of policy (tls)."""
    messages: int
    """The number of messages, or of sessions (tls)."""


DomainsSummarizeReportsResult = TypedDict(
    "DomainsSummarizeReportsResult",
    {
        "from": str,
        "to": str,
        "days": builtins.list["DomainsSummarizeReportsResultDay"],
        "sources": builtins.list["DomainsSummarizeReportsResultSource"],
        "advice": Union["DomainsSummarizeReportsResultAdvice", None],
    },
)


class DomainsSummarizeReportsResultDay(TypedDict):
    day: str
    result: str
    """`dkim_spf`, `dkim`, `spf`, `none`; or the result of the sessions (tls)."""
    messages: int
    """Messages, or sessions (tls)."""


class DomainsSummarizeReportsResultSource(TypedDict):
    source: str
    passed: int
    """The number of aligned messages, or of sessions with TLS (tls)."""
    failed: int
    """Messages, or sessions (tls)."""
    refused: int
    """The number of messages that receivers quarantined or rejected."""
    reporters: int
    last_day: str


class DomainsSummarizeReportsResultAdvice(TypedDict):
    policy: Union["DomainsSummarizeReportsResultAdvicePolicy", None]
    """The policy that applies to the domain now."""
    inherited_from: Union[str, None]
    """The name of the parent's record that applies, if the domain has no record of its own."""
    next: Union["DomainsSummarizeReportsResultAdviceNext", None]
    """The policy to publish; null to change nothing."""
    reason: "DomainsSummarizeReportsResultAdviceReason"
    record: Union[str, None]
    """The TXT record with that policy."""
    record_name: Union[str, None]
    """The name under which to publish it."""
    days_reported: int
    messages: int
    would_break: int
    """The number of messages that a stricter policy would have stopped."""


class RefusalPage(TypedDict):
    data: builtins.list["Refusal"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class IdentityKeyPage(TypedDict):
    data: builtins.list["IdentityKey"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class SigningRotateKeyRequest(TypedDict):
    overlap_hours: NotRequired[int]
    """How many hours the previous key stays published. Default: `168`."""


class SigningAssertRequest(TypedDict):
    audience: str
    """The intended receiver."""
    expires_in: NotRequired[int]
    """Seconds until it expires. Default: `300`."""
    nonce: NotRequired[str]
    ext: NotRequired[dict[str, Any]]
    """Additional claims, at most 2 KB as JSON. They become the claim `ext`."""


class SigningSignRequestRequest(TypedDict):
    url: str
    method: NotRequired[str]
    """Default: `"GET"`."""
    components: NotRequired[builtins.list["SigningSignRequestRequestComponent"]]
    """Components to sign, in addition to those that are always signed. Default: `[]`."""
    expires_in: NotRequired[int]
    """Seconds until it expires. Default: `60`."""
    nonce: NotRequired[str]
    """Generated if left out."""


class SearchIdentityRequest(TypedDict):
    q: NotRequired[str]
    """Words, phrases and operators. An empty query matches everything, newest first. Default: `""`."""
    mode: NotRequired["SearchIdentityRequestMode"]
    """Default: `"hybrid"`."""
    filters: NotRequired["SearchIdentityRequestFilters"]
    """Default: `{}`."""
    group_by: NotRequired["SearchIdentityRequestGroupBy"]
    """Default: `"message"`."""
    limit: NotRequired[int]
    """Default: `10`."""
    snippet_chars: NotRequired[int]
    """Default: `240`."""
    facets: NotRequired[bool]
    """Default: `true`."""
    include_quarantined: NotRequired[bool]
    """Include quarantined messages. Needs `quarantine:review`. Default: `false`."""
    cursor: NotRequired[str]
    require_mode: NotRequired[bool]
    """Fail with search_degraded instead of using a simpler mode. Default: `false`."""
    strict: NotRequired[bool]
    """Refuse an invalid query, as the keyword mode and `require_mode` do. By default an invalid query is searched as text. Default: `false`."""
    budget: NotRequired["SearchIdentityRequestBudget"]
    """For the agentic mode. Values above the limits of the tenant are lowered."""
    stream: NotRequired[bool]
    """For the agentic mode with `Accept: text/event-stream`: streams the events step, evidence, answer and done. Default: `false`."""
    view: NotRequired["MessagesGetView"]
    """`agent` returns text that is safe to show to a model: only text that a person would see, without passages that are addressed to software, with the real hosts of links, and inside a random fence. Default: `"plain"`."""


class SearchIdentityRequestFilters(TypedDict):
    direction: NotRequired["MessageDirection"]
    labels: NotRequired[builtins.list[str]]
    """The message must have all of these labels."""
    after: NotRequired[str]
    before: NotRequired[str]


class SearchIdentityRequestBudget(TypedDict):
    max_steps: NotRequired[int]
    max_seconds: NotRequired[int]


class SearchTenantRequest(TypedDict):
    q: NotRequired[str]
    """Words, phrases and operators. An empty query matches everything, newest first. Default: `""`."""
    mode: NotRequired["SearchIdentityRequestMode"]
    """Default: `"hybrid"`."""
    filters: NotRequired["SearchIdentityRequestFilters"]
    """Default: `{}`."""
    group_by: NotRequired["SearchIdentityRequestGroupBy"]
    """Default: `"message"`."""
    limit: NotRequired[int]
    """Default: `10`."""
    snippet_chars: NotRequired[int]
    """Default: `240`."""
    facets: NotRequired[bool]
    """Default: `true`."""
    include_quarantined: NotRequired[bool]
    """Include quarantined messages. Needs `quarantine:review`. Default: `false`."""
    cursor: NotRequired[str]
    require_mode: NotRequired[bool]
    """Fail with search_degraded instead of using a simpler mode. Default: `false`."""
    strict: NotRequired[bool]
    """Refuse an invalid query, as the keyword mode and `require_mode` do. By default an invalid query is searched as text. Default: `false`."""
    budget: NotRequired["SearchIdentityRequestBudget"]
    """For the agentic mode. Values above the limits of the tenant are lowered."""
    stream: NotRequired[bool]
    """For the agentic mode with `Accept: text/event-stream`: streams the events step, evidence, answer and done. Default: `false`."""
    view: NotRequired["MessagesGetView"]
    """`agent` returns text that is safe to show to a model: only text that a person would see, without passages that are addressed to software, with the real hosts of links, and inside a random fence. Default: `"plain"`."""
    identity_ids: NotRequired[builtins.list[str]]
    """The identities to search. The default is all of them; it is required when the tenant has more than 100."""


class MessagesReplyRequest(TypedDict):
    text: NotRequired[str]
    html: NotRequired[str]
    attachments: NotRequired[builtins.list["MessagesSendRequestAttachment"]]
    """Default: `[]`."""
    kind: NotRequired["MessagesSendRequestKind"]
    """Default: `"transactional"`."""
    send_at: NotRequired[str]
    """When to send the message: RFC 3339, at most 30 days ahead. Until then the message is `queued` and can be canceled."""


class MessagesReplyAllRequest(TypedDict):
    text: NotRequired[str]
    html: NotRequired[str]
    attachments: NotRequired[builtins.list["MessagesSendRequestAttachment"]]
    """Default: `[]`."""
    kind: NotRequired["MessagesSendRequestKind"]
    """Default: `"transactional"`."""
    send_at: NotRequired[str]
    """When to send the message: RFC 3339, at most 30 days ahead. Until then the message is `queued` and can be canceled."""


class MessagesForwardRequest(TypedDict):
    to: builtins.list["Recipient"]
    text: NotRequired[str]
    include_attachments: NotRequired[bool]
    """Default: `true`."""
    attachments: NotRequired[builtins.list["MessagesSendRequestAttachment"]]
    """Files in addition to those of the message. Default: `[]`."""
    send_at: NotRequired[str]
    """When to send the message: RFC 3339, at most 30 days ahead. Until then the message is `queued` and can be canceled."""


class MessagesSendDryRunRequest(TypedDict):
    to: NotRequired[builtins.list["Recipient"]]
    """Default: `[]`."""
    cc: NotRequired[builtins.list["Recipient"]]
    """Default: `[]`."""
    bcc: NotRequired[builtins.list["Recipient"]]
    """Recipients do not see these addresses. Default: `[]`."""
    subject: NotRequired[str]
    """Default: `""`."""
    text: NotRequired[str]
    """Derived from html when left out."""
    html: NotRequired[str]
    attachments: NotRequired[builtins.list["MessagesSendRequestAttachment"]]
    """Default: `[]`."""
    kind: NotRequired["MessagesSendRequestKind"]
    """Default: `"transactional"`."""
    thread_id: NotRequired[str]
    """The thread that the message continues, without quoting earlier messages."""
    from_address: NotRequired[str]
    """An active address of the identity. The default is its primary address."""
    labels: NotRequired[builtins.list[str]]
    """Default: `[]`."""
    headers: NotRequired[dict[str, str]]
    """Default: `{}`."""
    metadata: NotRequired[dict[str, Union[str, float, bool, None]]]
    """Default: `{}`."""
    unsubscribe: NotRequired["MessagesSendRequestUnsubscribe"]
    """Sets List-Unsubscribe; an https url allows one-click unsubscribe. Without a url, a message to one recipient links to a page of this deployment on which the recipient unsubscribes. A message to several recipients needs a url."""
    consent: NotRequired["MessagesSendRequestConsent"]
    send_at: NotRequired[str]
    """When to send the message: RFC 3339, at most 30 days ahead. Until then the message is `queued` and can be canceled."""


class MessagesReplyDryRunRequest(TypedDict):
    text: NotRequired[str]
    html: NotRequired[str]
    attachments: NotRequired[builtins.list["MessagesSendRequestAttachment"]]
    """Default: `[]`."""
    kind: NotRequired["MessagesSendRequestKind"]
    """Default: `"transactional"`."""
    send_at: NotRequired[str]
    """When to send the message: RFC 3339, at most 30 days ahead. Until then the message is `queued` and can be canceled."""


class MessagesReplyAllDryRunRequest(TypedDict):
    text: NotRequired[str]
    html: NotRequired[str]
    attachments: NotRequired[builtins.list["MessagesSendRequestAttachment"]]
    """Default: `[]`."""
    kind: NotRequired["MessagesSendRequestKind"]
    """Default: `"transactional"`."""
    send_at: NotRequired[str]
    """When to send the message: RFC 3339, at most 30 days ahead. Until then the message is `queued` and can be canceled."""


class MessagesForwardDryRunRequest(TypedDict):
    to: builtins.list["Recipient"]
    text: NotRequired[str]
    include_attachments: NotRequired[bool]
    """Default: `true`."""
    attachments: NotRequired[builtins.list["MessagesSendRequestAttachment"]]
    """Files in addition to those of the message. Default: `[]`."""
    send_at: NotRequired[str]
    """When to send the message: RFC 3339, at most 30 days ahead. Until then the message is `queued` and can be canceled."""


class MessagesResolveRequest(TypedDict):
    outcome: "MessagesResolveRequestOutcome"


class DraftsCreateRequest(TypedDict):
    mode: NotRequired["DraftMode"]
    """Default: `"send"`."""
    in_reply_to_message_id: NotRequired[str]
    """The message to answer or to forward. Required for every mode except `send`."""
    thread_id: NotRequired[str]
    """The thread to continue. Only with mode `send`."""
    to: NotRequired[builtins.list["Recipient"]]
    cc: NotRequired[builtins.list["Recipient"]]
    bcc: NotRequired[builtins.list["Recipient"]]
    subject: NotRequired[str]
    text: NotRequired[Union[str, None]]
    html: NotRequired[Union[str, None]]
    headers: NotRequired[dict[str, str]]
    metadata: NotRequired[dict[str, Union[str, float, bool, None]]]
    attachments: NotRequired[builtins.list["MessagesSendRequestAttachment"]]


class DraftPage(TypedDict):
    data: builtins.list["Draft"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class DraftsUpdateRequest(TypedDict):
    version: NotRequired[int]
    """The version that you read."""
    to: NotRequired[builtins.list["Recipient"]]
    cc: NotRequired[builtins.list["Recipient"]]
    bcc: NotRequired[builtins.list["Recipient"]]
    subject: NotRequired[str]
    text: NotRequired[Union[str, None]]
    html: NotRequired[Union[str, None]]
    headers: NotRequired[dict[str, str]]
    metadata: NotRequired[dict[str, Union[str, float, bool, None]]]
    attachments: NotRequired[builtins.list[Union["KeptAttachment", "MessagesSendRequestAttachment"]]]
    """Replaces the list. `{id}` keeps an attachment that the draft already has."""


class DraftsSendRequest(TypedDict):
    version: NotRequired[int]
    """The version that you read."""


class ApprovalPage(TypedDict):
    data: builtins.list["Approval"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class ApprovalsDecideBatchRequest(TypedDict):
    name: str
    """The name of the batch in the audit log."""
    decision: "ApprovalsDecideBatchRequestDecision"
    comment: NotRequired[str]
    """Required for reject."""
    approvals: builtins.list["ApprovalsDecideBatchRequestApproval"]


class ApprovalsDecideBatchRequestApproval(TypedDict):
    id: str
    content_sha256: str
    """`content_sha256` of the approval that you saw. If the message has changed since, the answer is `409 approval_content_changed`."""


class ApprovalsDecideBatchResult(TypedDict):
    name: str
    results: builtins.list["ApprovalOutcome"]


class ApprovalsApproveRequest(TypedDict):
    comment: NotRequired[str]
    content_sha256: NotRequired[str]
    """`content_sha256` of the approval that you saw. If the message has changed since, the answer is `409 approval_content_changed`."""
    edit: NotRequired["ApprovalsApproveRequestEdit"]


class ApprovalsApproveRequestEdit(TypedDict):
    to: NotRequired[builtins.list["Recipient"]]
    cc: NotRequired[builtins.list["Recipient"]]
    bcc: NotRequired[builtins.list["Recipient"]]
    subject: NotRequired[str]
    text: NotRequired[str]
    html: NotRequired[str]


class ApprovalsRejectRequest(TypedDict):
    comment: str
    content_sha256: NotRequired[str]
    """`content_sha256` of the approval that you saw. If the message has changed since, the answer is `409 approval_content_changed`."""


class DomainsCreateRequest(TypedDict):
    domain: str
    method: "DomainMethod"
    """`nameservers`: the domain moves to the name servers of this deployment. `records`: you add DNS records. `subdomain`: a subdomain of a domain that already uses these name servers. `send_only`: agents send from it, and its incoming mail stays at your own server. `relay`: agents send through your own SMTP server."""
    transport: NotRequired["DomainTransport"]
    """The default is `relay` for the method relay and `basic` for all others."""
    inbound_forwarding: NotRequired[bool]
    """Whether your own server forwards mail to this deployment (methods send_only and relay). Default: `false`."""
    replace_mx: NotRequired[bool]
    """Whether the existing MX records may be replaced. Default: `false`."""
    confirm_dedicated: NotRequired[bool]
    """Confirms that nothing else uses the domain (method nameservers). Default: `false`."""
    relay: NotRequired[Union["DomainsCreateRequestRelay", None]]
    """Default: `null`."""


class DomainsCreateRequestRelay(TypedDict):
    host: str
    port: NotRequired[int]
    """Default: `587`."""
    username: NotRequired[Union[str, None]]
    """Default: `null`."""
    password: NotRequired[Union[str, None]]
    """Default: `null`."""


class DomainPage(TypedDict):
    data: builtins.list["Domain"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class DomainsUpdateRequest(TypedDict):
    transport: NotRequired["DomainsUpdateRequestTransport"]
    """Not allowed with method relay, which has its own transport."""
    inbound_forwarding: NotRequired[bool]
    is_default: NotRequired[bool]
    """New identities get their address here unless the request names another domain."""
    relay: NotRequired["DomainsCreateRequestRelay"]
    """Replaces the settings of the relay. Proofmail probes the relay before it stores them."""
    rotate_dkim: NotRequired[bool]
    """Creates the next DKIM key. It signs as soon as a check has found its record; the present key signs until then. Always true."""


class WebhooksCreateRequest(TypedDict):
    url: str
    """A public https URL."""
    events: builtins.list["WebhooksCreateRequestEvent"]
    """Event types, or `*` for all types, including future ones."""
    identity_ids: NotRequired[Union[builtins.list[str], None]]
    """Only events of these identities; null for all events. Default: `null`."""
    description: NotRequired[str]
    """Default: `""`."""


class WebhookEndpointPage(TypedDict):
    data: builtins.list["WebhookEndpoint"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class WebhooksCreateForTenantRequest(TypedDict):
    url: str
    """A public https URL."""
    events: builtins.list["WebhooksCreateRequestEvent"]
    """Event types, or `*` for all types, including future ones."""
    identity_ids: NotRequired[Union[builtins.list[str], None]]
    """Only events of these identities; null for all events. Default: `null`."""
    description: NotRequired[str]
    """Default: `""`."""


class WebhooksUpdateRequest(TypedDict):
    url: NotRequired[str]
    """A public https URL."""
    events: NotRequired[builtins.list["WebhooksCreateRequestEvent"]]
    """Event types, or `*` for all types, including future ones."""
    identity_ids: NotRequired[Union[builtins.list[str], None]]
    """Only events of these identities; null for all events."""
    description: NotRequired[str]
    enabled: NotRequired[bool]
    """`false`: no events are queued or sent. `true`: waiting deliveries continue, and failures are counted from zero."""


class WebhooksRotateSecretRequest(TypedDict):
    overlap_hours: NotRequired[int]
    """How long the previous secret is also used. Default: `24`."""


class WebhookDeliveryPage(TypedDict):
    data: builtins.list["WebhookDelivery"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class WebhooksReplayRequest(TypedDict):
    event_ids: NotRequired[builtins.list[str]]
    since: NotRequired[str]
    until: NotRequired[str]
    status: NotRequired["WebhookDeliveryStatus"]


class WebhooksReplayResult(TypedDict):
    queued: int


class ContactPage(TypedDict):
    data: builtins.list["Contact"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class UsageListDailyResult(TypedDict):
    data: builtins.list["DailyUsage"]


class TenantUsagePage(TypedDict):
    data: builtins.list["TenantUsage"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class MembersChangeSignInRulesRequest(TypedDict):
    session_hours: NotRequired[Union[int, None]]
    """The maximum length of members’ sessions, in hours."""
    methods: NotRequired[Union[builtins.list[str], None]]
    """The accepted ways to sign in: `mail`, `passkey`, or the name of a provider."""
    sso_provider: NotRequired[Union[str, None]]
    """The name of a provider of this deployment."""


class SuppressionPage(TypedDict):
    data: builtins.list["Suppression"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class SuppressionsCreateRequest(TypedDict):
    address: str
    reason: NotRequired["SuppressionReason"]
    """Default: `"manual"`."""
    note: NotRequired[Union[str, None]]


class SuppressionsDeleteRequest(TypedDict):
    confirm_complaint_removal: NotRequired[bool]
    """Default: `false`."""


class ListEntryPage(TypedDict):
    data: builtins.list["ListEntry"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class ErasuresCreateRequest(TypedDict):
    tenant_id: NotRequired[str]
    """The tenant. Required for platform and partner keys; other keys have only one."""
    scope: "ErasureRequestScope"
    identity_id: NotRequired[str]
    thread_id: NotRequired[str]
    message_id: NotRequired[str]
    counterparty_address: NotRequired[str]
    """All mail of the tenant from or to this address."""
    reason: NotRequired[str]
    """A note about the request. It is deleted when the request has ended."""


class ErasureRequestPage(TypedDict):
    data: builtins.list["ErasureRequest"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class HoldsCreateRequest(TypedDict):
    scope: "LegalHoldScope"
    identity_id: NotRequired[str]
    thread_id: NotRequired[str]
    counterparty_address: NotRequired[str]
    reason: str
    """The reason, which the receipt of an erasure shows when it skips held mail."""


class LegalHoldPage(TypedDict):
    data: builtins.list["LegalHold"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""


class ExportsCreateRequest(TypedDict):
    tenant_id: NotRequired[str]
    """The tenant. Required for platform and partner keys; other keys have only one."""
    scope: "ExportScope"
    identity_id: NotRequired[str]
    counterparty_address: NotRequired[str]


class ExportPage(TypedDict):
    data: builtins.list["Export"]
    next_cursor: Union[str, None]
    """Pass it as `cursor` to get the next page; null on the last page."""



Recipient = Union[str, "RecipientOption2"]
WebhookPayload = Union["MessageReceivedEvent", "MessageQuarantinedEvent", "MessageReleasedEvent", "MessageTriagedEvent", "MessageSentEvent", "MessageDeliveredEvent", "MessageDeferredEvent", "MessageBouncedEvent", "MessageComplainedEvent", "MessageRejectedEvent", "MessageFailedEvent", "MessageUncertainEvent", "MessageReconciledEvent", "MessageSuppressedEvent", "MessageCanceledEvent", "MessageGuardAdvisedEvent", "MessageApprovalRequestedEvent", "MessageApprovedEvent", "MessageApprovalRejectedEvent", "MessageApprovalExpiredEvent", "DraftCreatedEvent", "DraftUpdatedEvent", "DraftDeletedEvent", "VerificationReceivedEvent", "IdentityCreatedEvent", "IdentityUpdatedEvent", "IdentityPausedEvent", "IdentityResumedEvent", "IdentityMailboxFullEvent", "IdentityDeletedEvent", "IdentityAddressAddedEvent", "IdentityAddressActivatedEvent", "IdentityAddressPromotedEvent", "IdentityAddressRetiredEvent", "IdentityKeyCreatedEvent", "IdentityKeyRotatedEvent", "IdentityKeyRevokedEvent", "DomainCreatedEvent", "DomainVerifiedEvent", "DomainDegradedEvent", "DomainFailingEvent", "DomainSuspendedEvent", "DomainRecoveredEvent", "DomainReminderEvent", "DomainRemovedEvent", "ErasureCompletedEvent", "ErasureFailedEvent", "ExportCompletedEvent", "SuppressionCreatedEvent", "QuotaWarningEvent", "QuotaQueueFullEvent", "WebhookDisabledEvent", "WebhookTestEvent", "MemberInvitedEvent", "MemberJoinedEvent", "MemberRoleChangedEvent", "MemberRemovedEvent", "AuditRecordedEvent", "BillingPlanChangedEvent", "BillingPaymentFailedEvent", "BillingLimitReachedEvent"]
JobName = Literal["retention", "usage_rollup", "billing_reconcile", "domain_checks", "digest", "search_reindex", "blob_sweep"]
JobStatus = Literal["queued", "running", "completed", "failed"]
PlanInterval = Literal["month", "year"]
DraftMode = Literal["send", "reply", "reply_all", "forward"]
DraftCreatedByType = Literal["key", "user"]
TrustVerdict = Literal["pass", "fail", "unverified"]
UsageBilling = Literal["metered", "exempt", "disabled"]
UsageFeatureFeature = Literal["inboxes", "sends", "triage", "custom_domains", "storage_gb", "seats"]
ApiKeyLevel = Literal["platform", "partner", "tenant", "identity"]
ApiKeyMode = Literal["live", "test"]
ApiKeyMcpView = Literal["agent", "plain"]
ApiKeyCreatedByType = Literal["user", "key", "bootstrap"]
DomainMethod = Literal["nameservers", "records", "subdomain", "send_only", "relay"]
DomainTransport = Literal["basic", "ses", "relay"]
DomainStatus = Literal["pending", "verifying", "healthy", "degraded", "failing", "suspended"]
DomainRecordPurpose = Literal["ownership", "mx", "spf", "dkim", "dmarc", "return_path", "mta_sts", "tls_rpt"]
DomainRecordType = Literal["TXT", "MX", "CNAME"]
DomainRecordStatus = Literal["missing", "present", "conflict"]
DomainRelayTls = Literal["implicit", "starttls"]
ExportScope = Literal["counterparty", "identity"]
ExportStatus = Literal["queued", "running", "completed", "failed", "canceled", "expired"]
HealthStatus = Literal["ok", "degraded"]
MemberRole = Literal["owner", "admin", "member", "viewer"]
TenantStatus = Literal["active", "suspended", "erasing", "erased"]
TenantSuspendedBy = Literal["platform", "partner"]
TriageStatus = Literal["pending", "done", "skipped", "failed"]
AddressRole = Literal["primary", "alias"]
AddressStatus = Literal["pending", "active", "retiring", "retired"]
AddressForwarding = Literal["unverified", "ok", "failed"]
MessageDirection = Literal["inbound", "outbound"]
MessageKind = Literal["normal", "transactional", "marketing", "auto_reply"]
MessageMaskedReason = Literal["steering", "hidden_text", "invisible_characters"]
PartnerStatus = Literal["active", "suspended", "deleted"]
PartnerDefaultBillingMode = Literal["exempt", "metered"]
RefusalStage = Literal["recipient", "data"]
RefusalReason = Literal["unknown_recipient", "recipient_not_ready", "mailbox_full", "message_too_large", "mail_loop", "not_stored"]
ApprovalStatus = Literal["pending", "approved", "rejected", "expired", "canceled"]
DeliveryField = Literal["to", "cc", "bcc"]
DeliveryBounceType = Literal["hard", "soft"]
IdentityStatus = Literal["active", "paused", "deleting", "deleted"]
IdentityPauseReason = Literal["manual", "abuse_threshold", "tenant_suspended"]
IdentitySendPolicyAutoReply = Literal["allowed", "denied"]
IdentitySendPolicyGuard = Literal["off", "advise", "hold"]
IdentitySendPolicyApproval = Literal["never", "new_recipients", "external", "risky", "always"]
LegalHoldScope = Literal["thread", "identity", "counterparty", "tenant"]
ListEntryDirection = Literal["receive", "send"]
ListEntryKind = Literal["allow", "block"]
AgentProofProblem = Literal["sender_unproven", "malformed", "issuer_mismatch", "keys_unavailable", "signature_invalid", "expired", "message_changed"]
AttachmentDisposition = Literal["attachment", "inline"]
AttachmentTextStatus = Literal["pending", "ready", "unavailable", "skipped"]
DeadLetterStatus = Literal["open", "redriven"]
InvitationRole = Literal["admin", "member", "viewer"]
ProvenanceShare = Literal["recipient", "link", "account", "amount", "wording"]
RelayProbeStatus = Literal["ok", "failed"]
ExplainStepStep = Literal["refused", "accepted", "authentication", "decision", "thread", "triage", "approval", "schedule", "delivery"]
IdentityKeyStatus = Literal["active", "retiring", "revoked"]
KeyRotationPurpose = Literal["thread", "link", "cursor", "web_bot_auth"]
SentMessageStatus = Literal["queued", "submitted", "delivered", "deferred", "bounced", "complained", "rejected", "failed", "uncertain", "suppressed", "canceled", "awaiting_approval"]
SuppressionReason = Literal["manual", "unsubscribe", "hard_bounce", "provider", "complaint"]
DryRunResultRecipientStatus = Literal["queued", "suppressed"]
GuardVerdictVerdict = Literal["clear", "advised", "held"]
GuardVerdictReasonReason = Literal["recipient_from_content", "reply_to_diverted", "content_of_other_thread", "code_disclosure", "secret_disclosure", "steered", "link_from_content", "burst", "loop", "canary"]
SearchResultQueryMode = Literal["keyword", "semantic", "hybrid"]
TenantPolicyLargeAttachments = Literal["refuse", "link"]
TenantPolicyAiDisclosureMode = Literal["none", "first_message", "every_message"]
TenantPolicySendingGuardSecret = Literal["keys", "cards", "ibans"]
TenantPolicyInboundExtractAttachmentText = Literal["pdf", "office", "text", "html"]
AgenticResultStatus = Literal["answered", "insufficient_evidence", "budget_exhausted", "degraded"]
AgenticResultTraceAction = Literal["search", "read", "answer"]
OverviewNeedsSendsItemStatus = Literal["uncertain", "failed", "bounced", "rejected", "complained"]
OverviewNeedsWebhooksItemDisabledReason = Literal["failing", "gone"]
OverviewNeedsLimitKind = Literal["workspace_sends", "identity_sends", "agentic_searches", "plan"]
OverviewSetupMailReceivedResultStatus = Literal["received", "quarantined"]
OverviewSetupApprovalResultMode = Literal["never", "new_recipients", "external", "risky", "always"]
BillingAccountMode = Literal["metered", "exempt", "disabled"]
ErasureRequestScope = Literal["message", "thread", "counterparty", "identity", "tenant"]
ErasureRequestStatus = Literal["queued", "running", "completed", "completed_with_holds", "failed", "canceled"]
TriageEvidencePart = Literal["subject", "text", "html_hidden", "html_comment", "attachment", "header"]
ApprovalOutcomeOutcome = Literal["approved", "rejected", "failed"]
ComponentHealthStatus = Literal["ok", "degraded", "down", "off"]
WebhookDeliveryStatus = Literal["pending", "succeeded", "failed", "dead"]
AuditVerificationFaultFault = Literal["missing", "changed", "unchained", "not_the_noted_row"]
QuotaWarningEventDataScope = Literal["tenant", "identity"]
DomainRemovedEventDataReason = Literal["requested", "zone_expired"]
IdentityPausedEventDataReason = Literal["manual", "abuse_threshold", "tenant_suspended"]
QuotaQueueFullEventDataQueue = Literal["sends", "jobs"]
DomainSuspendedEventDataReason = Literal["failing_14_days", "nameservers_changed", "ownership_record_missing", "registration_changed"]
BillingPlanChangedEventDataReason = Literal["checkout", "portal", "payment_failed_grace_ended", "payment_recovered", "canceled", "operator"]
VerificationReceivedEventDataKind = Literal["code", "link"]
SignInUsePasskeyRequestResponseAuthenticatorAttachment = Literal["platform", "cross-platform"]
KeysCreateRequestPermission = Literal["tenants:manage", "partners:manage", "identities:read", "identities:write", "identities:sign", "domains:read", "domains:write", "messages:read", "messages:send", "drafts:write", "messages:write", "attachments:read", "search:read", "search:agentic", "quarantine:review", "webhooks:read", "webhooks:manage", "keys:manage", "erasure:manage", "sends:approve", "suppressions:manage", "usage:read", "audit:read", "members:read", "members:manage", "platform:ops"]
KeysCreateRequestTool = Literal["read", "search", "send", "organise", "sign", "mail_list_identities", "mail_list_threads", "mail_get_thread", "mail_get_message", "mail_get_attachment_text", "mail_search", "mail_deep_search", "mail_find_related", "mail_search_contacts", "mail_wait", "mail_get_usage", "mail_send", "mail_reply", "mail_forward", "mail_update_labels", "mail_sign_assertion", "mail_sign_http_request", "mail_create_draft", "mail_update_draft", "mail_send_draft"]
TenantsUpdateRequestStatus = Literal["active", "suspended"]
RequestsListStatusClass = Literal["2xx", "3xx", "4xx", "5xx"]
IdentitiesUpdateRequestStatus = Literal["active", "paused"]
EventsListOfTenantType = Literal["message.received", "message.quarantined", "message.released", "message.triaged", "message.sent", "message.delivered", "message.deferred", "message.bounced", "message.complained", "message.rejected", "message.failed", "message.uncertain", "message.reconciled", "message.suppressed", "message.canceled", "message.guard_advised", "message.approval_requested", "message.approved", "message.approval_rejected", "message.approval_expired", "draft.created", "draft.updated", "draft.deleted", "verification.received", "identity.created", "identity.updated", "identity.paused", "identity.resumed", "identity.mailbox_full", "identity.deleted", "identity.address_added", "identity.address_activated", "identity.address_promoted", "identity.address_retired", "identity.key_created", "identity.key_rotated", "identity.key_revoked", "domain.created", "domain.verified", "domain.degraded", "domain.failing", "domain.suspended", "domain.recovered", "domain.reminder", "domain.removed", "erasure.completed", "erasure.failed", "export.completed", "suppression.created", "quota.warning", "quota.queue_full", "webhook.disabled", "webhook.test", "member.invited", "member.joined", "member.role_changed", "member.removed", "audit.recorded", "billing.plan_changed", "billing.payment_failed", "billing.limit_reached"]
MessagesGetInclude = Literal["html", "headers", "quoted"]
MessagesGetView = Literal["plain", "agent"]
MessagesListStatus = Literal["received", "quarantined", "hidden", "throttled", "queued", "submitted", "delivered", "deferred", "bounced", "complained", "rejected", "failed", "uncertain", "suppressed", "canceled", "awaiting_approval"]
MessagesListView = Literal["plain", "summary", "agent_summary"]
MessagesSendRequestKind = Literal["transactional", "marketing", "auto_reply"]
DomainsListReportsKind = Literal["dmarc", "tls"]
DomainsSummarizeReportsResultAdvicePolicy = Literal["none", "quarantine", "reject"]
DomainsSummarizeReportsResultAdviceNext = Literal["none", "quarantine", "reject"]
DomainsSummarizeReportsResultAdviceReason = Literal["no_policy", "too_few_reports", "unaligned_mail", "ready", "strictest"]
SigningSignRequestRequestComponent = Literal["@authority", "signature-agent", "from", "@method", "@path", "@query"]
SearchIdentityRequestMode = Literal["keyword", "semantic", "hybrid", "agentic"]
SearchIdentityRequestGroupBy = Literal["message", "thread"]
MessagesResolveRequestOutcome = Literal["sent", "not_sent"]
ApprovalsDecideBatchRequestDecision = Literal["approve", "reject"]
DomainsUpdateRequestTransport = Literal["basic", "ses"]
WebhooksCreateRequestEvent = Literal["*", "message.received", "message.quarantined", "message.released", "message.triaged", "message.sent", "message.delivered", "message.deferred", "message.bounced", "message.complained", "message.rejected", "message.failed", "message.uncertain", "message.reconciled", "message.suppressed", "message.canceled", "message.guard_advised", "message.approval_requested", "message.approved", "message.approval_rejected", "message.approval_expired", "draft.created", "draft.updated", "draft.deleted", "verification.received", "identity.created", "identity.updated", "identity.paused", "identity.resumed", "identity.mailbox_full", "identity.deleted", "identity.address_added", "identity.address_activated", "identity.address_promoted", "identity.address_retired", "identity.key_created", "identity.key_rotated", "identity.key_revoked", "domain.created", "domain.verified", "domain.degraded", "domain.failing", "domain.suspended", "domain.recovered", "domain.reminder", "domain.removed", "erasure.completed", "erasure.failed", "export.completed", "suppression.created", "quota.warning", "quota.queue_full", "webhook.disabled", "webhook.test", "member.invited", "member.joined", "member.role_changed", "member.removed", "audit.recorded", "billing.plan_changed", "billing.payment_failed", "billing.limit_reached"]
WebhooksListDeliveriesEventType = Literal["message.received", "message.quarantined", "message.released", "message.triaged", "message.sent", "message.delivered", "message.deferred", "message.bounced", "message.complained", "message.rejected", "message.failed", "message.uncertain", "message.reconciled", "message.suppressed", "message.canceled", "message.guard_advised", "message.approval_requested", "message.approved", "message.approval_rejected", "message.approval_expired", "draft.created", "draft.updated", "draft.deleted", "verification.received", "identity.created", "identity.updated", "identity.paused", "identity.resumed", "identity.mailbox_full", "identity.deleted", "identity.address_added", "identity.address_activated", "identity.address_promoted", "identity.address_retired", "identity.key_created", "identity.key_rotated", "identity.key_revoked", "domain.created", "domain.verified", "domain.degraded", "domain.failing", "domain.suspended", "domain.recovered", "domain.reminder", "domain.removed", "erasure.completed", "erasure.failed", "export.completed", "suppression.created", "quota.warning", "quota.queue_full", "webhook.disabled", "webhook.test", "member.invited", "member.joined", "member.role_changed", "member.removed", "audit.recorded", "billing.plan_changed", "billing.payment_failed", "billing.limit_reached"]
WaitForMessageKind = Literal["any", "reply", "verification", "decision"]



ErrorCode = Literal[
    "address_in_use",
    "address_invalid",
    "address_is_primary",
    "address_limit_reached",
    "address_not_found",
    "address_reserved",
    "address_taken",
    "address_unsupported",
    "agentic_budget_exhausted",
    "agentic_disabled",
    "all_recipients_suppressed",
    "approval_content_changed",
    "approval_decided",
    "approval_not_found",
    "approval_own_request",
    "attachment_not_found",
    "auto_reply_not_allowed",
    "billing_limit",
    "cf_token_required",
    "client_id_conflict",
    "cursor_expired",
    "daily_cap_reached",
    "delivery_not_found",
    "dlq_item_not_found",
    "domain_exists",
    "domain_in_use",
    "domain_not_dedicated",
    "domain_not_found",
    "domain_not_ready",
    "domain_not_suspended",
    "draft_conflict",
    "draft_limit_reached",
    "draft_not_found",
    "erasure_not_found",
    "existing_mx",
    "export_not_found",
    "factor_exists",
    "header_not_allowed",
    "hold_not_found",
    "idempotency_conflict",
    "idempotency_key_required",
    "identity_not_found",
    "identity_owner_required",
    "identity_paused",
    "internal_error",
    "invalid_idempotency_key",
    "invalid_query",
    "invalid_request",
    "invalid_signature",
    "invitation_not_found",
    "job_not_found",
    "job_queue_full",
    "key_expired",
    "key_not_found",
    "key_revoked",
    "key_scope_exceeded",
    "key_source_denied",
    "legal_hold",
    "list_entry_not_found",
    "local_part_too_long",
    "mailbox_full",
    "marketing_requirements_missing",
    "member_not_found",
    "message_not_found",
    "message_too_large",
    "not_cancelable",
    "not_quarantined",
    "not_uncertain",
    "own_sign_in_excluded",
    "owner_required",
    "partner_has_tenants",
    "partner_not_found",
    "partner_suspended",
    "partner_tenant_limit",
    "payload_too_large",
    "permission_denied",
    "plan_managed_by_stripe",
    "policy_denied",
    "rate_limited",
    "raw_expired",
    "recipient_blocked",
    "request_in_progress",
    "route_not_found",
    "scope_denied",
    "scope_too_large",
    "search_degraded",
    "second_factor_required",
    "sending_queue_full",
    "sign_in_method_denied",
    "slug_taken",
    "smtp_auth_failed",
    "smtp_port_not_allowed",
    "smtp_tls_required",
    "spf_lookup_limit",
    "sso_required",
    "suffix_taken",
    "suppression_not_found",
    "tenant_erased",
    "tenant_not_found",
    "tenant_suspended",
    "test_mode_recipient",
    "thread_busy",
    "thread_not_found",
    "too_many_recipients",
    "transport_unavailable",
    "unauthenticated",
    "unavailable",
    "unsupported_media_type",
    "upstream_error",
    "upstream_rate_limited",
    "username_taken",
    "web_bot_auth_disabled",
    "webhook_limit_reached",
    "webhook_not_found",
    "zone_hold",
]
"""Every error code that an operation names. Newer servers may have more."""
