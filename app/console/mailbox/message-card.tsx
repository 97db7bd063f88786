'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Message, useTRPC } from '../data/trpc.ts';
import { deliveryStatus, recipientFields } from '../labels/deliveries.ts';
import { asWords, labelOf } from '../labels/label-of.ts';
import { messageFlags, riskFlags } from '../labels/messages.ts';
import { trustFlags, trustStory } from '../labels/trust.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { cn } from '../parts/class-names.ts';
import { Time } from '../parts/time.tsx';
import { Attachments } from './attachments.tsx';
import { Deliveries } from './deliveries.tsx';
import { HeldPanel } from './held-panel.tsx';
import { useInlineImages } from './inline-images.ts';
import { MailFrame } from './mail-frame.tsx';
import { MarkedText } from './marked-text.tsx';
import { MessageTools } from './message-tools.tsx';
import { nameOf } from './people.ts';
import { RiskEvidence } from './risk-evidence.tsx';
import { TrustBadge, TrustPanel } from './trust-panel.tsx';

type MessageCardProps = {
  message: Message;
  startsOpen: boolean;
  /** The card scrolls into view, because reading starts here. */
  isFirst?: boolean;
};

/** One message of a conversation: one line when collapsed, the whole message when open. */
export function MessageCard({ message, startsOpen, isFirst = false }: MessageCardProps) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isFirst) card.current?.scrollIntoView({ block: 'start' });
  }, [isFirst]);
  const at = receivedAt(message);
  return (
    <article
      ref={card}
      id={message.id}
      aria-label={`Message from ${nameOf(message.from)}`}
      className="scroll-mt-24 rounded-xl border border-line bg-surface"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex w-full items-center gap-3 rounded-xl px-4 py-3 text-left"
      >
        <Avatar name={nameOf(message.from)} />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className="truncate text-sm font-medium">{nameOf(message.from)}</span>
            <StatusBadge message={message} />
          </span>
          <span className="block truncate text-[13px] text-ink-soft">
            {isOpen ? (message.from?.address ?? 'No sender') : message.extracted_text}
          </span>
        </span>
        <Time
          at={at}
          long={isOpen}
          className={cn('shrink-0 text-xs text-ink-soft tabular-nums', isOpen && 'hidden lg:block')}
        />
        <ChevronDown
          className={cn('size-4 shrink-0 text-ink-soft transition-transform', isOpen && 'rotate-180')}
          aria-hidden="true"
        />
      </button>
      {isOpen ? <OpenMessage message={message} /> : null}
    </article>
  );
}

const receivedAt = ({ received_at, sent_at, created_at }: Message): string =>
  received_at ?? sent_at ?? created_at;

function StatusBadge({ message }: { message: Message }) {
  if (message.direction === 'outbound') {
    const { name, tone } = deliveryStatus(message.status, message.flags);
    return <Badge tone={tone}>{name}</Badge>;
  }
  if (message.status === 'quarantined') return <Badge tone="bad">Quarantined</Badge>;
  return <TrustBadge message={message} />;
}

function OpenMessage({ message }: { message: Message }) {
  return (
    <div className="px-4 pb-4 sm:pl-15">
      <People message={message} />
      {message.quarantine_reason ? <HeldPanel message={message} /> : null}
      <Notices message={message} />
      <MessageBody message={message} />
      <Attachments message={message} />
      <Deliveries message={message} />
      <MessageTools message={message} />
    </div>
  );
}

function People({ message }: { message: Message }) {
  const [showsTrust, setShowsTrust] = useState(() => trustStory(message)?.tone === 'bad');
  const lists = (['to', 'cc', 'bcc'] as const).filter((field) => message[field].length > 0);
  return (
    <div className="mb-4">
      <div className="flex flex-wrap items-baseline gap-x-3 text-[13px] leading-5 text-ink-soft">
        <Time at={receivedAt(message)} long className="w-full tabular-nums lg:hidden" />
        {lists.map((field) => (
          <span key={field} className="min-w-0 break-words">
            {recipientFields[field]} {message[field].map(nameOf).join(', ')}
          </span>
        ))}
        {message.trust ? (
          <button
            type="button"
            aria-expanded={showsTrust}
            onClick={() => setShowsTrust(!showsTrust)}
            className="underline decoration-line-strong underline-offset-3 hover:text-ink"
          >
            {showsTrust ? 'Hide who sent this' : 'Who sent this?'}
          </button>
        ) : null}
      </div>
      {showsTrust ? (
        <div className="mt-3">
          <TrustPanel message={message} />
        </div>
      ) : null}
    </div>
  );
}

/** Whether the summary says more than the beginning of the message. */
function saysMore({ triage: { summary }, extracted_text }: Message): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  if (!summary) return false;
  return extracted_text.length > 3 * summary.length && !plain(extracted_text).startsWith(plain(summary));
}

const dangerOf = (flag: string) => labelOf(trustFlags, flag) ?? labelOf(riskFlags, flag);

/** Notices above the text: first the dangers, then anything unusual about the message. */
function Notices({ message }: { message: Message }) {
  const dangers = [
    ...(message.trust?.flags ?? []).filter((flag) => flag !== 'thread_join_unverified'),
    ...message.triage.risk_flags,
  ];
  const notes = message.flags.filter((flag) => flag !== 'loopback');
  if (dangers.length === 0 && notes.length === 0 && !saysMore(message)) return null;
  return (
    <div className="mb-4 flex flex-wrap gap-1.5">
      {dangers.map((flag) => (
        <Badge key={flag} tone="warn" title={dangerOf(flag)?.meaning ?? ''}>
          {dangerOf(flag)?.name ?? asWords(flag)}
        </Badge>
      ))}
      {notes.map((flag) => (
        <Badge key={flag} title={labelOf(messageFlags, flag)?.meaning ?? ''}>
          {labelOf(messageFlags, flag)?.name ?? asWords(flag)}
        </Badge>
      ))}
      <RiskEvidence message={message} />
      {saysMore(message) ? (
        <p className="w-full text-[13px] leading-5 text-ink-soft">Summary: {message.triage.summary}</p>
      ) : null}
    </div>
  );
}

/** The sender's address if it is authenticated. A forged sender must not get what the reader allowed the real one. */
const provenSender = ({ trust, from, direction }: Message): string | null =>
  direction === 'inbound' && trust?.verdict === 'pass' ? (from?.address ?? null) : null;

/** The HTML in a frame if there is any, otherwise the text without quoted parts. */
export function MessageBody({ message }: { message: Message }) {
  const [showsQuoted, setShowsQuoted] = useState(false);
  const [prefersText, setPrefersText] = useState(false);
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.messages.get.queryOptions(
      { identity_id: message.identity_id, message_id: message.id, include: ['html', 'quoted'] },
      { staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  const imageOf = useInlineImages(message);
  const { data: design, isPending: isDesigning } = useQuery(
    trpc.messages.read_design.queryOptions(
      { identity_id: message.identity_id, message_id: message.id },
      { staleTime: Number.POSITIVE_INFINITY, enabled: Boolean(data?.html), retry: false },
    ),
  );
  // The design comes from the raw message. If that was deleted, the stored HTML is shown.
  const html = data?.html ? (isDesigning ? null : (design?.html ?? data.html)) : null;
  const full = data?.text ?? null;
  const hasQuoted = full !== null && full.trim() !== message.extracted_text.trim();
  const text = showsQuoted && full !== null ? full : message.extracted_text;
  const toggle = (name: string, onClick: () => void) => (
    <Button tone="quiet" size="small" className="-ml-2.5" onClick={onClick}>
      {name}
    </Button>
  );
  return (
    <div>
      {html && !prefersText ? (
        <MailFrame
          html={html}
          subject={message.subject}
          imageOf={imageOf}
          sender={provenSender(message)}
          evidence={message.triage.evidence}
        />
      ) : (
        <p className="text-[15px] leading-6.5 break-words whitespace-pre-wrap">
          {text ? (
            <MarkedText text={text} evidence={message.triage.evidence} />
          ) : (
            <span className="text-ink-soft">This message has no text.</span>
          )}
        </p>
      )}
      <div className="mt-2 flex gap-4 empty:hidden">
        {html
          ? toggle(prefersText ? 'Show the original design' : 'Show as plain text', () =>
              setPrefersText(!prefersText),
            )
          : null}
        {hasQuoted && (!html || prefersText)
          ? toggle(showsQuoted ? 'Hide quoted text' : 'Show quoted text', () => setShowsQuoted(!showsQuoted))
          : null}
      </div>
    </div>
  );
}
