import { z } from 'zod';
import { maskReasons } from '#content/safe-view/index.ts';

/** The input of reads that have a safe view (decisions-2, Safe view). */
export const view = z
  .enum(['plain', 'agent'])
  .default('plain')
  .meta({
    description:
      '`agent` returns text that is safe to show to a model: only what a person would see, without passages that are ' +
      'addressed to software, with the real hosts of links, and inside a random fence.',
  });

const masked = z.array(z.object({ start: z.int(), end: z.int(), reason: z.enum(maskReasons) }));
const links = z.array(z.object({ text: z.string(), host: z.string(), url: z.string() }));

/** What an answer has beside its usual fields when it is for a model. */
export const fenceFields = {
  fence: z.string().optional().meta({
    description: 'With `view=agent`: the random token of the two lines around untrusted text.',
  }),
  notice: z
    .string()
    .optional()
    .meta({ description: 'With `view=agent`: one sentence that says what the fence means.' }),
};
export const viewFields = {
  ...fenceFields,
  masked: masked.optional().meta({
    description:
      'With `view=agent`: the passages of `text` that are masked. Positions are in UTF-16 code units.',
  }),
  links: links.optional().meta({
    description: 'With `view=agent`: the links of the message, each with the host that it really leads to.',
  }),
};
