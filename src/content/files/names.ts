/** Types of documents, behind which a second extension can hide a program. */
const executable = new Set(
  'exe scr com pif bat cmd msi msp mst msc vb vbs vbe js jse mjs wsf wsh wsc hta lnk cpl jar ps1 psm1 psd1 reg scf inf sct chm dll sys drv ocx gadget application appref-ms url website apk app command dmg pkg deb rpm sh bash csh zsh iso img vhd vhdx one onepkg appx msix xll xpi'.split(
    ' ',
  ),
);

/** Disk images and code are executables where they are attached, but not where they lie in an archive of others. */
const executableOnlyAlone = new Set(['iso', 'img', 'mjs', 'sh', 'bash', 'csh', 'zsh', 'url', 'inf']);

/** Types of files that are opened to be read: what a second extension hides behind. */
const readable = new Set(
  'pdf doc docx xls xlsx ppt pptx odt ods odp rtf txt csv html htm jpg jpeg png gif bmp tif tiff webp heic mp3 mp4 wav avi mov zip eml msg'.split(
    ' ',
  ),
);

const macroEnabled = new Set('docm dotm xlsm xltm xlam xlsb pptm potm ppsm ppam sldm'.split(' '));

/** The last extension in lower case, '' when there is none. */
export const extensionOf = (filename: string): string =>
  /\.([^.\s/\\]{1,16})\s*$/.exec(filename)?.[1]?.toLowerCase() ?? '';

export const isExecutableName = (filename: string): boolean => executable.has(extensionOf(filename));

export const isExecutableEntry = (name: string): boolean =>
  isExecutableName(name) && !executableOnlyAlone.has(extensionOf(name));

export const isMacroName = (filename: string): boolean => macroEnabled.has(extensionOf(filename));

/** `invoice.pdf.exe`, also with spaces before the real extension: a program that looks like a document. */
export function hasDoubleExtension(filename: string): boolean {
  const real = extensionOf(filename);
  if (!executable.has(real) && real !== 'html' && real !== 'htm' && real !== 'svg') return false;
  const shown = filename.slice(0, filename.lastIndexOf('.')).trimEnd();
  const claimed = extensionOf(shown);
  return readable.has(claimed) && !['html', 'htm'].includes(claimed);
}
