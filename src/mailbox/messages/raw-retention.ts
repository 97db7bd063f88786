import { after, DAY } from '#kernel/base/clock.ts';

type Retention = { retention: { raw_days: number } };

/** Whether the raw bytes of a message are past the tenant's `policy.retention.raw_days` (interface-spec 2.3, 4.6). */
export const isRawExpired = (createdAt: string, { retention }: Retention, now: Date): boolean =>
  after(new Date(createdAt), retention.raw_days * DAY) <= now;
