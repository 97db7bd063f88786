'use client';

import { BookOpen, CircleCheck, MessageCircleQuestion, Search } from 'lucide-react';
import Link from 'next/link';
import { failureOf } from '../data/failures.ts';
import type { DeepSearchAnswer } from '../data/trpc.ts';
import { counted } from '../labels/counted.ts';
import { answerNotes, isFromModel, noModelNote } from '../labels/search.ts';
import { Empty } from '../parts/empty.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { ALL_MAILBOXES } from '../shell/mailboxes.ts';
import { type Step, useDeepSearch } from './deep-search.ts';
import { useMailTenant } from './list-parts.tsx';
import { SearchResults } from './search-results.tsx';

/** Answers a question from the mail. Each sentence cites the messages that support it. */
export function DeepAnswer({ scope, question }: { scope: string; question: string }) {
  if (question.trim() === '') {
    return (
      <Empty icon={MessageCircleQuestion} title="Ask a question">
        <p>For example: “When is invoice 2026-101 due?” The answer cites the messages that it is based on.</p>
      </Empty>
    );
  }
  return <Question key={question} scope={scope} question={question} />;
}

function Question({ scope, question }: { scope: string; question: string }) {
  const tenantId = useMailTenant();
  const search = useDeepSearch(
    scope === ALL_MAILBOXES ? `/v1/tenants/${tenantId}/search` : `/v1/identities/${scope}/search`,
    question,
  );
  return (
    <div className="max-w-3xl space-y-6">
      <Steps steps={search.steps} isWorking={search.state === 'working'} />
      {search.state === 'failed' ? <FailureNotice failure={failureOf(search.error)} /> : null}
      {search.state === 'done' ? <Answer answer={search.answer} /> : null}
    </div>
  );
}

function Steps({ steps, isWorking }: { steps: Step[]; isWorking: boolean }) {
  return (
    <section aria-label="Steps" aria-live="polite">
      <ol className="space-y-1">
        {steps.map((step) => (
          <li
            key={`${step.step} ${step.action} ${step.query ?? ''}`}
            className="flex gap-2 text-[13px] leading-5 text-ink-soft"
          >
            <StepIcon action={step.action} />
            {stepWords(step)}
          </li>
        ))}
      </ol>
      {isWorking ? <Skeleton className="mt-2 h-4 w-48" /> : null}
    </section>
  );
}

function StepIcon({ action }: { action: Step['action'] }) {
  const Icon = { search: Search, read: BookOpen, answer: CircleCheck }[action];
  return <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />;
}

function stepWords({ action, query, found, message_ids, sentences }: Step): string {
  if (action === 'search') return `Searched for ${plainQuery(query)}: ${counted(found ?? 0, 'result')}`;
  if (action === 'read') return `Read ${counted(message_ids?.length ?? 0, 'message')}`;
  return `Wrote ${counted(sentences ?? 0, 'sentence')} with sources`;
}

/** The words of a query, without operators and punctuation. */
function plainQuery(query: string | undefined): string {
  const words = (query ?? '')
    .replace(/\b(?:OR|AND|NOT)\b/g, ' ')
    .replace(/["()|~*^]+/g, ' ')
    .replace(/(?:^|\s)-?[a-z_]+:(?=\S)/g, ' ')
    .trim()
    .split(/\s+/)
    .filter(Boolean);
  return words.length > 0 ? `“${[...new Set(words)].join(' ')}”` : 'the question';
}

function Answer({ answer }: { answer: DeepSearchAnswer }) {
  const cited = answer.evidence.map(({ message_id }) => message_id);
  const note = answerNotes[answer.status];
  return (
    <>
      {answer.status === 'answered' && !isFromModel(answer) ? (
        <p className="text-[13px] leading-5 text-ink-soft">{noModelNote}</p>
      ) : null}
      {note ? <p className="text-[15px] leading-6 text-ink-soft">{note}</p> : null}
      {answer.answer.sentences.length > 0 ? (
        <p data-testid="answer" className="text-[17px] leading-7 break-words">
          {answer.answer.sentences.map(({ text, citations }) => (
            <span key={text}>
              {text}
              {citations.map((id) => (
                <Citation
                  key={id}
                  number={cited.indexOf(id) + 1}
                  evidence={answer.evidence[cited.indexOf(id)]}
                />
              ))}{' '}
            </span>
          ))}
        </p>
      ) : null}
      {answer.evidence.length > 0 ? (
        <section aria-labelledby="sources">
          <h2 id="sources" className="mb-2 text-xs font-medium text-ink-soft">
            Sources
          </h2>
          <SearchResults hits={answer.evidence} isNumbered />
        </section>
      ) : null}
    </>
  );
}

function Citation({
  number,
  evidence,
}: {
  number: number;
  evidence: DeepSearchAnswer['evidence'][number] | undefined;
}) {
  if (!evidence) return null;
  return (
    <Link
      href={`/console/mail/${evidence.identity_id}/${evidence.thread_id}#${evidence.message_id}`}
      title={evidence.subject}
      aria-label={`Source ${number}: ${evidence.subject}`}
      className="ml-1 inline-grid h-5 min-w-5 place-items-center rounded-md bg-accent-wash px-1 align-[0.1em] text-xs font-medium text-accent"
    >
      {number}
    </Link>
  );
}
