import { eraser as keyEraser } from '#api-keys/index.ts';
import { eraser as attachmentEraser } from '#attachments/index.ts';
import { eraser as billingEraser } from '#billing/index.ts';
import { eraser as contactEraser } from '#contacts/index.ts';
import { eraser as eventEraser } from '#events/index.ts';
import { eraser as inboundEraser } from '#inbound/index.ts';
import { eraser as deadLetterEraser } from '#jobs/index.ts';
import type { Eraser } from '#kernel/erasure.ts';
import { idempotencyEraser } from '#kernel/idempotency-erasure.ts';
import { eraser as memberEraser } from '#members/index.ts';
import { eraser as messageEraser } from '#messages/index.ts';
import { eraser as notificationEraser } from '#notifications/index.ts';
import { eraser as exportEraser } from '#privacy/index.ts';
import { eraser as searchEraser } from '#search/index.ts';
import { eraser as sendingEraser } from '#sending/index.ts';
import { eraser as signingEraser } from '#signing/index.ts';
import { eraser as suppressionEraser } from '#suppressions/index.ts';
import { eraser as threadEraser } from '#threads/index.ts';
import { eraser as usageEraser } from '#usage/index.ts';
import { eraser as verificationEraser } from '#verification/index.ts';

/**
 * Every room that keeps something about a message, an identity, a counterparty or a tenant: one line each. What hangs
 * on messages goes before the messages, threads are counted after them. A function, because rooms import each other in
 * circles and not all are there when this file loads.
 */
export const erasers = (): readonly Eraser[] => [
  attachmentEraser,
  sendingEraser,
  idempotencyEraser,
  searchEraser,
  messageEraser,
  threadEraser,
  contactEraser,
  eventEraser,
  inboundEraser,
  exportEraser,
  suppressionEraser,
  signingEraser,
  verificationEraser,
  memberEraser,
  usageEraser,
  billingEraser,
  notificationEraser,
  deadLetterEraser,
  keyEraser,
];
