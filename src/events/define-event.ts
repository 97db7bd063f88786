import { z } from 'zod';
import type { EventType } from '#kernel/catalogue/event-types.ts';

/**
 * Whose `sequence` an event of a type takes part in (spec 6.1): its identity's, its domain's, its job's, or nobody's.
 * `identity?` is an identity's where one caused it; without one there is no sequence.
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
  /** When it happened, if that was not now. */
  occurred_at?: Date;
  /** The payload's `extracted_text` begins the extracted text of its `message`, so it is read from there and not stored again. */
  text_of_message?: boolean;
};

declare const checked: unique symbol;

/** An event to be recorded. Only a definition makes one, so its payload has been checked. */
export type NewEvent = Readonly<
  EventFields & {
    type: EventType;
    /** The identity, domain or job whose sequence it takes part in. */
    owner_id: string | null;
    identity_id: string | null;
    data: Record<string, unknown>;
    [checked]: true;
  }
>;

/** Makes events of one type. @throws ZodError when the payload is not what the definition says */
export type EventDefinition<T extends EventType = EventType> = {
  (fields: never): NewEvent;
  type: T;
  owner: SequenceOwner;
  payload: z.ZodObject;
};

/**
 * Declares an event type and its payload (spec 6.4) in the room that emits it. What the payload does not name never
 * leaves the deployment.
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
