import { invalidRequest } from '#kernel/catalogue/errors.ts';
import { type ReadyTool, wholeCatalogue } from './catalogue.ts';

/** What a connection asks for in the query of its URL: `/mcp?tools=read,mail_reply&schemas=full`. */
export type Connection = {
  /** Whether the connection has the tool; the key may still not be allowed to use it. */
  has(ready: ReadyTool): boolean;
  /** Lists tools with the whole schemas of their results instead of outlines. */
  hasWholeSchemas: boolean;
};

/** Groups of tools by what they do. */
const groups: Record<string, (ready: ReadyTool) => boolean> = {
  all: () => true,
  // Waiting hands out a code once, which is no change of the mail.
  read: ({ tool }) => tool.name === 'mail_wait' || (tool.effect.readOnlyHint && !isSigning(tool.name)),
  search: ({ tool }) => /^mail_(search|deep_search|find_related|search_contacts)$/.test(tool.name),
  send: ({ tool }) => tool.sends === true,
  organise: (ready) => !['read', 'send', 'sign'].some((other) => groups[other]!(ready)),
  sign: ({ tool }) => isSigning(tool.name),
};
const isSigning = (name: string): boolean => name.startsWith('mail_sign_');

const whole: Connection = { has: () => true, hasWholeSchemas: false };

/** @throws AppError `invalid_request` for parameters and names that do not exist */
export function connectionOf(target: string): Connection {
  const mark = target.indexOf('?');
  if (mark === -1) return whole;
  const query = new URLSearchParams(target.slice(mark + 1));
  for (const name of query.keys())
    if (name !== 'tools' && name !== 'schemas')
      throw invalidRequest([
        { path: name.slice(0, 100), message: 'Remove it: this URL takes only `tools` and `schemas`.' },
      ]);
  const schemas = query.get('schemas');
  if (schemas !== null && schemas !== 'full')
    throw invalidRequest([{ path: 'schemas', message: 'Use the value `full`, or leave it out.' }]);
  return { has: toolsIn(query.getAll('tools')), hasWholeSchemas: schemas === 'full' };
}

function toolsIn(lists: readonly string[]): Connection['has'] {
  if (lists.length === 0) return whole.has;
  const words = lists.flatMap((list) => list.split(',')).map((word) => word.trim());
  const unknown = words.find((word) => !Object.hasOwn(groups, word) && !wholeCatalogue().has(word));
  if (unknown !== undefined || words.length > 100) {
    const message = `Name tools or groups of tools (${Object.keys(groups).join(', ')}), separated by commas.`;
    throw invalidRequest([{ path: 'tools', message }]);
  }
  return (ready) => words.some((word) => word === ready.tool.name || groups[word]?.(ready) === true);
}
