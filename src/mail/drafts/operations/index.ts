import { createDraft } from './create.ts';
import { deleteDraft } from './delete.ts';
import { getDraft } from './get.ts';
import { getDraftAttachment } from './get-attachment.ts';
import { listDraftsOperation } from './list.ts';
import { sendDraft } from './send.ts';
import { updateDraftOperation } from './update.ts';

export const operations = [
  createDraft,
  listDraftsOperation,
  getDraft,
  getDraftAttachment,
  updateDraftOperation,
  deleteDraft,
  sendDraft,
] as const;
