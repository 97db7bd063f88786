import {
  type Inspection,
  inspectFile,
  type MeasuringBudget,
  measuringBudget,
  risks,
} from '#content/files/index.ts';
import { readEntityTree } from './entity-tree.ts';
import { attachmentFilename } from './filename.ts';
import { readHeaderBlock } from './header-block.ts';
import { parseLimits } from './limits.ts';
import { decodeTransfer } from './transfer-encoding.ts';
import type { ParsedAttachment } from './types.ts';

/** Attached messages within each other that are looked into, and files of all of them together. */
const MAX_DEPTH = 4;
const MAX_FILES = 300;

type Budget = { measuring: MeasuringBudget; files: number };
type File = Pick<ParsedAttachment, 'filename' | 'contentType' | 'content'>;

/**
 * Inspects each attachment of a message. An attached message has the risk of its own attachments. The effort for
 * archives and attached messages is limited for all of them together.
 */
export async function inspectAttachments(attachments: readonly ParsedAttachment[]): Promise<Inspection[]> {
  const budget: Budget = { measuring: measuringBudget(), files: MAX_FILES };
  const inspections: Inspection[] = [];
  for (const attachment of attachments) inspections.push(await inspect(attachment, budget, 0));
  return inspections;
}

async function inspect(file: File, budget: Budget, depth: number): Promise<Inspection> {
  const inspection = await inspectFile(file, budget.measuring);
  if (!isMessage(file) || depth >= MAX_DEPTH) return inspection;
  const found = [inspection.risk];
  for (const inner of filesOf(file.content)) {
    if (budget.files <= 0) break;
    budget.files -= 1;
    found.push((await inspect(inner, budget, depth + 1)).risk);
  }
  return { ...inspection, risk: risks.find((risk) => found.includes(risk)) ?? null };
}

const isMessage = ({ contentType, filename }: File): boolean =>
  contentType === 'message/rfc822' ||
  contentType === 'message/global' ||
  /\.(?:eml|mht(?:ml)?)\s*$/i.test(filename);

/** The files of an attached message. Its own text is left out, as that of the message around it is. */
function* filesOf(content: Uint8Array): Generator<File> {
  const raw = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const header = readHeaderBlock(raw, 0, raw.length, {
    maxBytes: parseLimits.headerBytes,
    maxFields: parseLimits.headerFields,
  });
  for (const leaf of readEntityTree(raw, header).leaves) {
    const isText = leaf.type.value === 'text/plain' || leaf.type.value === 'text/html';
    if (isText && leaf.disposition.value !== 'attachment') continue;
    yield {
      filename: attachmentFilename(leaf),
      contentType: leaf.type.value,
      content: decodeTransfer(raw.subarray(leaf.bodyStart, leaf.bodyEnd), leaf.encoding),
    };
  }
}
