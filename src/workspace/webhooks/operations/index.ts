import { createOwnWebhook, createTenantWebhook } from './create.ts';
import { deleteWebhook } from './delete.ts';
import { listOwnWebhooks, listTenantWebhooks } from './list.ts';
import { listWebhookDeliveries } from './list-deliveries.ts';
import { readWebhook } from './read.ts';
import { readWebhookDelivery } from './read-delivery.ts';
import { replayWebhook } from './replay.ts';
import { rotateWebhookSecret } from './rotate-secret.ts';
import { testWebhook } from './send-test.ts';
import { updateWebhook } from './update.ts';

export const operations = [
  createOwnWebhook,
  createTenantWebhook,
  listOwnWebhooks,
  listTenantWebhooks,
  readWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  readWebhookDelivery,
  replayWebhook,
] as const;
