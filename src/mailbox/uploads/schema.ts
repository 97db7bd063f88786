import { z } from 'zod';
import { timestamp } from '#kernel/operation/schema.ts';

/** A file that can be attached by its id (decisions.md, Files and views). */
export const upload = z
  .object({
    id: z.string(),
    filename: z.string(),
    content_type: z.string(),
    size: z.int().meta({ description: 'Bytes.' }),
    sha256: z.string().meta({ description: 'The SHA-256 hash of the bytes, in hexadecimal.' }),
    expires_at: timestamp.meta({ description: 'The file can be attached until this time.' }),
  })
  .meta({ id: 'Upload' });
