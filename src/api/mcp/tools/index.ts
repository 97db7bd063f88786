import type { Tool } from '../tool.ts';
import { draftingTools } from './drafting.ts';
import { readingTools } from './reading.ts';
import { searchingTools } from './searching.ts';
import { sendingTools } from './sending.ts';
import { signingTools } from './signing.ts';

/** The tools of spec 4.14, in the order in which they are listed. */
export const tools: readonly Tool[] = [...readingTools, ...searchingTools, ...sendingTools, ...signingTools];

/** Tools beyond the specification, for keys that were given their permission by name. */
export const toolsByName: readonly Tool[] = draftingTools;
