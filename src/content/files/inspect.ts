import { hasScript } from './active-content.ts';
import { type ArchiveReport, measureArchive } from './archive.ts';
import { archiveBehind } from './archive-behind.ts';
import type { MeasuringBudget } from './gauge.ts';
import { extensionOf, hasDoubleExtension, isExecutableName, isMacroName } from './names.ts';
import { type Family, type Sniffed, sniff } from './sniff.ts';
import { expectedFamilies, refineOle, refineZip } from './types.ts';

/** Why a file is kept from agents (spec 2.6; issue 4), the gravest first. */
export const risks = [
  'archive_bomb',
  'double_extension',
  'executable',
  'macro',
  'encrypted_archive',
  'type_mismatch',
] as const;
export type Risk = (typeof risks)[number];

export type NamedFile = { filename: string; contentType: string; content: Uint8Array };

/** `contentType` is the detected type, or the declared type when the bytes do not reveal one. */
export type Inspection = { contentType: string; risk: Risk | null };

/** Looks at one attached file without running, unpacking or believing it. Never rejects. */
export async function inspectFile(file: NamedFile, budget: MeasuringBudget): Promise<Inspection> {
  const sniffed = sniff(file.content);
  const isMeasured = sniffed?.family === 'zip' || sniffed?.family === 'archive';
  const archive = isMeasured ? await measureArchive(file.content, sniffed.contentType, budget) : null;
  const contentType = actualType(file, sniffed, archive);
  const behind = archiveBehind(file.content, sniffed);
  const hidden = behind && (await measureArchive(behind.content, behind.contentType, budget));
  return {
    contentType,
    risk: riskOf(file, sniffed, hidden ? both(archive, hidden) : archive, hidden !== null),
  };
}

/** A file that two readers take for two archives has the dangers of both. */
const both = (one: ArchiveReport | null, other: ArchiveReport): ArchiveReport => ({
  bomb: other.bomb || (one?.bomb ?? false),
  unreadable: one?.unreadable ?? false,
  encrypted: other.encrypted || (one?.encrypted ?? false),
  macro: other.macro || (one?.macro ?? false),
  executable: other.executable || (one?.executable ?? false),
  names: one?.names ?? [],
});

function actualType(file: NamedFile, sniffed: Sniffed | null, archive: ArchiveReport | null): string {
  const extension = extensionOf(file.filename);
  if (sniffed?.family === 'zip') return refineZip(archive?.names ?? [], extension);
  if (sniffed?.family === 'ole') return refineOle(extension);
  // All text looks alike, so the declared type decides, unless it names something that is not text.
  if (sniffed?.family === 'text')
    return isTextual(file.contentType) ? file.contentType : textTypeOf(file, extension);
  if (sniffed) return sniffed.contentType;
  return expectedFamilies(file.contentType, '') === null ? file.contentType : 'application/octet-stream';
}

const isTextual = (contentType: string): boolean =>
  (contentType.startsWith('text/') && contentType !== 'text/html') ||
  contentType.startsWith('message/') ||
  /[/+](json|xml|yaml|x-yaml|javascript|sql|pgp-signature|pgp-keys|pgp-encrypted|pkcs7-signature|x-pem-file)$/.test(
    contentType,
  );

function textTypeOf({ contentType }: NamedFile, extension: string): string {
  if (extension === 'csv') return 'text/csv';
  return expectedFamilies(contentType, '') === null && contentType !== 'application/octet-stream'
    ? contentType
    : 'text/plain';
}

function riskOf(
  file: NamedFile,
  sniffed: Sniffed | null,
  archive: ArchiveReport | null,
  isTwoFiles: boolean,
): Risk | null {
  if (archive?.bomb) return 'archive_bomb';
  if (hasDoubleExtension(file.filename)) return 'double_extension';
  if (sniffed?.family === 'executable' || isExecutableName(file.filename) || archive?.executable)
    return 'executable';
  if (archive?.macro || isMacroName(file.filename) || hasOleStream(file, sniffed, '_VBA_PROJECT'))
    return 'macro';
  if (archive?.encrypted || hasOleStream(file, sniffed, 'EncryptedPackage')) return 'encrypted_archive';
  // Programs store whole documents in compound files, so an archive in one of these is no disguise.
  const isDisguised = isTwoFiles && sniffed?.family !== 'ole';
  if (archive?.unreadable || isDisguised || isMismatch(file, sniffed)) return 'type_mismatch';
  return hasScript(file, sniffed) ? 'macro' : null;
}

/** Names in a compound file's directory are UTF-16 (MS-CFB 2.6.1). */
const hasOleStream = ({ content }: NamedFile, sniffed: Sniffed | null, name: string): boolean =>
  sniffed?.family === 'ole' &&
  Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes(Buffer.from(name, 'utf16le'));

/** The name, or the declared type, promises a family that the bytes are not of. */
function isMismatch({ filename, contentType, content }: NamedFile, sniffed: Sniffed | null): boolean {
  if (content.length === 0) return false;
  const fits = (expected: readonly (Family | 'unknown')[] | null): boolean =>
    expected === null || expected.includes(sniffed?.family ?? 'unknown');
  return !fits(expectedFamilies('', extensionOf(filename))) || !fits(expectedFamilies(contentType, ''));
}
