import { createPartner } from './operations/create.ts';
import { deletePartner } from './operations/delete.ts';
import { listPartners } from './operations/list.ts';
import { readPartner } from './operations/read.ts';
import { updatePartner } from './operations/update.ts';

export { findPartner, lockPartner, type PartnerRow } from './repository.ts';
export { partnerTarget } from './target.ts';

export const operations = [createPartner, listPartners, readPartner, updatePartner, deletePartner] as const;
