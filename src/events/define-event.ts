import { z } from 'zod';
import type { EventType } from '#kernel/catalogue/event-types.ts';

/**
 * The owner of the `sequence` that numbers the events of a type (spec 6.1): an identity, a domain, a job, or none.
 * `identity?` means the identity that caused the event, if there is one; otherwise the event has no number.
 */
export type SequenceOwner = keyof OwnerFields;

type OwnerFields = {
  identity: { identity_id: string };
  'identity?': { identity_id: string | null };
  domain: { domain_id: string };
  /** The erasure request or export; `identity.deleted` names its identity too. */
  job: { job_id: string; identity_id?: string };
  none: unknown;
};

type EventFields = {
  tenant_id: string | null;
  /** For a platform event without a tenant: the partner whose endpoints get it in addition to the deployment's. */
  partner_id?: string | null;
  /** When it happened, if not now. */
  occurred_at?: Date;
  /** The payload's `extracted_text` is the beginning of its message's, so it is read from there and not stored again. */
  text_of_message?: boolean;
};

declare const checked: unique symbol;

/** An event to be recorded. Only a definition can create one, so its payload has been checked. */
export type NewEvent = Readonly<
  EventFields & {
    type: EventType;
    /** The identity, domain or job whose sequence numbers it. */
    owner_id: string | null;
    identity_id: string | null;
    data: Record<string, unknown>;
    [checked]: true;
  }
>;

/** Creates events of one type. @throws ZodError if the payload does not match the definition */
export type EventDefinition<T extends EventType = EventType> = {
  (fields: never): NewEvent;
  type: T;
  owner: SequenceOwner;
  payload: z.ZodObject;
};

/**
 * Declares an event type and its payload (spec 6.4) in the room that emits it. Fields that the payload schema does not name
 * are never sent.
 */
export function defineEvent<T extends EventType, O extends SequenceOwner, S extends z.ZodRawShape>(
  type: T,
  owner: O,
  shape: S,
) {
  const payload = z.object(shape);
  type Fields = EventFields & OwnerFields[O] & { data: z.input<typeof payload> };
  const create = (fields: Fields): NewEvent => {
    const { data, ...rest } = fields as unknown as EventFields &
      Record<string, string | null> &
      Pick<Fields, 'data'>;
    const owner_id = rest.job_id ?? rest.domain_id ?? rest.identity_id ?? null;
    const identity_id = rest.identity_id ?? null;
    return { ...rest, type, owner_id, identity_id, data: payload.parse(data) } as unknown as NewEvent;
  };
  return Object.assign(create, { type, owner, payload });
}
