import { invalidRequest } from '#kernel/catalogue/errors.ts';
import { toolGroups, toolsOf } from '#kernel/catalogue/mcp-tools.ts';
import { type ReadyTool, wholeCatalogue } from './catalogue.ts';

/** The tools of a connection: those of its key, narrowed by its URL: `/mcp?tools=read,mail_reply&schemas=full`. */
export type Connection = {
  /** Whether the connection has the tool; the key may still not be allowed to use it. */
  has(ready: ReadyTool): boolean;
  /** Lists tools with the whole schemas of their results instead of outlines. */
  hasWholeSchemas: boolean;
};

const groups: readonly string[] = ['all', ...toolGroups];

/**
 * @param ofKey the groups and tools that the key is narrowed to; empty for all
 * @throws AppError `invalid_request` for parameters and names that do not exist
 */
export function connectionOf(target: string, ofKey: readonly string[] = []): Connection {
  const own = toolsOf(ofKey);
  const mark = target.indexOf('?');
  if (mark === -1) return { has: within(own), hasWholeSchemas: false };
  const query = new URLSearchParams(target.slice(mark + 1));
  for (const name of query.keys())
    if (name !== 'tools' && name !== 'schemas')
      throw invalidRequest([
        { path: name.slice(0, 100), message: 'Remove it: this URL takes only `tools` and `schemas`.' },
      ]);
  const schemas = query.get('schemas');
  if (schemas !== null && schemas !== 'full')
    throw invalidRequest([{ path: 'schemas', message: 'Use the value `full`, or leave it out.' }]);
  const asked = toolsIn(query.getAll('tools'));
  return { has: within(own.intersection(asked)), hasWholeSchemas: schemas === 'full' };
}

const within =
  (tools: ReadonlySet<string>): Connection['has'] =>
  ({ tool }) =>
    tools.has(tool.name);

function toolsIn(lists: readonly string[]): ReadonlySet<string> {
  const words = lists.flatMap((list) => list.split(',')).map((word) => word.trim());
  const unknown = words.find((word) => !groups.includes(word) && !wholeCatalogue().has(word));
  if (unknown !== undefined || words.length > 100) {
    const message = `List tools or groups of tools (${groups.join(', ')}), separated by commas.`;
    throw invalidRequest([{ path: 'tools', message }]);
  }
  return toolsOf(words.includes('all') ? [] : words);
}
