import { listQuarantined } from './list-quarantined.ts';
import { listQuarantinedOfTenant } from './list-quarantined-of-tenant.ts';
import { releaseMessageOperation } from './release.ts';

export const operations = [listQuarantined, listQuarantinedOfTenant, releaseMessageOperation];
