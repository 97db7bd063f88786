import { dropSpare, keepSpare, spareOf } from '../data/spare.ts';
import type { About, Draft } from './compose-draft.ts';

/** The text of a composition, which this tab keeps. Files are too large for its storage. */
type Words = Pick<Draft, 'from' | 'to' | 'cc' | 'bcc' | 'subject' | 'text'>;
/** Kept text with the form that wrote it. If two forms show the same text, only the later one saves it. */
type Spare = { words: Words; writer: string };

const keyOf = ({ identity, mode, message }: About, draftId: string | null): string =>
  [identity.id, mode, message?.id ?? '', draftId ?? ''].join(' ');

/** The text of this composition that the server did not get, because it was down or the session had ended. */
export const spareWords = (about: About, draftId: string | null): Words | null =>
  spareOf<Spare>(keyOf(about, draftId))?.words ?? null;

export const spareWriter = (about: About, draftId: string | null): string | null =>
  spareOf<Spare>(keyOf(about, draftId))?.writer ?? null;

export function keepSpareWords(about: About, draftId: string | null, draft: Draft, writer: string): void {
  const { from, to, cc, bcc, subject, text } = draft;
  keepSpare(keyOf(about, draftId), { words: { from, to, cc, bcc, subject, text }, writer } satisfies Spare);
}

export const dropSpareWords = (about: About, draftId: string | null): void =>
  dropSpare(keyOf(about, draftId));
