import { z } from 'zod';
import { id, mailbox, timestamp } from '#kernel/operation/schema.ts';
import { features } from '#workspace/billing/index.ts';
import { approvalMode } from '#workspace/tenants/index.ts';
import { MOST_COUNTED, MOST_SHOWN } from './repository.ts';

/** Anything that a caller may not read is null, here and in every other part. */
const orHidden = <Part extends z.ZodType>(part: Part) =>
  part.nullable().meta({ description: 'Null where the caller lacks the permission to read it.' });

const found = <Item extends z.ZodType>(item: Item) =>
  orHidden(
    z.object({
      count: z
        .int()
        .min(0)
        .max(MOST_COUNTED)
        .meta({ description: `${MOST_COUNTED} means that many or more.` }),
      items: z.array(item).max(MOST_SHOWN),
    }),
  );

const ofIdentity = { identity_id: id('identity'), display_name: z.string() };
const amount = z.int().min(0);

/** A setup step of a new workspace; null until it is done. */
const step = <Part extends z.ZodType>(part: Part) =>
  z.object({ is_done: z.boolean(), result: part.nullable() });

const setup = z
  .object({
    mailbox: step(z.object({ ...ofIdentity, address: z.string().nullable() })),
    mail_received: orHidden(
      step(
        z.object({
          identity_id: id('identity'),
          message_id: id('message'),
          thread_id: id('thread'),
          from: mailbox.nullable(),
          subject: z.string(),
          status: z.enum(['received', 'quarantined']),
          created_at: timestamp,
        }),
      ),
    ),
    key: orHidden(
      step(
        z.object({
          key_id: id('key'),
          name: z.string(),
          prefix: z.string().nullable(),
          created_at: timestamp,
        }),
      ),
    ),
    agent: orHidden(
      step(
        z.object({
          key_id: id('key'),
          name: z.string(),
          is_application: z
            .boolean()
            .meta({ description: 'An application that a person connected by OAuth.' }),
          at: timestamp.meta({
            description: 'The time of its last call, or the time at which it was connected.',
          }),
        }),
      ),
    ),
    webhook: orHidden(
      step(
        z.object({
          webhook_id: id('webhook'),
          url: z.string(),
          last_delivery: z
            .object({ status: z.string(), response_status: z.int().nullable(), created_at: timestamp })
            .nullable(),
        }),
      ),
    ),
    domain: orHidden(
      step(z.object({ domain_id: id('domain'), domain: z.string(), status: z.string() })).meta({
        description: 'Done as soon as one domain is healthy.',
      }),
    ),
    approval: step(z.object({ mode: approvalMode })).meta({
      description: 'Done as soon as the policy requires approval for some sends.',
    }),
  })
  .meta({ id: 'OverviewSetup' });

const needs = z
  .object({
    approvals: found(
      z.object({
        approval_id: id('approval'),
        ...ofIdentity,
        subject: z.string(),
        to: z.array(mailbox),
        reasons: z.array(z.string()),
        requested_at: timestamp,
        expires_at: timestamp,
      }),
    ),
    held: found(
      z.object({
        message_id: id('message'),
        thread_id: id('thread'),
        ...ofIdentity,
        from: mailbox.nullable(),
        subject: z.string(),
        reason: z.string().nullable(),
        created_at: timestamp,
      }),
    ),
    sends: found(
      z.object({
        message_id: id('message'),
        thread_id: id('thread'),
        ...ofIdentity,
        to: z.array(mailbox),
        subject: z.string(),
        status: z.enum(['uncertain', 'failed', 'bounced', 'rejected', 'complained']),
        created_at: timestamp,
      }),
    ),
    webhooks: found(
      z.object({
        webhook_id: id('webhook'),
        url: z.string(),
        enabled: z.boolean(),
        disabled_reason: z.enum(['failing', 'gone']).nullable(),
        failures: amount,
        failing_since: timestamp.nullable(),
      }),
    ),
    identities: found(
      z.object({ ...ofIdentity, pause_reason: z.string().nullable(), updated_at: timestamp }),
    ),
    domains: found(
      z.object({
        domain_id: id('domain'),
        domain: z.string(),
        status: z.string(),
        status_reason: z.string().nullable(),
        status_since: timestamp,
      }),
    ),
    limits: z.array(
      z.object({
        kind: z.enum(['workspace_sends', 'identity_sends', 'agentic_searches', 'plan']),
        feature: z
          .enum(features)
          .nullable()
          .meta({ description: 'For `plan`: the feature that the plan limits.' }),
        identity_id: id('identity').nullable(),
        display_name: z.string().nullable(),
        used: amount,
        limit: amount,
        resets_at: timestamp.nullable(),
      }),
    ),
  })
  .meta({ id: 'OverviewNeeds' });

const trend = z.object({ now: amount, before: amount });

const numbers = z
  .object({
    days: z.array(z.object({ day: z.string(), received: amount, sent: amount })).meta({
      description: 'The last 14 days, oldest first, including today.',
    }),
    received: trend.meta({ description: 'In the last 7 days and in the 7 days before.' }),
    sent: trend,
    troubled: orHidden(
      trend.meta({ description: 'Messages that failed, bounced, were rejected or were marked as spam.' }),
    ),
  })
  .meta({ id: 'OverviewNumbers' });

export const overview = z.object({ setup, needs, numbers }).meta({ id: 'Overview' });
export type Overview = z.input<typeof overview>;
