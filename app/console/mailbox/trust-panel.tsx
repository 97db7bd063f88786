'use client';

import { Bot, ShieldAlert, ShieldCheck, ShieldQuestion, TriangleAlert } from 'lucide-react';
import type { Message } from '../data/trpc.ts';
import { trustStory } from '../labels/trust.ts';
import { Badge, type Tone } from '../parts/badge.tsx';

const icons: Partial<Record<Tone, typeof ShieldCheck>> = { good: ShieldCheck, bad: ShieldAlert };

/** The verdict in one word, shown next to the sender's name. */
export function TrustBadge({ message }: { message: Message }) {
  const story = trustStory(message);
  if (!story) return null;
  const Icon = icons[story.tone] ?? ShieldQuestion;
  return (
    <Badge tone={story.tone} title={story.headline}>
      <Icon aria-hidden="true" />
      {story.short}
    </Badge>
  );
}

/** Who really sent the message, the result of each check, and warnings. */
export function TrustPanel({ message }: { message: Message }) {
  const story = trustStory(message);
  if (!story) return null;
  return (
    <div className="rounded-lg border border-line bg-sunken px-4 py-3 text-[13px] leading-5">
      <p className="font-medium text-ink">{story.headline}</p>
      <dl className="mt-2 grid gap-x-3 gap-y-1 sm:grid-cols-[4rem_1fr]">
        {story.checks.map(({ name, result, meaning, tone }) => (
          <div key={name} className="contents">
            <dt className="flex items-baseline gap-2 font-medium text-ink-soft">{name}</dt>
            <dd className="text-ink-soft">
              <Badge tone={tone} className="mr-2 h-4.5">
                {result}
              </Badge>
              {meaning}
            </dd>
          </div>
        ))}
      </dl>
      {story.agent && (
        <p className="mt-2 text-ink-soft">
          <Badge tone={story.agent.tone} className="mr-2 h-4.5">
            <Bot aria-hidden="true" />
            Agent
          </Badge>
          {story.agent.text}
        </p>
      )}
      <Warnings warnings={story.warnings} />
    </div>
  );
}

export function Warnings({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className="mt-3 space-y-1">
      {warnings.map((warning) => (
        <li key={warning} className="flex gap-2 text-warn">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {warning}
        </li>
      ))}
    </ul>
  );
}
