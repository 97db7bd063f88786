import { AppError, type ErrorCode, envelopeOf, invalidRequest } from '#kernel/catalogue/errors.ts';
import { type Actor, hasOneMailbox } from '#kernel/operation/actor.ts';
import { asKnown } from '#kernel/operation/failure.ts';
import { admit, checkInput, type Outcome, perform } from '#kernel/operation/pipeline.ts';
import type { RateLimitState } from '#kernel/operation/rate-limit.ts';
import type { Services } from '#kernel/operation/services.ts';
import { identityWithAddress } from '#mailbox/identities/index.ts';
import { viewOf, withoutInnerFences } from './agent-view.ts';
import { mailboxesOf, type ReadyTool } from './catalogue.ts';
import { derivedKey } from './derived-key.ts';
import { fitsAsText, rowsThatFit, shrunk } from './fit.ts';
import { followed, type Progress, streamed } from './steps.ts';
import type { Arguments, Body, ToolContext } from './tool.ts';
import { delimited } from './untrusted-block.ts';
import { wordsFor } from './words.ts';

/** The parts of a protocol request that a tool needs. */
export type Request = {
  services: Services;
  actor: Actor;
  requestId: string;
  onRateLimit(state: RateLimitState): void;
  /** Called when a tool refuses, because HTTP does not show it. */
  onRefusal(code: ErrorCode): void;
  /** Aborts when the client disconnects or cancels. */
  signal(): AbortSignal;
  authorization: string | null;
  /** Reports a step to the client before the result; null if the client did not request progress. */
  progress: Progress | null;
};

export type ToolResult = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Body;
  isError?: boolean;
};

/** Runs a tool. A refusal is a result that says how to fix it; an unforeseen error reveals nothing. */
export async function callTool(request: Request, ready: ReadyTool, args: Arguments): Promise<ToolResult> {
  try {
    return await resultOf(request, ready, args);
  } catch (error) {
    const { requestId, services } = request;
    const known = error instanceof AppError ? error : asKnown(error, requestId, services.log);
    request.onRefusal(known.code);
    return refusal(known, requestId);
  }
}

function refusal(error: AppError, requestId: string): ToolResult {
  const envelope = envelopeOf(error, requestId);
  const wait = error.retryAfter === undefined ? {} : { retry_after: error.retryAfter };
  const text = JSON.stringify({ error: { ...envelope.error, ...wait } });
  return { content: [{ type: 'text', text }], isError: true };
}

async function resultOf(request: Request, ready: ReadyTool, args: Arguments): Promise<ToolResult> {
  const { tool } = ready;
  const call = await prepared(request, ready, args);
  const outcome = await call.run(call.input);
  const given = outcome.bytes ? await followed(outcome.bytes, request) : (outcome.body as Body);
  const whole = shaped(call, given);
  let result = finished(call, whole);
  let text = JSON.stringify(result);
  if (!fitsAsText(text)) {
    result = finished(call, await shortened(call, whole));
    text = JSON.stringify(result);
  }
  const words = wordsFor(tool, result, { replayed: outcome.replayed, derived: call.isDerived });
  const content = [text, ...words].map((each) => ({ type: 'text' as const, text: each }));
  return { content, structuredContent: result };
}

/** Converts the operation's answer to the tool's result. */
function shaped({ ready: { tool }, args, at }: Prepared, answer: Body): Body {
  const body = withoutInnerFences(answer, args);
  return { truncated: false, ...(tool.mapResult ? tool.mapResult.body(body, args, at) : body) };
}

function finished({ ready: { tool }, key }: Prepared, body: Body): Body {
  const named = tool.sends && key !== null ? { ...body, idempotency_key: key } : body;
  return tool.isMail ? delimited(named) : named;
}

type Prepared = {
  ready: ReadyTool;
  args: Arguments;
  input: Arguments;
  key: string | null;
  isDerived: boolean;
  at: ToolContext;
  run(input: Arguments): Promise<Outcome>;
};

/**
 * Runs the guards of every transport, in the same order; then checks the arguments, first by the tool's own rules and
 * then by the operation's.
 */
async function prepared(request: Request, ready: ReadyTool, args: Arguments): Promise<Prepared> {
  const { services, actor, requestId, onRateLimit } = request;
  const { tool } = ready;
  const { binding, operation } = chosen(ready, args);
  const needed = [...(tool.alsoNeeds ?? []), ...(tool.byName ? [tool.byName] : [])];
  const missing = needed.find((permission) => !actor.permissions.has(permission));
  let place: Arguments = {};
  const path = async () => {
    if (missing) throw new AppError('permission_denied', { required: missing });
    if (tool.levels && !tool.levels.includes(actor.level)) {
      throw new AppError('scope_denied', { levels: [...tool.levels] });
    }
    place = await placeOfCall(request, ready, args);
    return { ...args, ...place };
  };
  const target = await admit(services, operation, actor, path, onRateLimit);
  const { identity: _identity, ...own } = withoutIdentityOfKey(actor, ready, args);
  const { idempotency_key, ...asked } = own;
  const input = {
    ...binding.input(asked),
    ...(request.progress && tool.slow && streamed(operation)),
    ...viewOf(operation, actor, asked),
    ...place,
  };
  const isDerived = tool.sends === true && idempotency_key === undefined && asked.dry_run !== true;
  const key = isDerived
    ? await derivedKey(request, operation, input)
    : ((idempotency_key as string | undefined) ?? null);
  const run = (rawInput: Arguments) =>
    perform({
      operation,
      services,
      actor,
      target,
      rawInput,
      requestId,
      onRateLimit,
      idempotencyKey: key,
      signal: request.signal,
      header: (name) => headerOf(request, name),
    });
  const at = { services, tenantId: operation.target.tenantOf(target) };
  return { ready, args, input, at, key: asked.dry_run === true ? null : key, isDerived, run };
}

/** The HTTP headers that operations may read. Only clients that want progress get a stream. */
function headerOf({ authorization, progress }: Request, name: string): string | null {
  if (name === 'authorization') return authorization;
  return name === 'accept' && progress ? 'text/event-stream' : null;
}

function chosen({ tool, bindings }: ReadyTool, args: Arguments): ReadyTool['bindings'][number] {
  const name = tool.choose?.(args);
  return bindings.find(({ operation }) => operation.name === name) ?? bindings[0]!;
}

/** The tool's own rules for arguments. @throws AppError `invalid_request` */
function withoutIdentityOfKey(actor: Actor, ready: ReadyTool, args: Arguments): Arguments {
  if (hasOneMailbox(actor) && args.identity !== undefined && ready.tool.mailbox !== 'never') {
    const message = 'Leave this argument out: the key belongs to one identity.';
    throw invalidRequest([{ path: 'identity', message }]);
  }
  return checkInput(ready.input(mailboxesOf(actor)), args);
}

/** The path parameters that a REST client would send: the identity, or the tenant. */
async function placeOfCall(
  { services, actor }: Request,
  { tool }: ReadyTool,
  args: Arguments,
): Promise<Arguments> {
  if (tool.mailbox === 'never') return {};
  const isMailbox = tool.mailbox === 'always' || tool.mailbox(args);
  if (!isMailbox) return { tenant_id: args.tenant_id ?? actor.tenant_id ?? missing('tenant_id') };
  if (hasOneMailbox(actor)) return { identity_id: actor.identity_id };
  const named = typeof args.identity === 'string' && args.identity ? args.identity : missing('identity');
  if (!named.includes('@')) return { identity_id: named };
  const found = named.length <= 320 && (await identityWithAddress(services.db, actor, named.toLowerCase()));
  if (!found) throw new AppError('identity_not_found');
  return { identity_id: found.id };
}

function missing(path: 'identity' | 'tenant_id'): never {
  const message =
    path === 'identity'
      ? 'Required: name the mailbox by its id or one of its addresses (mail_list_identities lists them).'
      : 'Required with a platform or partner key: name the tenant.';
  throw invalidRequest([{ path, message }]);
}

/** Shortens a result that is too large. For a list it asks for a smaller page, whose cursor continues after it. */
async function shortened(call: Prepared, whole: Body): Promise<Body> {
  const { rows } = call.ready.tool;
  const list = rows && (whole[rows.field] as unknown[] | undefined);
  if (!rows || !list || list.length < 2) return shrunk({ ...whole, truncated: true });
  const count = rowsThatFit(whole, rows.field);
  const page = rows.limit
    ? shaped(call, (await call.run({ ...call.input, [rows.limit]: count })).body as Body)
    : { ...whole, [rows.field]: list.slice(0, count) };
  return shrunk({ ...page, truncated: true });
}
