import { ceilingErrors } from './ceiling-errors.ts';
import { paymentErrors } from './payment-errors.ts';
import { accessErrors } from './sign-in-errors.ts';
import { supervisionErrors } from './supervision-errors.ts';

type ErrorEntry = { status: number; retryable: boolean; message: string; fix: string };

const no = (status: number, message: string, fix: string): ErrorEntry => ({
  status,
  retryable: false,
  message,
  fix,
});
const later = (status: number, message: string, fix: string): ErrorEntry => ({
  status,
  retryable: true,
  message,
  fix,
});
const missing = (kind: string): ErrorEntry =>
  no(
    404,
    `There is no such ${kind}, or the caller cannot access it.`,
    `Check the id of the ${kind}, and check that the key or the current workspace can access it.`,
  );

/**
 * Every error code of the API (spec 7.2): its HTTP status, whether the same request may succeed
 * later, what happened, and how to fix it, written for the agent that reads it.
 */
export const errorCatalogue = {
  unauthenticated: no(
    401,
    'The API key is missing, malformed or unknown.',
    'Send the header `Authorization: Bearer <API key>` with a key that begins with pmk_live_ or pmk_test_.',
  ),
  key_expired: no(401, 'This API key has expired.', 'Use another key, or create a new one.'),
  key_revoked: no(401, 'This API key has been revoked.', 'Use another key, or create a new one.'),

  permission_denied: no(
    403,
    'The caller does not have the permission for this call.',
    'Use a key that has the permission in details.required; in the console, ask an admin for a role that has it.',
  ),
  scope_denied: no(
    403,
    'This call or field needs a key of a higher level.',
    'Use a key of a higher level, or leave out the field in details.field.',
  ),
  key_source_denied: no(
    403,
    'This API key cannot be used from your address.',
    'Call from a network that allowed_cidrs of the key contains, or use another key.',
  ),
  key_scope_exceeded: no(
    403,
    'A caller cannot grant more access than it has.',
    'Reduce the level, scope, permissions, lifetime and networks of the new key to those of the calling key or person.',
  ),
  tenant_suspended: no(
    403,
    'The tenant is suspended.',
    'Ask the operator of the tenant to lift the suspension.',
  ),
  partner_suspended: no(
    403,
    'The partner is suspended.',
    'Ask the platform operator to lift the suspension.',
  ),
  partner_tenant_limit: no(
    403,
    'The partner has reached its tenant limit.',
    'Erase a tenant, or ask the platform operator to raise max_tenants of the partner.',
  ),
  test_mode_recipient: no(
    403,
    'A test tenant can send only to the simulator or within the deployment.',
    'Send to an address of the simulator, or use a live tenant.',
  ),
  policy_denied: no(
    403,
    "The tenant's policy does not allow this.",
    'Ask the operator to change the policy field in details.field.',
  ),
  invalid_signature: no(
    403,
    'The signature of the notification is missing or not valid.',
    'Check the topic, the certificate host and the signature version.',
  ),

  invalid_request: no(
    400,
    'The request is not valid.',
    'Correct each field that details.errors lists, then send the request again.',
  ),
  idempotency_key_required: no(
    400,
    'This call needs an Idempotency-Key.',
    'Send an Idempotency-Key header with a unique value for this request, and repeat the value on every retry.',
  ),
  invalid_idempotency_key: no(
    400,
    'The Idempotency-Key is not 1 to 255 printable ASCII characters.',
    'Send an Idempotency-Key of 1 to 255 printable ASCII characters, for example a UUID.',
  ),
  invalid_query: no(
    400,
    'The search query cannot be parsed.',
    'Correct the query at details.position; details.expected says what is allowed there.',
  ),
  address_invalid: no(
    400,
    'This is not an email address.',
    'Send an address of the form local@domain (RFC 5321).',
  ),
  address_unsupported: no(
    400,
    'Addresses with a non-ASCII local part are not supported.',
    'Use an address whose local part is ASCII.',
  ),
  address_reserved: no(
    400,
    'This name is reserved or could be mistaken for another.',
    'Choose another username.',
  ),
  local_part_too_long: no(
    400,
    'The username and the address suffix together are longer than 40 characters.',
    'Choose a shorter username.',
  ),
  header_not_allowed: no(
    400,
    'A custom header with this name cannot be set.',
    'Use an X- name or one of Importance, Priority, Sensitivity, Keywords, Comments, Organization.',
  ),
  marketing_requirements_missing: no(
    400,
    'Marketing mail needs the fields unsubscribe and consent.',
    'Add unsubscribe and consent, or send with kind transactional.',
  ),
  too_many_recipients: no(
    400,
    'The message has more recipients than the policy allows.',
    'Send to at most details.max_recipients recipients.',
  ),
  smtp_port_not_allowed: no(400, 'A relay must use port 465 or 587.', 'Set the relay port to 465 or 587.'),
  spf_lookup_limit: no(
    400,
    'The merged SPF record needs too many DNS lookups.',
    'Remove includes from the SPF record until it needs at most 10 lookups, and at most 2 of them return nothing.',
  ),
  message_too_large: no(
    413,
    'The complete message is larger than the limit of 5 MiB.',
    'Send smaller or fewer attachments, or set the policy large_attachments to link.',
  ),
  payload_too_large: no(413, 'The request body is larger than 7 MiB.', 'Send a body of at most 7 MiB.'),
  billing_limit: no(
    402,
    "The plan's allowance is used up.",
    'Upgrade at details.upgrade_url, or wait until details.resets_at.',
  ),

  tenant_not_found: missing('tenant'),
  identity_not_found: missing('identity'),
  address_not_found: missing('address'),
  domain_not_found: missing('domain'),
  thread_not_found: missing('thread'),
  message_not_found: missing('message'),
  attachment_not_found: missing('attachment'),
  webhook_not_found: missing('webhook endpoint'),
  delivery_not_found: missing('webhook delivery'),
  key_not_found: missing('key'),
  erasure_not_found: missing('erasure request'),
  export_not_found: missing('export'),
  suppression_not_found: missing('suppression'),
  list_entry_not_found: missing('list entry'),
  member_not_found: missing('member'),
  invitation_not_found: missing('invitation'),
  job_not_found: missing('job'),
  dlq_item_not_found: missing('dead-letter item'),
  partner_not_found: missing('partner'),
  hold_not_found: missing('legal hold'),
  route_not_found: no(404, 'There is no such route.', 'Look up the path in /openapi.json.'),
  method_not_allowed: no(
    405,
    'This route does not support the method.',
    'Use one of the methods in the Allow header.',
  ),
  request_timeout: later(
    408,
    'The request did not arrive within 30 seconds.',
    'Send the whole request within 30 seconds.',
  ),
  unsupported_media_type: no(
    415,
    'The body is not JSON.',
    'Send the body as JSON with the header Content-Type: application/json.',
  ),

  idempotency_conflict: no(
    409,
    'This Idempotency-Key was used for a different request.',
    'Use a new Idempotency-Key for a new request.',
  ),
  request_in_progress: later(
    409,
    'The first request with this Idempotency-Key is still running.',
    'Wait a second and repeat the request with the same key.',
  ),
  client_id_conflict: no(
    409,
    'This client_id belongs to an identity that a different request created.',
    'Use another client_id, or repeat the first request unchanged.',
  ),
  username_taken: no(409, 'This username is taken.', 'Choose another username.'),
  slug_taken: no(409, 'This slug is taken.', 'Choose another slug.'),
  suffix_taken: no(409, 'This address suffix is taken.', 'Choose another address_suffix.'),
  not_quarantined: no(
    409,
    'The message is not quarantined.',
    'You need not do anything: the message is already visible.',
  ),
  domain_not_suspended: no(409, 'The domain is not suspended.', 'Call domains.verify instead.'),
  existing_mx: no(
    409,
    'The domain already receives mail at another provider.',
    'Send replace_mx: true to replace its MX records.',
  ),
  domain_not_dedicated: no(
    409,
    'The domain already serves something else, such as a website or mail.',
    'Send confirm_dedicated: true, or use a subdomain.',
  ),
  zone_hold: no(409, 'The zone is held at the DNS provider.', 'Ask the DNS provider to lift the hold.'),
  owner_required: no(
    409,
    'A workspace must always have an owner.',
    'Transfer the ownership to another member in the console first.',
  ),
  partner_has_tenants: no(
    409,
    'The partner still has tenants.',
    'Erase the tenants of the partner first; details.tenants is their number.',
  ),
  tenant_erased: no(409, 'The tenant is erased or being erased.', 'Create a new tenant.'),
  address_taken: no(409, 'This address belongs to another identity, or once did.', 'Choose another address.'),
  address_is_primary: no(
    409,
    'The primary address cannot be retired.',
    'Make another address the primary one first.',
  ),
  address_in_use: no(
    409,
    'This address cannot be removed.',
    'Retire the address instead. The platform address cannot be removed or retired.',
  ),
  domain_not_ready: later(
    409,
    'The domain or address is not active yet.',
    'Wait until the domain is healthy, then repeat the request.',
  ),
  domain_in_use: no(409, 'The domain still has addresses.', 'Retire the addresses on the domain first.'),
  domain_exists: no(409, 'The domain has already been added.', 'Use the existing domain.'),
  identity_paused: no(
    409,
    'The identity is paused.',
    'Set the status of the identity to active; details.reason says why it is paused.',
  ),
  mailbox_full: no(
    422,
    'The mailbox of the identity is full.',
    'Delete messages, or lower policy.retention.raw_days; details.limit is the size of a mailbox in bytes.',
  ),
  identity_owner_required: no(
    409,
    'An identity without an owner cannot send.',
    'Set the owner {name, email} of the identity first.',
  ),
  thread_busy: later(
    409,
    'Another send to this thread is in progress.',
    'Repeat the request after details.retry_after seconds with the same Idempotency-Key.',
  ),
  not_cancelable: no(
    409,
    'The message is no longer waiting to be sent.',
    'Read the message: its deliveries show what happened.',
  ),
  not_uncertain: no(
    409,
    'The status of the message is not uncertain.',
    'Read the message: its status shows the outcome.',
  ),
  auto_reply_not_allowed: no(
    409,
    'An automatic reply is not allowed to this message.',
    'Reply with kind transactional if a person wrote the reply, or let a person reply.',
  ),
  raw_expired: no(
    410,
    'The raw message was deleted after its retention period.',
    'Read the parsed message instead.',
  ),
  cursor_expired: no(410, 'The cursor is older than 24 hours.', 'Request the first page again.'),
  legal_hold: no(423, 'The thread is under a legal hold.', 'Release the legal hold of the thread first.'),
  all_recipients_suppressed: no(
    422,
    'Every recipient is suppressed.',
    'Remove the suppressions, or send to someone else.',
  ),
  recipient_blocked: no(
    422,
    'A recipient is on the block list.',
    'Remove the recipient or its block-list entry.',
  ),
  transport_unavailable: no(
    422,
    'The required mail transport is not available.',
    'Set up the transport or choose another one; details.reason says what is missing.',
  ),
  smtp_tls_required: no(422, 'The relay does not offer TLS.', 'Use a relay that offers TLS.'),
  smtp_auth_failed: no(
    422,
    'The relay refused the credentials.',
    'Correct the username and the password in smtp.',
  ),
  cf_token_required: no(
    422,
    'This deployment has no token for its DNS provider.',
    'Ask the operator to set CF_API_TOKEN.',
  ),
  agentic_disabled: no(
    422,
    "The tenant's policy does not allow agentic search.",
    'Use mode hybrid, or ask the operator to switch agentic search on.',
  ),
  scope_too_large: no(
    422,
    'The tenant has more than 100 identities.',
    'Name at most 100 identities in identity_ids.',
  ),
  address_limit_reached: no(
    422,
    'The identity already has 20 addresses, which is the limit.',
    'Remove a pending address, or use another identity.',
  ),
  webhook_limit_reached: no(
    422,
    'There are already 20 webhook endpoints, which is the limit.',
    'Delete a webhook endpoint first.',
  ),
  web_bot_auth_disabled: no(
    422,
    'Signed HTTP requests are switched off on this deployment.',
    'Ask the operator to set PM_WEB_BOT_AUTH.',
  ),
  rate_limited: later(
    429,
    'There were too many requests.',
    'Wait for the number of seconds in Retry-After, then repeat the request.',
  ),
  daily_cap_reached: later(
    429,
    'The daily sending cap is reached.',
    'Repeat the request after details.resets_at with the same Idempotency-Key.',
  ),
  agentic_budget_exhausted: later(
    429,
    'The daily limit of agentic searches is reached.',
    'Use mode hybrid, or repeat the request tomorrow.',
  ),
  upstream_rate_limited: later(
    429,
    'A provider that Proofmail depends on has limited its requests.',
    'Wait for the number of seconds in Retry-After, then repeat the request.',
  ),
  internal_error: later(
    500,
    'Something went wrong in Proofmail.',
    'Repeat the request with exponential back-off. If the error persists, report error.request_id to the operator.',
  ),
  upstream_error: later(502, 'A provider sent an unexpected response.', 'Repeat the request with back-off.'),
  unavailable: later(503, 'The service is not available right now.', 'Repeat the request with back-off.'),
  search_degraded: later(
    503,
    'The requested search mode is not available.',
    'Repeat the request with require_mode: false, or try again later.',
  ),
  timeout: later(
    504,
    'The request took too long.',
    'Repeat the request. Use the same Idempotency-Key if it sends mail.',
  ),
  ...paymentErrors,
  ...ceilingErrors,
  ...supervisionErrors,
  ...accessErrors,
} as const satisfies Record<string, ErrorEntry>;
