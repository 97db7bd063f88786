import { listQuarantined } from './list-quarantined.ts';
import { releaseMessageOperation } from './release.ts';

export const operations = [listQuarantined, releaseMessageOperation];
