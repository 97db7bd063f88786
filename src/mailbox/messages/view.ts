import { z } from 'zod';
import { maskReasons } from '#content/safe-view/index.ts';

/** The input of reads that have a safe view (decisions.md, Safe view). */
export const view = z
  .enum(['plain', 'agent'])
  .default('plain')
  .meta({
    description:
      '`agent` returns text that is safe to show to a model: only text that a person would see, without passages that are ' +
      'addressed to software, with the real hosts of links, and inside a random fence.',
  });

const masked = z.array(z.object({ start: z.int(), end: z.int(), reason: z.enum(maskReasons) }));
const links = z.array(z.object({ text: z.string(), host: z.string(), url: z.string() }));

/** The additional fields of a response for a model. */
export const fenceFields = {
  fence: z.string().optional().meta({
    description: 'With `view=agent`: the random token in the two lines that enclose untrusted text.',
  }),
  notice: z
    .string()
    .optional()
    .meta({ description: 'With `view=agent`: one sentence that says what the fence means.' }),
};
export const viewFields = {
  ...fenceFields,
  masked: masked.optional().meta({
    description: 'With `view=agent`: the masked passages of `text`. Positions are in UTF-16 code units.',
  }),
  links: links.optional().meta({
    description: 'With `view=agent`: the links of the message, each with its real host.',
  }),
};
