import { z } from 'zod';
import { exportedDraft } from '#mail/drafts/index.ts';
import { message } from '#mailbox/messages/index.ts';

/** The JSON Schema of a file of an export that is a list. Later versions add fields but remove none. */
const listOf = (item: z.ZodType, title: string, description: string) => ({
  ...z.toJSONSchema(z.array(item), {
    target: 'draft-2020-12',
    io: 'output',
    override: ({ jsonSchema }) => {
      // A closed object would make every new field an error.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  }),
  title,
  description,
});

/** By the names of their files in docs/exports. */
export const exportSchemas: Readonly<Record<string, object>> = {
  'messages.schema.json': listOf(
    message,
    'messages.json',
    'The messages of an export, oldest first in each mailbox.',
  ),
  'drafts.schema.json': listOf(exportedDraft, 'drafts.json', 'The drafts of an export.'),
};
