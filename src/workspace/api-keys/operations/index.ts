import { createKey } from './create.ts';
import { getKey } from './get.ts';
import { listApiKeys } from './list.ts';
import { describeOwnKey } from './me.ts';
import { revokeKey } from './revoke.ts';
import { rotateKey } from './rotate.ts';

export const operations = [describeOwnKey, createKey, listApiKeys, getKey, revokeKey, rotateKey] as const;
