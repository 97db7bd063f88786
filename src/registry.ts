import { operations as keyOperations } from '#api-keys/index.ts';
import { operations as attachmentOperations } from '#attachments/index.ts';
import { consoleOperations as auditConsoleOperations, operations as auditOperations } from '#audit/index.ts';
import { operations as contactOperations } from '#contacts/index.ts';
import { operations as eventOperations } from '#events/index.ts';
import { operations as identityOperations } from '#identities/index.ts';
import type { AnyOperation } from '#kernel/operation.ts';
import {
  consoleOperations as memberConsoleOperations,
  operations as memberOperations,
} from '#members/index.ts';
import { operations as messageOperations } from '#messages/index.ts';
import { operations as partnerOperations } from '#partners/index.ts';
import { operations as platformOperations } from '#platform-ops/index.ts';
import { operations as privacyOperations } from '#privacy/index.ts';

import { operations as quarantineOperations } from '#quarantine/index.ts';
import { operations as searchOperations } from '#search/index.ts';
import { operations as sendingOperations } from '#sending/index.ts';
import { operations as signingOperations } from '#signing/index.ts';
import { operations as suppressionOperations } from '#suppressions/index.ts';
import {
  consoleOperations as tenantConsoleOperations,
  operations as tenantOperations,
} from '#tenants/index.ts';
import { operations as threadOperations } from '#threads/index.ts';
import { operations as triageOperations } from '#triage/index.ts';
import { consoleOperations as usageConsoleOperations, operations as usageOperations } from '#usage/index.ts';
import { operations as waitOperations } from '#wait/index.ts';
import { operations as webhookOperations } from '#webhooks/index.ts';

// One line per room. Rooms export their operations without a type annotation, so that tRPC keeps their types.
const registered = [
  ...keyOperations,
  ...tenantOperations,
  ...memberOperations,
  ...partnerOperations,
  ...platformOperations,
  ...auditOperations,
  ...identityOperations,
  ...messageOperations,
  ...attachmentOperations,
  ...threadOperations,
  ...quarantineOperations,
  ...signingOperations,
  ...searchOperations,
  ...sendingOperations,
  ...triageOperations,
  ...webhookOperations,
  ...eventOperations,
  ...contactOperations,
  ...waitOperations,
  ...usageOperations,
  ...suppressionOperations,
  ...privacyOperations,
];

// What only signed-in people do, from the console's pages: tRPC serves it behind the same guards. It is no part of the
// developer interface: no REST route, no MCP tool, not in the OpenAPI document.
const onlyInConsole = [
  ...auditConsoleOperations,
  ...tenantConsoleOperations,
  ...memberConsoleOperations,
  ...usageConsoleOperations,
];

/** The operations with their own types, for what is typed by the name of an operation. */
export type RegisteredOperation = (typeof registered)[number] | (typeof onlyInConsole)[number];

/** Every operation of the product. What stands here is served over REST and tRPC, documented and tested for access. */
export const operations: readonly AnyOperation[] = registered;

/** The operations of the console alone. */
export const consoleOperations: readonly AnyOperation[] = onlyInConsole;
