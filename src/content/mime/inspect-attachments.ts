import { type Inspection, inspectFile, measuringBudget } from '#content/files/index.ts';
import type { ParsedAttachment } from './types.ts';

/** Looks at every attachment of one message; what is spent on measuring archives is bounded for all of them together. */
export async function inspectAttachments(attachments: readonly ParsedAttachment[]): Promise<Inspection[]> {
  const budget = measuringBudget();
  const inspections: Inspection[] = [];
  for (const attachment of attachments) inspections.push(await inspectFile(attachment, budget));
  return inspections;
}
