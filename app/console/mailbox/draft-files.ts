import { sessionPath } from '../data/place.ts';
import type { StoredDraft } from '../data/trpc.ts';
import { type Draft, type FileOfDraft, newKey } from './compose-draft.ts';

/** A file with its bytes in the form that the server accepts. */
export type AttachedFile = FileOfDraft & { content_base64: string };

/** Reads a file. @throws Error if the browser cannot read it */
export async function readFile(file: File): Promise<FileOfDraft> {
  return {
    id: newKey(),
    filename: file.name.slice(0, 255),
    content_type: file.type || 'application/octet-stream',
    content_base64: await base64Of(file),
    held: null,
    size: file.size,
  };
}

/** The files of a stored draft. Their bytes stay on the server until the message is sent. */
export const filesOfStored = ({ attachments, id: draft_id, identity_id }: StoredDraft): FileOfDraft[] =>
  attachments.map(({ id, filename, content_type, size }) => ({
    ...{ id, filename, content_type, size, content_base64: null },
    held: sessionPath(`/v1/identities/${identity_id}/drafts/${draft_id}/attachments/${id}`),
  }));

/** Loads the bytes of all files, so that the stored draft is no longer needed. @throws Error if a file cannot be loaded */
export async function withBytes(draft: Draft): Promise<Draft & { files: AttachedFile[] }> {
  const files = await Promise.all(
    draft.files.map(async (file) => ({
      ...file,
      content_base64: file.content_base64 ?? (await download(file)),
    })),
  );
  return { ...draft, files };
}

async function download({ held, filename }: FileOfDraft): Promise<string> {
  const response = await fetch(held!);
  if (!response.ok)
    throw new Error(
      `The file ${filename} could not be read (${response.status}). Remove it and attach it again.`,
    );
  return base64Of(await response.blob());
}

async function base64Of(blob: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
  return url.slice(url.indexOf(',') + 1);
}
