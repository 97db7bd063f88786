import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isSpecType,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { opensUrls } from './ask-approver.ts';
import { callTool, type Request } from './call.ts';
import { type ReadyTool, wholeCatalogue } from './catalogue.ts';
import { information, revisions } from './server.ts';
import type { Arguments } from './tool.ts';

/**
 * Answers a plain tool call directly, without the library's server, which costs several times as much as the call itself
 * (bench/mcp.ts). Most requests are plain calls. Any request that differs in the slightest goes to the library, which alone
 * decides what is valid and how errors are reported.
 */
export type PlainCall = {
  id: string | number;
  ready: ReadyTool;
  args: Arguments;
  /** Revision 2026-07-28, whose results name their kind and their server. */
  isModern: boolean;
};

const [MODERN, ...legacy] = revisions;
const RESERVED = 'io.modelcontextprotocol/';

const token = z.union([z.string(), z.int()]);
const isObject = (value: unknown): value is Arguments =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const envelope = {
  [PROTOCOL_VERSION_META_KEY]: z.literal(MODERN!),
  [CLIENT_INFO_META_KEY]: z.custom(isSpecType.Implementation).optional(),
  [CLIENT_CAPABILITIES_META_KEY]: z.custom(isSpecType.ClientCapabilities),
};

/** The protocol's own metadata keys; clients may add others. */
const metaOf = (known: z.ZodRawShape) =>
  z
    .looseObject({ ...known, progressToken: token.optional() })
    .refine((meta) => Object.keys(meta).every((key) => !key.startsWith(RESERVED) || key in known));

const messageWith = (_meta: z.ZodType) =>
  z.strictObject({
    jsonrpc: z.literal('2.0'),
    id: token,
    method: z.literal('tools/call'),
    params: z.strictObject({ name: z.string(), arguments: z.custom<Arguments>(isObject).optional(), _meta }),
  });

const modernMessage = messageWith(metaOf(envelope));
const legacyMessage = messageWith(metaOf({}).optional());

type Header = (name: string) => string | null;

/** @returns null when the library must answer */
export function plainCall(header: Header, message: { method?: unknown }): PlainCall | null {
  if (message.method !== 'tools/call') return null;
  const revision = header('mcp-protocol-version');
  const isModern = revision === MODERN;
  if (!isModern && revision !== null && !legacy.includes(revision)) return null;
  const { data } = (isModern ? modernMessage : legacyMessage).safeParse(message);
  if (!data) return null;
  const { id, params } = data;
  const isNamed = header('mcp-method') === 'tools/call' && header('mcp-name') === params.name;
  if (isModern && !isNamed) return null;
  const ready = wholeCatalogue().get(params.name);
  if (!ready || ready.tool.slow) return null;
  if (ready.tool.sends && opensUrls(params._meta)) return null;
  return { id, ready, args: params.arguments ?? {}, isModern };
}

/** @returns the response in JSON */
export async function answerOfPlainCall(
  request: Omit<Request, 'progress'>,
  { id, ready, args, isModern }: PlainCall,
): Promise<string> {
  const result = await callTool({ ...request, progress: null }, ready, args);
  const more = isModern && { resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: information } };
  return JSON.stringify({ result: { ...result, ...more }, jsonrpc: '2.0', id });
}
