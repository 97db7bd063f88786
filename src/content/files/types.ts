import type { Family } from './sniff.ts';

type Expected = readonly (Family | 'unknown')[];

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

/** Office types in a zip, by extension. */
export const zipTypes: Record<string, string> = {
  docx: `${OOXML}.wordprocessingml.document`,
  xlsx: `${OOXML}.spreadsheetml.sheet`,
  pptx: `${OOXML}.presentationml.presentation`,
  odt: `${ODF}.text`,
  ods: `${ODF}.spreadsheet`,
  odp: `${ODF}.presentation`,
};

const moreZipTypes: Record<string, string> = {
  epub: 'application/epub+zip',
  jar: 'application/java-archive',
  apk: 'application/vnd.android.package-archive',
  docm: 'application/vnd.ms-word.document.macroenabled.12',
  xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
  pptm: 'application/vnd.ms-powerpoint.presentation.macroenabled.12',
};

const oleTypes: Record<string, string> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  msg: 'application/vnd.ms-outlook',
  msi: 'application/x-msi',
};

/** The kind of a zip: by the files that each format prescribes, and by the extension where kinds share them. */
export function refineZip(names: readonly string[], extension: string): string {
  const has = (start: string): boolean => names.some((name) => name.startsWith(start));
  if (has('[Content_Types].xml')) {
    const kind = has('word/') ? 'docx' : has('xl/') ? 'xlsx' : has('ppt/') ? 'pptx' : null;
    if (kind === null) return 'application/zip';
    const withMacros = moreZipTypes[`${kind.slice(0, 3)}m`]!;
    return extension.endsWith('m') || names.some((name) => name.endsWith('vbaProject.bin'))
      ? withMacros
      : zipTypes[kind]!;
  }
  if (names.includes('mimetype') && names.includes('content.xml')) {
    return zipTypes[['odt', 'ods', 'odp'].includes(extension) ? extension : 'odt']!;
  }
  if (names.includes('mimetype') && has('META-INF/container.xml')) return moreZipTypes.epub!;
  if (has('META-INF/MANIFEST.MF')) return moreZipTypes[has('AndroidManifest.xml') ? 'apk' : 'jar']!;
  return 'application/zip';
}

export const refineOle = (extension: string): string => oleTypes[extension] ?? 'application/x-ole-storage';

const image: Expected = ['image'];
const media: Expected = ['media', 'unknown'];
const office: Expected = ['zip', 'ole'];
// Programs write html, csv and rtf under these names, and always have.
const oldOffice: Expected = ['ole', 'zip', 'rtf', 'html', 'text'];
const archive: Expected = ['archive', 'zip'];
const text: Expected = ['text', 'html', 'svg', 'rtf', 'unknown'];

const groups: readonly { expected: Expected; extensions: string; types: RegExp }[] = [
  { expected: ['pdf'], extensions: 'pdf', types: /^application\/(x-)?pdf$/ },
  { expected: ['svg', 'text'], extensions: 'svg', types: /^image\/svg\+xml$/ },
  {
    expected: image,
    extensions: 'png jpg jpeg gif tif tiff webp heic',
    types: /^image\/(png|jpe?g|pjpeg|gif|tiff|webp|heic|avif)$/,
  },
  {
    expected: office,
    extensions: 'docx xlsx pptx odt ods odp',
    types: /^application\/vnd\.(openxmlformats-officedocument|oasis\.opendocument)\.[a-z.]+$/,
  },
  {
    expected: oldOffice,
    extensions: 'doc xls ppt',
    types: /^application\/(msword|vnd\.ms-(excel|powerpoint))$/,
  },
  { expected: ['rtf', 'text'], extensions: 'rtf', types: /^(application|text)\/rtf$/ },
  { expected: ['zip'], extensions: 'zip', types: /^application\/(x-)?zip(-compressed)?$/ },
  {
    expected: archive,
    extensions: 'gz tgz 7z rar bz2 xz',
    types: /^application\/(x-)?(gzip|7z-compressed|rar-compressed|bzip2|xz)$|^application\/vnd\.rar$/,
  },
  { expected: ['archive'], extensions: 'tar', types: /^application\/x-tar$/ },
  { expected: media, extensions: 'mp3 mp4 wav ogg flac mov avi webm', types: /^(audio|video)\// },
  { expected: ['html', 'text', 'svg', 'unknown'], extensions: 'html htm', types: /^text\/html$/ },
  {
    expected: text,
    extensions: 'txt csv log md ics vcf json xml',
    types: /^text\/(plain|csv|markdown|calendar|vcard|xml)$|^application\/(json|xml)$/,
  },
];

const byExtension = new Map(
  groups.flatMap(({ expected, extensions }) =>
    extensions.split(' ').map((extension) => [extension, expected]),
  ),
);

/**
 * The families of files for a declared type or an extension (the one that is not ''); null when nothing is known
 * about it.
 */
export function expectedFamilies(contentType: string, extension: string): Expected | null {
  if (extension) return byExtension.get(extension) ?? null;
  return groups.find(({ types }) => types.test(contentType))?.expected ?? null;
}
