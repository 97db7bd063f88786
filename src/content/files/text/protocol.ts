import type { TextKind } from './text-kind.ts';

/** One file for the thread; it takes the bytes. */
export type TextRequest = { kind: TextKind; contentType: string; content: Uint8Array };

/** Messages from the thread: it has loaded, a page was read, the file has ended. */
export type TextAnswer =
  | { type: 'started' }
  | { type: 'page'; text: string }
  | { type: 'done' }
  | { type: 'failed'; reason: string };
