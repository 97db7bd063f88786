/** Status of one recipient of an outbound message, and of the message as their roll-up (interface-spec 3.1). */
export const deliveryStatuses = [
  'queued',
  'submitted',
  'delivered',
  'deferred',
  'bounced',
  'complained',
  'rejected',
  'failed',
  'uncertain',
  'suppressed',
  'canceled',
] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/**
 * The first of these that a recipient has is the message's status: what needs a person, then what is still in
 * flight, then what went wrong, then what went well.
 */
const precedence: readonly DeliveryStatus[] = [
  'uncertain',
  'queued',
  'deferred',
  'submitted',
  'complained',
  'bounced',
  'rejected',
  'failed',
  'canceled',
  'delivered',
  'suppressed',
];

/** A suppressed recipient counts only when all are. */
export const rollUp = (deliveries: readonly DeliveryStatus[]): DeliveryStatus =>
  precedence.find((status) => deliveries.includes(status)) ?? 'suppressed';

/** Where each status can go; what is not listed cannot happen. */
const transitions: Record<DeliveryStatus, readonly DeliveryStatus[]> = {
  queued: [
    'submitted',
    'delivered',
    'deferred',
    'bounced',
    'rejected',
    'failed',
    'uncertain',
    'suppressed',
    'canceled',
  ],
  submitted: ['delivered', 'deferred', 'bounced', 'complained', 'rejected', 'suppressed'],
  deferred: ['submitted', 'delivered', 'bounced', 'rejected', 'failed', 'suppressed'],
  uncertain: ['submitted', 'delivered', 'deferred', 'bounced', 'complained', 'rejected', 'failed'],
  delivered: ['complained', 'bounced'],
  bounced: ['complained'],
  complained: [],
  rejected: [],
  failed: [],
  suppressed: [],
  canceled: [],
};

export const canMove = (from: DeliveryStatus, to: DeliveryStatus): boolean => transitions[from].includes(to);
