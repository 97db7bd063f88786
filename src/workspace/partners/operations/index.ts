import { createPartner } from './create.ts';
import { deletePartner } from './delete.ts';
import { listPartners } from './list.ts';
import { readPartner } from './read.ts';
import { updatePartner } from './update.ts';

export const operations = [createPartner, listPartners, readPartner, updatePartner, deletePartner] as const;
