import { createOwnWebhook, createTenantWebhook } from './operations/create.ts';
import { deleteWebhook } from './operations/delete.ts';
import { getWebhook } from './operations/get.ts';
import { getWebhookDelivery } from './operations/get-delivery.ts';
import { listOwnWebhooks, listTenantWebhooks } from './operations/list.ts';
import { listWebhookDeliveries } from './operations/list-deliveries.ts';
import { replayWebhook } from './operations/replay.ts';
import { rotateWebhookSecret } from './operations/rotate-secret.ts';
import { testWebhook } from './operations/send-test.ts';
import { updateWebhook } from './operations/update.ts';

export { startDeliverer } from './deliverer.ts';
export { measureDeliveries } from './delivery-repository.ts';
export { fanOut } from './fan-out.ts';
export { deleteEndpointsOfPartner } from './repository.ts';
export { deleteOldDeliveries } from './retention-repository.ts';

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
