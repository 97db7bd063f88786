import { unfenced } from '#content/safe-view/index.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { AnyOperation } from '#kernel/operation/operation.ts';
import { listView, view } from '#mailbox/messages/index.ts';
import type { Arguments, Body } from './tool.ts';

/** Tools show mail in the safe view, unless the key asks for the original text (decisions-2, Safe view). */
export function viewOf(operation: AnyOperation, actor: Actor, asked: Arguments): Body {
  const { view: known } = operation.input.shape;
  if (known === view) return { view: actor.mcp_view ?? 'agent' };
  if (known !== listView || asked.view !== 'summary') return {};
  return { view: actor.mcp_view === 'plain' ? 'summary' : 'agent_summary' };
}

type View = Body & {
  fence: string;
  text: string;
  masked: { start: number; end: number }[];
  links: unknown[];
};

const isView = (body: Body): body is View => typeof body.fence === 'string' && typeof body.text === 'string';

/**
 * The markers of the result enclose everything, so its texts need no fence of their own, and no message needs its text
 * twice: without `include_quoted` the positions in `masked` are those in `extracted_text`.
 */
export function withoutInnerFences(body: Body, args: Arguments): Body {
  if (isView(body)) return ofMessage(body, args);
  if (Array.isArray(body.pages) && typeof body.fence === 'string') {
    const { fence, notice: _, ...rest } = body;
    const pages = body.pages.map((page) => withoutEmpty({ ...page, ...unfenced(fence, page) }));
    return { ...rest, pages };
  }
  if (Array.isArray(body.messages)) {
    const { fence: _, notice: __, ...rest } = body;
    return { ...rest, messages: body.messages.map((message) => withoutInnerFences(message, args)) };
  }
  if (Array.isArray(body.hits)) {
    const { fence: _, notice: __, ...rest } = body;
    return rest;
  }
  const { message } = body;
  return message && typeof message === 'object'
    ? { ...body, message: withoutInnerFences(message as Body, args) }
    : body;
}

function ofMessage({ fence, notice: _, ...message }: View, args: Arguments): Body {
  const { text, masked } = unfenced(fence, message as View);
  return withoutEmpty({ ...message, text: args.include_quoted === true ? text : null, masked });
}

/** Most messages have neither links nor masked passages. */
function withoutEmpty({ masked, links, ...body }: Body & { masked?: unknown[]; links?: unknown[] }): Body {
  return { ...body, ...(masked?.length && { masked }), ...(links?.length && { links }) };
}
