import { createDraft } from './create.ts';
import { deleteDraft } from './delete.ts';
import { listDraftsOperation } from './list.ts';
import { readDraft } from './read.ts';
import { readDraftAttachment } from './read-attachment.ts';
import { sendDraft } from './send.ts';
import { updateDraftOperation } from './update.ts';

export const operations = [
  createDraft,
  listDraftsOperation,
  readDraft,
  readDraftAttachment,
  updateDraftOperation,
  deleteDraft,
  sendDraft,
] as const;
