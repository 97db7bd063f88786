import { createDomain } from './create.ts';
import { deleteDomain } from './delete.ts';
import { listDomains } from './list.ts';
import { listDomainChecks } from './list-checks.ts';
import { probeDomain } from './probe.ts';
import { readDomain } from './read.ts';
import { readDomainGuide } from './read-guide.ts';
import { reproveDomain } from './reprove.ts';
import { updateDomainOperation } from './update.ts';
import { verifyDomain } from './verify.ts';

export const operations = [
  createDomain,
  listDomains,
  readDomain,
  updateDomainOperation,
  deleteDomain,
  verifyDomain,
  reproveDomain,
  probeDomain,
] as const;
export const consoleOperations = [listDomainChecks, readDomainGuide] as const;
