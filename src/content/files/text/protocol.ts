import type { TextKind } from './text-kind.ts';

/** One file for the thread; it takes the bytes. */
export type TextRequest = { kind: TextKind; contentType: string; content: Uint8Array };

/** What the thread says: that it has loaded, each page as it is read, and the end. */
export type TextAnswer =
  | { type: 'started' }
  | { type: 'page'; text: string }
  | { type: 'done' }
  | { type: 'failed'; reason: string };
