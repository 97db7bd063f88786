import { createOwnWebhook, createTenantWebhook } from './create.ts';
import { deleteWebhook } from './delete.ts';
import { getWebhook } from './get.ts';
import { getWebhookDelivery } from './get-delivery.ts';
import { listOwnWebhooks, listTenantWebhooks } from './list.ts';
import { listWebhookDeliveries } from './list-deliveries.ts';
import { replayWebhook } from './replay.ts';
import { rotateWebhookSecret } from './rotate-secret.ts';
import { testWebhook } from './send-test.ts';
import { updateWebhook } from './update.ts';

export const operations = [
  createOwnWebhook,
  createTenantWebhook,
  listOwnWebhooks,
  listTenantWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  replayWebhook,
] as const;
