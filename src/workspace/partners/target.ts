import { AppError } from '#kernel/catalogue/errors.ts';
import type { Target } from '#kernel/operation/operation.ts';
import { findPartner, type PartnerRow } from './repository.ts';

/** The partner that a path names, deleted ones included. Partners are within reach of platform keys only. */
export const partnerTarget: Target<PartnerRow> = {
  param: 'partner_id',
  notFound: 'partner_not_found',
  async resolve(db, actor, id) {
    const partner = actor.level === 'platform' ? await findPartner(db, id) : null;
    if (!partner) throw new AppError('partner_not_found');
    return partner;
  },
  tenantOf: () => null,
};

/** A deleted partner can be read, but nothing else (interface-spec 4.3). @throws AppError `partner_not_found` */
export function assertNotDeleted(partner: PartnerRow | null): asserts partner is PartnerRow {
  if (!partner || partner.status === 'deleted') throw new AppError('partner_not_found');
}

/** The partner that a path names, for writes. */
export const livePartnerTarget: Target<PartnerRow> = {
  ...partnerTarget,
  async resolve(db, actor, id) {
    const partner = await partnerTarget.resolve(db, actor, id);
    assertNotDeleted(partner);
    return partner;
  },
};
