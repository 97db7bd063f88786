import type { z } from 'zod';
import type { DeliveryRow } from './delivery-repository.ts';
import type { EndpointRow } from './repository.ts';
import type { deliverySchema, endpointSchema } from './schema.ts';

export const serializeEndpoint = (row: EndpointRow): z.input<typeof endpointSchema> => ({
  id: row.id,
  tenant_id: row.tenant_id,
  url: row.url,
  events: row.events,
  identity_ids: row.identity_ids.length === 0 ? null : row.identity_ids,
  description: row.description,
  enabled: row.enabled,
  disabled_reason: row.disabled_reason,
  failing_since: row.failing_since,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const serializeDelivery = (row: DeliveryRow): z.input<typeof deliverySchema> => row;
