import { z } from 'zod';
import type { Shape } from '../tool.ts';

/** Arguments that several tools describe alike. */
export const limitOf = (usual: number, max: number, description = 'Results per page.') =>
  z.int().min(1).max(max).default(usual).meta({ description });

export const pagingHint =
  'When there is more, the result says so and names the cursor to pass; the other arguments stay the same.';

/** The cursor of the next page. */
export const cursorOf = (schema: z.ZodType): z.ZodType =>
  schema.meta({ description: 'The `next_cursor` of the previous page.' });

/** A paged list, and the field to shorten when a page is too large. */
export const pageArgs = (shape: Shape, usual: number, max: number): Shape => ({
  limit: limitOf(usual, max),
  cursor: cursorOf(shape.cursor!),
});

export const pageRows = { field: 'data', limit: 'limit' };

/** The input without its default, so that the operation's own default applies. */
export const optional = (schema: z.ZodType): z.ZodOptional<z.ZodType> =>
  schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType).optional() : schema.optional();

export const timeHints = (shape: Shape): Shape => ({
  after: shape.after!.meta({ description: 'Only items after this time (RFC 3339, with an offset).' }),
  before: shape.before!.meta({
    description: 'Only items before this time (RFC 3339, with an offset).',
  }),
});
