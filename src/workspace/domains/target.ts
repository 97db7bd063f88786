import { AppError } from '#kernel/catalogue/errors.ts';
import type { Target } from '#kernel/operation/operation.ts';
import { type FoundDomain, findDomain } from './repository.ts';

/** The domain that a path names. A missing one and one out of reach give the same response. */
export const domainTarget: Target<FoundDomain> = {
  param: 'domain_id',
  notFound: 'domain_not_found',
  async resolve(db, actor, id) {
    const domain = await findDomain(db, actor, id);
    if (!domain) throw new AppError('domain_not_found');
    return domain;
  },
  tenantOf: (domain) => domain.tenant_id,
};

/** The same for writes, which a tenant that is being erased or has been erased does not accept (spec 4.3, rule 6). */
export const writableDomainTarget: Target<FoundDomain> = {
  ...domainTarget,
  async resolve(db, actor, id) {
    const domain = await domainTarget.resolve(db, actor, id);
    if (domain.tenant_status !== 'erasing' && domain.tenant_status !== 'erased') return domain;
    throw new AppError(actor.level === 'platform' ? 'tenant_erased' : 'domain_not_found');
  },
};
