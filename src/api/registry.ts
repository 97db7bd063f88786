import type { AnyOperation } from '#kernel/operation/operation.ts';
import {
  consoleOperations as approvalConsoleOperations,
  operations as approvalOperations,
} from '#mail/approvals/operations/index.ts';
import { operations as draftOperations } from '#mail/drafts/operations/index.ts';
import { operations as explainOperations } from '#mail/explain/operations/index.ts';
import { consoleOperations as guardConsoleOperations } from '#mail/guard/operations/index.ts';
import { operations as inboundOperations } from '#mail/inbound/operations/index.ts';
import {
  consoleOperations as overviewConsoleOperations,
  operations as overviewOperations,
} from '#mail/overview/operations/index.ts';
import { operations as reportOperations } from '#mail/reports/operations/index.ts';
import { operations as sendingOperations } from '#mail/sending/operations/index.ts';
import { consoleOperations as testMailConsoleOperations } from '#mail/test-mails/operations/index.ts';
import { operations as triageOperations } from '#mail/triage/operations/index.ts';
import { operations as attachmentOperations } from '#mailbox/attachments/operations/index.ts';
import { operations as contactOperations } from '#mailbox/contacts/operations/index.ts';
import { operations as identityOperations } from '#mailbox/identities/operations/index.ts';
import {
  consoleOperations as messageConsoleOperations,
  operations as messageOperations,
} from '#mailbox/messages/operations/index.ts';
import { operations as suppressionOperations } from '#mailbox/suppressions/operations/index.ts';
import { operations as threadOperations } from '#mailbox/threads/operations/index.ts';
import { operations as uploadOperations } from '#mailbox/uploads/operations/index.ts';
import { operations as waitOperations } from '#mailbox/wait/operations/index.ts';
import { operations as platformOperations } from '#platform/operations/index.ts';
import { operations as searchOperations } from '#search/operations/index.ts';
import { operations as privacyOperations } from '#trust/privacy/operations/index.ts';
import { operations as signingOperations } from '#trust/signing/operations/index.ts';
import { operations as keyOperations } from '#workspace/api-keys/operations/index.ts';
import {
  consoleOperations as auditConsoleOperations,
  operations as auditOperations,
} from '#workspace/audit/operations/index.ts';
import {
  consoleOperations as domainConsoleOperations,
  operations as domainOperations,
} from '#workspace/domains/operations/index.ts';
import { operations as factorOperations } from '#workspace/factors/operations/index.ts';
import {
  consoleOperations as memberConsoleOperations,
  operations as memberOperations,
} from '#workspace/members/operations/index.ts';
import { consoleOperations as noticeConsoleOperations } from '#workspace/notifications/operations/index.ts';
import { consoleOperations as applicationConsoleOperations } from '#workspace/oauth/operations/index.ts';
import { operations as partnerOperations } from '#workspace/partners/operations/index.ts';
import { consoleOperations as paymentConsoleOperations } from '#workspace/payments/operations/index.ts';
import { operations as requestOperations } from '#workspace/requests/operations/index.ts';
import { operations as signInRuleOperations } from '#workspace/sign-in-rules/operations/index.ts';
import {
  consoleOperations as tenantConsoleOperations,
  operations as tenantOperations,
} from '#workspace/tenants/operations/index.ts';
import {
  consoleOperations as usageConsoleOperations,
  operations as usageOperations,
} from '#workspace/usage/operations/index.ts';
import { operations as webhookOperations } from '#workspace/webhooks/operations/index.ts';

// One line per room. Rooms export their operations without a type annotation, so that tRPC keeps their types.
const registered = [
  ...keyOperations,
  ...tenantOperations,
  ...memberOperations,
  ...partnerOperations,
  ...platformOperations,
  ...auditOperations,
  ...requestOperations,
  ...identityOperations,
  ...messageOperations,
  ...attachmentOperations,
  ...uploadOperations,
  ...threadOperations,
  ...inboundOperations,
  ...reportOperations,
  ...overviewOperations,
  ...explainOperations,
  ...signingOperations,
  ...searchOperations,
  ...sendingOperations,
  ...draftOperations,
  ...approvalOperations,
  ...triageOperations,
  ...domainOperations,
  ...webhookOperations,
  ...contactOperations,
  ...waitOperations,
  ...usageOperations,
  ...signInRuleOperations,
  ...factorOperations,
  ...suppressionOperations,
  ...privacyOperations,
];

// Operations for signed-in people on the console's pages. tRPC serves them behind the same guards. They are not part of the
// developer interface: they have no REST route and no MCP tool, and the OpenAPI document leaves them out.
const onlyInConsole = [
  ...auditConsoleOperations,
  ...tenantConsoleOperations,
  ...memberConsoleOperations,
  ...usageConsoleOperations,
  ...messageConsoleOperations,
  ...guardConsoleOperations,
  ...approvalConsoleOperations,
  ...overviewConsoleOperations,
  ...domainConsoleOperations,
  ...testMailConsoleOperations,
  ...paymentConsoleOperations,
  ...applicationConsoleOperations,
  ...noticeConsoleOperations,
];

/** The operations with their own types, for types that depend on the name of an operation. */
export type RegisteredOperation = (typeof registered)[number] | (typeof onlyInConsole)[number];

/** Every operation of the product: served over REST and tRPC, documented, and covered by the access tests. */
export const operations: readonly AnyOperation[] = registered;

/** The operations of the console alone. */
export const consoleOperations: readonly AnyOperation[] = onlyInConsole;
