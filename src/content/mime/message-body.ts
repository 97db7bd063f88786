import { clip } from '#kernel/base/clip.ts';
import { decodeText } from './charset.ts';
import type { EntityTree, LeafEntity } from './entity-tree.ts';
import { attachmentFilename, declaredFilename } from './filename.ts';
import { unflow } from './format-flowed.ts';
import { canHideText, HiddenTextFinder } from './hidden-text.ts';
import { htmlOfText, type SafeHtml, sanitizeBody } from './html-body.ts';
import { parseLimits } from './limits.ts';
import { safeText } from './safe-text.ts';
import { decodeTransfer } from './transfer-encoding.ts';
import type { ParsedAttachment, ParseFlag } from './types.ts';

/** The readable body of a message and its attached files. */
export interface MessageBody {
  text: string;
  html: string | null;
  /** The original HTML, shortened to a limit. It includes comments, styles and hidden parts. */
  sentHtml: string | null;
  /** Whether its HTML contains hidden text, or could not be checked for it. */
  hidesText: boolean;
  attachments: ParsedAttachment[];
  flags: Set<ParseFlag>;
}

/** One stretch of the body. An alternative holds both of its forms, any other text part one of them. */
interface Segment {
  alternative: string | null;
  text: string | null;
  html: string | null;
}

/** Characters of one text part that are looked at: more than are kept, so that it shows when some are cut. */
const readableChars = 2 * Math.max(parseLimits.textChars, parseLimits.htmlChars);

/** Decodes every leaf: text parts become the body in their order, all others attachments. */
export function readBody(raw: Buffer, tree: EntityTree, keepsDesign = false): MessageBody {
  const body: MessageBody = {
    ...{ text: '', html: null, sentHtml: null, hidesText: false },
    ...{ attachments: [], flags: new Set() },
  };
  const segments: Segment[] = [];
  for (const leaf of tree.leaves) {
    const bytes = decodeTransfer(raw.subarray(leaf.bodyStart, leaf.bodyEnd), leaf.encoding);
    if (isBodyText(leaf, segments.length === 0)) addText(segments, leaf, bytes);
    else if (!isUnreadableAlternative(leaf)) body.attachments.push(toAttachment(leaf, bytes));
  }
  renderSegments(body, segments, keepsDesign);
  if (isEncrypted(tree, body)) body.flags.add('encrypted');
  return body;
}

/** A text part without a filename is body; with one it is only when nothing stands before it. */
function isBodyText(leaf: LeafEntity, isFirst: boolean): boolean {
  if (leaf.type.value !== 'text/plain' && leaf.type.value !== 'text/html') return false;
  if (leaf.disposition.value === 'attachment') return false;
  return isFirst || leaf.alternative !== null || declaredFilename(leaf) === null;
}

/** AMP, enriched and watch forms repeat the content of other forms in formats that are not supported here. */
function isUnreadableAlternative(leaf: LeafEntity): boolean {
  const isText = leaf.type.value.startsWith('text/') && leaf.type.value !== 'text/calendar';
  return (
    leaf.alternative !== null &&
    isText &&
    leaf.disposition.value !== 'attachment' &&
    declaredFilename(leaf) === null
  );
}

function addText(segments: Segment[], leaf: LeafEntity, bytes: Uint8Array): void {
  const last = segments.at(-1);
  const joins = leaf.alternative !== null && last?.alternative === leaf.alternative;
  const segment: Segment = joins && last ? last : { alternative: leaf.alternative, text: null, html: null };
  if (segment !== last) segments.push(segment);
  const whole = clip(decodeText(bytes, leaf.type.parameters.get('charset')), readableChars);
  const decoded = whole.replace(/\r\n?/g, '\n');
  if (leaf.type.value === 'text/html') {
    segment.html = segment.html === null ? decoded : `${segment.html}\n${decoded}`;
    return;
  }
  const flowed = leaf.type.parameters.get('format')?.toLowerCase() === 'flowed';
  const text = flowed ? unflow(decoded, leaf.type.parameters.get('delsp')?.toLowerCase() === 'yes') : decoded;
  segment.text = segment.text === null ? text : `${segment.text}\n${text}`;
}

function renderSegments(body: MessageBody, segments: Segment[], keepsDesign: boolean): void {
  const sources = segments.flatMap(({ html }) => html ?? []);
  const whole = clip(sources.join('\n'), parseLimits.htmlChars);
  const finder = canHideText(whole) && !keepsDesign ? new HiddenTextFinder(whole) : null;
  const htmlPieces: string[] = [];
  const textPieces: string[] = [];
  let htmlRoom: number = parseLimits.htmlChars;
  for (const segment of segments) {
    // Some mailers send an empty text form with the HTML. Then the HTML is the content.
    const ownText = segment.text?.trim() ? segment.text : null;
    const safe =
      segment.html === null
        ? null
        : sanitizeWithin(body, segment.html, htmlRoom, {
            withText: ownText === null && !keepsDesign,
            observer: finder,
            keepsDesign,
          });
    htmlRoom -= segment.html?.length ?? 0;
    if (safe?.degraded && finder) body.hidesText = true;
    textPieces.push(ownText ?? safe?.text ?? '');
    if (sources.length > 0)
      htmlPieces.push(safe?.html ?? htmlOfText(clip(segment.text ?? '', parseLimits.htmlChars)));
  }
  const text = safeText(textPieces.join('\n')).replace(/^\n+|\s+$/g, '');
  if (text.length > parseLimits.textChars) body.flags.add('body_truncated');
  body.text = clip(text, parseLimits.textChars);
  body.html = sources.length > 0 ? htmlPieces.join('\n').trim() : null;
  body.sentHtml = sources.length > 0 ? safeText(whole) : null;
  if (finder?.hidesText()) body.hidesText = true;
}

function sanitizeWithin(
  body: MessageBody,
  source: string,
  room: number,
  options: Parameters<typeof sanitizeBody>[1],
): SafeHtml {
  const input = clip(source, Math.max(0, room));
  const safe = sanitizeBody(input, options);
  if (safe.truncated || input.length < source.length) body.flags.add('body_truncated');
  if (safe.degraded) body.flags.add('parse_degraded');
  return safe;
}

function toAttachment(leaf: LeafEntity, content: Uint8Array<ArrayBuffer>): ParsedAttachment {
  const inline =
    leaf.disposition.value === 'inline' || (leaf.disposition.value === '' && leaf.contentId !== null);
  return {
    filename: attachmentFilename(leaf),
    contentType: clip(safeText(leaf.type.value), 127),
    size: content.byteLength,
    disposition: inline ? 'inline' : 'attachment',
    contentId: leaf.contentId === null ? null : safeText(leaf.contentId),
    content,
    partPath: leaf.path,
  };
}

/** PGP/MIME (RFC 3156), S/MIME enveloped data (RFC 8551), and PGP armour in the text. */
function isEncrypted(tree: EntityTree, body: MessageBody): boolean {
  if (tree.multiparts.includes('multipart/encrypted')) return true;
  if (/^\s*-----BEGIN PGP MESSAGE-----/.test(body.text.slice(0, 1_000))) return true;
  return tree.leaves.some((leaf) => {
    if (!/^application\/(x-)?pkcs7-mime$/.test(leaf.type.value)) return false;
    const kind = leaf.type.parameters.get('smime-type')?.toLowerCase() ?? 'enveloped-data';
    return kind === 'enveloped-data' || kind === 'authenveloped-data';
  });
}
