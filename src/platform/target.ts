import { z } from 'zod';
import { type DeadLetterRow, findDeadLetter } from '#jobs/index.ts';
import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { type RotatedPurpose, ringPurposes } from '#kernel/keys/key-ring.ts';
import type { Target } from '#kernel/operation/operation.ts';
import { type CapturedRow, findCaptured } from '#mail/sending/index.ts';
import { findMaintenance, type MaintenanceRow } from './repository.ts';

// All of these belong to the deployment, so only platform keys reach them.

export const deadLetterTarget: Target<DeadLetterRow> = {
  param: 'dlq_id',
  notFound: 'dlq_item_not_found',
  async resolve(db, actor, id) {
    const item = actor.level === 'platform' ? await findDeadLetter(db, id) : null;
    if (!item) throw new AppError('dlq_item_not_found');
    return item;
  },
  tenantOf: () => null,
};

export const maintenanceTarget: Target<MaintenanceRow> = {
  param: 'job_id',
  notFound: 'job_not_found',
  async resolve(db, actor, id) {
    const job = actor.level === 'platform' ? await findMaintenance(db, id) : null;
    if (!job) throw new AppError('job_not_found');
    return job;
  },
  tenantOf: () => null,
};

/** The id of a captured message, a ULID. An id of another form is simply not found. */
export const mailId = z
  .string()
  .overwrite((text) => (/^\w{1,64}$/.test(text) ? text : ''))
  .meta({ description: 'The id of a message in the outbox.', examples: ['01K9ZZ5P6T3Q8V1W4X7Y2B0CDE'] });

export const capturedTarget: Target<CapturedRow> = {
  param: 'mail_id',
  notFound: 'message_not_found',
  async resolve(db, actor, id) {
    const mail = actor.level === 'platform' ? await findCaptured(db, id) : null;
    if (!mail) throw new AppError('message_not_found');
    return mail;
  },
  tenantOf: () => null,
};

/** A purpose of the key ring. Anything else is invalid input and not a missing route. */
export const purposeTarget: Target<RotatedPurpose> = {
  param: 'purpose',
  notFound: 'invalid_request',
  async resolve(_db, _actor, id) {
    const purpose = ringPurposes.find((known) => known === id);
    if (!purpose)
      throw invalidRequest([{ path: 'purpose', message: `Use one of ${ringPurposes.join(', ')}.` }]);
    return purpose;
  },
  tenantOf: () => null,
};
