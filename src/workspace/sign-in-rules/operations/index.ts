import { changeSignInRules } from './change.ts';
import { readSignInRules } from './read.ts';

export const operations = [readSignInRules, changeSignInRules] as const;
