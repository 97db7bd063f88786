import { listQuarantined } from './operations/list.ts';
import { releaseMessageOperation } from './operations/release.ts';

export const operations = [listQuarantined, releaseMessageOperation];
