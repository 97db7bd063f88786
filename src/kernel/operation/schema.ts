import { z } from 'zod';
import { type IdKind, idPattern } from '../catalogue/ids.ts';
import { limits } from '../catalogue/limits.ts';

// Building blocks of inputs and outputs. They refuse NUL, which Postgres text cannot hold, and lone surrogates, which JSON
// cannot.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const controlCharactersButWhitespace = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const wellFormed = (text: string): boolean => text.isWellFormed();

/** Ends the check of a text that is too long: on megabytes, a pattern takes seconds or overflows the stack. */
const tooLong = { abort: true };

/** One line of text for people: no control characters, no lone surrogates. */
export const line = (max: number, min = 0) =>
  z
    .string()
    .min(min)
    .max(max, tooLong)
    .refine((text) => !controlCharacters.test(text), 'Use one line without control characters.')
    .refine(wellFormed, 'Use well-formed Unicode.');

/** A label of a message or thread (spec 2.6): one line without leading or trailing spaces. */
export const label = z
  .string()
  .trim()
  .min(1)
  .max(limits.labels.characters, tooLong)
  .refine((text) => !controlCharacters.test(text), 'Use one line without control characters.')
  .refine(wellFormed, 'Use well-formed Unicode.');

/** A set of labels: each once, in the given order, at most as many as a message can have. */
export const labels = z
  .array(label)
  .max(limits.labels.perMessage)
  .overwrite((list) => [...new Set(list)]);

/** Text of several lines. */
export const multiline = (max: number) =>
  z
    .string()
    .max(max, tooLong)
    .refine((text) => !controlCharactersButWhitespace.test(text), 'Remove the control characters.')
    .refine(wellFormed, 'Use well-formed Unicode.');

/** `type/subtype` with its parameters (RFC 2045 section 5.1): ASCII, as it is in header fields of mail and HTTP. */
export const mediaType = z
  .string()
  .min(3)
  .max(255, { abort: true })
  .regex(
    /^[A-Za-z0-9_!#$&^.+-]{1,127}\/[A-Za-z0-9_!#$&^.+-]{1,127} *(;[\x20-\x7e]*)?$/,
    'Use a media type, for example text/plain; charset=utf-8.',
  );

/** The email address of a person, as RFC 5321 bounds it (4.5.3.1). */
export const emailAddress = z
  .string()
  .max(254, tooLong)
  .regex(z.regexes.email, 'Use an email address, for example ada@example.com.')
  .refine((email) => email.indexOf('@') <= limits.localPart, 'Use at most 64 characters before the @.')
  .meta({ examples: ['ada@example.com'] });

/** An id in a body or answer, for example `thr_…`. Ids in paths are not validated: a malformed one is simply missing. */
export const id = (kind: IdKind) =>
  z
    .string()
    .regex(idPattern(kind), `Use the id of a ${kind.replaceAll('_', ' ')}.`)
    .meta({ examples: [`${exampleId(kind)}`] });

const exampleId = (kind: IdKind): string =>
  `${idPattern(kind).source.slice(1, 4)}_01K9ZZ5P6T3Q8V1W4X7Y2B0CDE`;

const ID_CHARACTERS = /^[\w-]{1,64}$/;
/** Whether the value has the characters of an id. Other values are never looked up. */
export const isWellFormedId = (id: unknown): id is string => typeof id === 'string' && ID_CHARACTERS.test(id);

/** An id as a path parameter. A malformed one becomes the empty string, which no row has, so it is simply missing. */
export const pathId = (kind: IdKind, description = `The ${kind}'s id.`) =>
  z
    .string()
    .overwrite((text) => (ID_CHARACTERS.test(text) ? text : ''))
    .meta({ description, examples: [exampleId(kind)] });

/** Whether both JavaScript and Postgres write the year with four digits in every time zone. */
function hasPlainYear(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return Number.isNaN(year) || (year >= 1900 && year <= 9998);
}

/** A time in a request: RFC 3339, converted to UTC with milliseconds. */
export const timestamp = z.iso
  .datetime({ offset: true, abort: true })
  .refine(hasPlainYear, { error: 'Use a year from 1900 to 9998.', abort: true })
  .overwrite((text) => new Date(text).toISOString())
  .meta({ examples: ['2026-11-21T09:30:00.000Z'] });

/** Metadata of identities and messages (spec 8.1): at most 16 keys, 512 bytes per value. */
export const metadata = z
  .record(line(64, 1), z.union([multiline(limits.metadata.valueBytes), z.number(), z.boolean(), z.null()]))
  .refine(
    (value) => Object.keys(value).length <= limits.metadata.keys,
    `Use at most ${limits.metadata.keys} keys.`,
  )
  .superRefine((value, context) => {
    for (const [key, item] of Object.entries(value)) {
      if (Buffer.byteLength(String(item)) > limits.metadata.valueBytes) {
        context.addIssue({
          code: 'custom',
          path: [key],
          message: `Use at most ${limits.metadata.valueBytes} bytes.`,
        });
      }
    }
  });

/** The pagination inputs of every list. */
export const pageInput = {
  limit: z
    .int()
    .min(1)
    .max(limits.pageSize.max)
    .default(limits.pageSize.default)
    .meta({ description: 'The number of rows per page.' }),
  cursor: z.string().max(2048).optional().meta({ description: 'The `next_cursor` of the previous page.' }),
};

/** `{data, next_cursor}` (spec 4.1). */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: 'Pass it as `cursor` to get the next page; null on the last page.' }),
  });

export const mailbox = z
  .object({ address: z.string(), name: z.string().nullable() })
  .meta({ id: 'Mailbox', description: 'An address with its display name. The name is untrusted text.' });
