import { fenced, NOTICE, newFence, safeLine, safeText } from '#content/safe-view/index.ts';
import type { Message, Trust } from './schema.ts';
import { toMessage } from './serialize.ts';
import type { MessageRow } from './stored-message.ts';

export type Fence = { fence: string; notice: string };

/** The fence of one response. */
export const makeFence = (): Fence => ({ fence: newFence(), notice: NOTICE });

type AgentView = Message & Fence & Required<Pick<Message, 'masked' | 'links'>>;

/**
 * A message for a model. `text` is always present, inside the fence: the full text if it was requested, otherwise the text
 * without quotes. `extracted_text` is safe as well, but has no fence.
 */
export function toAgentMessage(row: MessageRow, fence: Fence): AgentView {
  const message = toMessage(row);
  const { triage } = message;
  const isSuspect = maySteer(row);
  const line = (text: string): string => safeLine(text, isSuspect);
  const person = <P extends { name: string | null }>(each: P): P => ({
    ...each,
    name: each.name && line(each.name),
  });
  const source = { html: row.html, findings: triage.evidence, isSuspect };
  const extracted = safeText({ ...source, text: message.extracted_text });
  const shown = message.text === null ? extracted : safeText({ ...source, text: message.text });
  return {
    ...message,
    ...fence,
    ...fenced(fence.fence, shown),
    links: shown.links,
    extracted_text: extracted.text,
    html: null,
    subject: line(message.subject),
    from: message.from && person(message.from),
    to: message.to.map(person),
    cc: message.cc.map(person),
    reply_to: message.reply_to.map(person),
    headers: message.headers?.map(([name, value]) => [name, safeLine(value)]),
    trust: message.trust && safeTrust(message.trust),
    attachments: message.attachments.map((file) => ({ ...file, filename: line(file.filename) })),
    triage: {
      ...triage,
      summary: triage.summary && line(triage.summary),
      // An injected passage could otherwise reach the model through its evidence.
      evidence: triage.evidence.map((each) => ({ ...each, passage: safeLine(each.passage) })),
    },
  };
}

/** Makes the agent's name safe. Even if the issuer is authenticated, the name is a stranger's text. */
function safeTrust({ agent, ...trust }: Trust): Trust {
  if (!agent) return trust;
  const line = (text: string | null) => text && safeLine(text);
  const { name, organisation, contact } = agent;
  const safe = { name: line(name), organisation: line(organisation), contact: line(contact) };
  return { ...trust, agent: { ...agent, ...safe } };
}

/** Whether the text must be checked here. Triage has checked inbound mail, but not the quotes in outbound mail. */
export function maySteer({ direction, triage, text, extracted_text }: MessageRow): boolean {
  if (direction === 'outbound') return text !== null && text.length > extracted_text.length;
  return triage.risk_flags.includes('prompt_injection') || triage.version === null;
}
