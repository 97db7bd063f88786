'use client';

import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import { useMay, useSession } from '../data/session.tsx';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { cn } from '../parts/class-names.ts';
import { essential } from './setting-up.ts';
import { AddDomain, DomainResult } from './steps/add-domain.tsx';
import { AddWebhook, WebhookResult } from './steps/add-webhook.tsx';
import { ApprovalResult, AskForApproval } from './steps/ask-for-approval.tsx';
import { AgentResult, ConnectAgent } from './steps/connect-agent.tsx';
import { CreateKey, KeyResult } from './steps/create-key.tsx';
import { CreateMailbox, MailboxResult } from './steps/create-mailbox.tsx';
import { MailResult, ReceiveMail } from './steps/receive-mail.tsx';
import type { HomeDeployment, Setup } from './use-overview.ts';

type StepName = keyof Setup;
type Step = {
  name: StepName;
  title: string;
  why: string;
  isDone: boolean;
  /** Its result, if there is one. */
  result: ReactNode;
  /** The form or the instructions; null for people who may not do this step. */
  action: ReactNode;
};
type Props = { setup: Setup; deployment: HomeDeployment; isNew: boolean };

/** The steps of a new workspace. Each is done on the page, completes automatically, and shows its result. */
export function SetupSteps({ setup, deployment, isNew }: Props) {
  const [isHidden, hide] = useHidden();
  const steps = useSteps(setup, deployment);
  const open = steps.filter(({ isDone }) => !isDone);
  const [chosen, setChosen] = useState<StepName | 'none' | null>(null);
  const current = chosen ?? (isNew ? open[0]?.name : undefined);
  if (open.length === 0 || (!isNew && isHidden)) return null;
  const shown = isNew ? steps : steps.filter(({ name }) => !isEssential(name));
  return (
    <section aria-labelledby="setup">
      <div className="mb-2.5 flex items-baseline justify-between gap-4">
        <h2 id="setup" className="text-[15px] font-semibold tracking-tight">
          {isNew ? 'Set up your workspace' : 'Get more out of it'}
        </h2>
        {isNew ? (
          <p role="status" className="text-[13px] text-ink-soft tabular-nums">
            {steps.length - open.length} of {steps.length} done
          </p>
        ) : (
          <Button tone="quiet" size="small" onClick={hide}>
            Hide
          </Button>
        )}
      </div>
      {isNew ? <Progress done={steps.length - open.length} all={steps.length} /> : null}
      <ol className="divide-y divide-line rounded-xl border border-line bg-surface">
        {shown.map((step) => (
          <li key={step.name}>
            <StepRow
              step={step}
              number={steps.indexOf(step) + 1}
              isOpen={step.name === current}
              toggle={() => setChosen(step.name === current ? 'none' : step.name)}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

const isEssential = (name: StepName): boolean => (essential as readonly StepName[]).includes(name);

function Progress({ done, all }: { done: number; all: number }) {
  return (
    <div aria-hidden="true" className="mb-3 h-1.5 overflow-hidden rounded-full bg-hover">
      <div
        className="h-full rounded-full bg-accent transition-[width]"
        // Set by script, because the content security policy forbids style attributes in the first response.
        ref={(bar) => {
          if (bar) bar.style.width = `${(done / all) * 100}%`;
        }}
      />
    </div>
  );
}

type RowProps = { step: Step; number: number; isOpen: boolean; toggle: () => void };

function StepRow({ step, number, isOpen, toggle }: RowProps) {
  const bodyId = useId();
  const { name, title, why, isDone, result, action } = step;
  return (
    <div data-testid={`step-${name}`} data-done={isDone}>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={toggle}
          className="flex w-full items-center gap-3 rounded-xl px-4 py-3 text-left -outline-offset-2 hover:bg-hover"
        >
          <Mark isDone={isDone} number={number} />
          <span className={cn('min-w-0 flex-1 text-sm font-medium', isDone && 'text-ink-soft')}>
            {title}
            {isDone ? <span className="sr-only"> (done)</span> : null}
          </span>
          {isDone || isEssential(name) ? null : <Badge>Optional</Badge>}
          <ChevronDown
            className={cn('size-4 shrink-0 text-ink-soft transition-transform', isOpen && 'rotate-180')}
            aria-hidden="true"
          />
        </button>
      </h3>
      {result ? (
        <div className={cn('pr-4 pb-3 pl-13 text-[13px] leading-5 text-ink-soft', isOpen && 'pb-1')}>
          {result}
        </div>
      ) : null}
      {isOpen ? (
        <div id={bodyId} className="space-y-3 pr-4 pb-4 pl-4 sm:pl-13">
          <p className="text-[13px] leading-5 text-pretty text-ink-soft">{why}</p>
          {action ?? <p className="text-[13px] leading-5">An admin of the workspace does this.</p>}
        </div>
      ) : null}
    </div>
  );
}

const Mark = ({ isDone, number }: { isDone: boolean; number: number }) => (
  <span
    aria-hidden="true"
    className={cn(
      'grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold tabular-nums',
      isDone ? 'bg-accent text-canvas' : 'bg-hover text-ink-soft',
    )}
  >
    {isDone ? <Check className="size-3.5" /> : number}
  </span>
);

/** The steps that this person can see. */
function useSteps(setup: Setup, deployment: HomeDeployment): Step[] {
  const [secret, setSecret] = useState<string | null>(null);
  const may = {
    identities: useMay('identities:write'),
    keys: useMay('keys:manage'),
    webhooks: useMay('webhooks:manage'),
    domains: useMay('domains:write'),
    policy: useMay('tenants:manage'),
  };
  const mailbox = setup.mailbox.result;
  const steps: (Step | null)[] = [
    {
      name: 'mailbox',
      title: 'Create a mailbox',
      why: 'An identity is an agent with its own address. People write to it as they write to anybody.',
      isDone: setup.mailbox.is_done,
      result: mailbox ? <MailboxResult mailbox={mailbox} /> : null,
      action: may.identities ? <CreateMailbox /> : null,
    },
    setup.mail_received && {
      name: 'mail_received',
      title: 'Receive its first mail',
      why: 'Write to the address from your own mail program, or let the mailbox write to itself.',
      isDone: setup.mail_received.is_done,
      result: setup.mail_received.result ? <MailResult mail={setup.mail_received.result} /> : null,
      action: <ReceiveMail mailbox={mailbox} isDone={setup.mail_received.is_done} />,
    },
    setup.key && {
      name: 'key',
      title: 'Create a key for your agent',
      why: 'The agent signs in with a key. This one reaches only its mailbox, with the permissions to read and to write mail.',
      isDone: setup.key.is_done,
      result: setup.key.result ? <KeyResult made={setup.key.result} secret={secret} /> : null,
      action: may.keys ? <CreateKey mailbox={mailbox} keepSecret={setSecret} /> : null,
    },
    setup.agent && {
      name: 'agent',
      title: 'Connect the agent',
      why: 'Over MCP or the REST API. This step is done when the first call arrives.',
      isDone: setup.agent.is_done,
      result: setup.agent.result ? <AgentResult agent={setup.agent.result} /> : null,
      action: <ConnectAgent deployment={deployment} secret={secret} isDone={setup.agent.is_done} />,
    },
    setup.webhook && {
      name: 'webhook',
      title: 'Get webhooks',
      why: 'Your server learns of new mail at once, without polling.',
      isDone: setup.webhook.is_done,
      result: setup.webhook.result ? <WebhookResult webhook={setup.webhook.result} /> : null,
      action: may.webhooks ? <AddWebhook /> : null,
    },
    setup.domain && {
      name: 'domain',
      title: 'Use your own domain',
      why: 'Agents get addresses on it, and recipients see your name instead of ours. A subdomain leaves your present mail as it is.',
      isDone: setup.domain.is_done,
      result: setup.domain.result ? <DomainResult domain={setup.domain.result} /> : null,
      action: may.domains ? <AddDomain /> : null,
    },
    {
      name: 'approval',
      title: 'Decide what a person approves',
      why: 'These messages wait until somebody has read them. You can change this at any time in the policy.',
      isDone: setup.approval.is_done,
      result:
        setup.approval.is_done && setup.approval.result ? (
          <ApprovalResult mode={setup.approval.result.mode} />
        ) : null,
      action: may.policy ? <AskForApproval mode={setup.approval.result?.mode ?? 'never'} /> : null,
    },
  ];
  return steps.filter((step) => step !== null);
}

const never = () => () => undefined;

/** Optional steps can be hidden, on this device and for this workspace. */
function useHidden(): [isHidden: boolean, hide: () => void] {
  const { workspace } = useSession();
  const key = `pm-setup-hidden-${workspace?.id}`;
  const [hidesNow, setHidesNow] = useState(false);
  const wasHidden = useSyncExternalStore(
    never,
    () => localStorage.getItem(key) !== null,
    () => true,
  );
  return [
    hidesNow || wasHidden,
    () => {
      localStorage.setItem(key, '1');
      setHidesNow(true);
    },
  ];
}
