import { findNamesOperation } from './find-names.ts';
import { identityDays } from './list-identity-days.ts';
import { locate } from './locate.ts';
import { readOverview } from './read.ts';

export const operations = [readOverview] as const;
export const consoleOperations = [locate, identityDays, findNamesOperation] as const;
