'use client';

import { ScrollText, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { auditActions, workspaceActions } from '#kernel/catalogue/audit-actions.ts';
import { usePages } from '../data/pages.ts';
import { useQueryState } from '../data/query-state.ts';
import { useSession } from '../data/session.tsx';
import { useRangeStart } from '../data/time-ranges.ts';
import { type AuditEvent, useTRPCClient } from '../data/trpc.ts';
import { asWords, labelOf } from '../labels/label-of.ts';
import { maintenanceLabels } from '../labels/platform.ts';
import { Avatar } from '../parts/avatar.tsx';
import { IconButton } from '../parts/button.tsx';
import { cn } from '../parts/class-names.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { inputLook } from '../parts/field.tsx';
import { FilterBar, timeFilter } from '../parts/filter-bar.tsx';
import { NoMatch } from '../parts/no-match.tsx';
import { Page } from '../parts/page-frame.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';
import { AuditDetail } from './audit-detail.tsx';
import { useAuditNames } from './audit-names.ts';

const PAGE = 50;
const filterNames = ['action', 'actor', 'target', 'within'] as const;
type Filter = Record<(typeof filterNames)[number], string>;
const noFilter: Filter = { action: '', actor: '', target: '', within: '' };

const byWords = (actions: Record<string, string>) =>
  Object.entries(actions).sort(([, one], [, other]) => (one < other ? -1 : 1));

/** The words for an action. An action of a later version is shown by its name. */
const actionWords = (action: string): string =>
  Object.hasOwn(auditActions, action) ? auditActions[action as keyof typeof auditActions] : action;

/** The audit log of the workspace. */
export function AuditPage() {
  const { workspace } = useSession();
  return workspace ? (
    <AuditLog
      tenantId={workspace.id}
      title="Audit log"
      intro="What people, keys and Proofmail itself did in this workspace. Entries cannot be changed."
      actions={workspaceActions}
    />
  ) : null;
}

type LogProps = {
  /** The workspace; null for the whole deployment. */
  tenantId: string | null;
  title: string;
  intro: string;
  /** The actions that the filter offers, with their words. */
  actions: Record<string, string>;
};

export function AuditLog({ tenantId, title, intro, actions }: LogProps) {
  const state = useQueryState(filterNames);
  const { values, set, isFiltered, clear } = state;
  const query = useAuditEvents(tenantId, values);
  const names = useAuditNames(query.items);
  const [opened, setOpened] = useState<AuditEvent | null>(null);
  return (
    <Page title={title} intro={intro}>
      <FilterBar
        state={state}
        filters={[
          { name: 'action', label: 'Action', all: 'All actions', options: byWords(actions) },
          {
            name: 'actor',
            label: 'Actor',
            all: 'All actors',
            options: withChosen(names.offered, values.actor, names.nameOf),
          },
          timeFilter,
        ]}
      >
        <TargetFilter
          key={values.target}
          value={values.target}
          name={names.nameOf(values.target)}
          onChange={(target) => set({ target })}
        />
      </FilterBar>
      <PagedRows
        query={query}
        keyOf={({ id }) => id}
        row={(event) => (
          <Row
            event={event}
            actor={names.actorName(event)}
            target={targetWords(event, tenantId, names.nameOf)}
            open={() => setOpened(event)}
          />
        )}
        empty={isFiltered ? <NoMatch clear={clear} /> : <NothingYet />}
      />
      <Dialog
        open={opened !== null}
        onClose={() => setOpened(null)}
        title={opened ? `${names.actorName(opened)} ${actionWords(opened.action)}` : ''}
        className="w-[min(40rem,calc(100vw-2rem))]"
      >
        {opened ? (
          <AuditDetail
            event={opened}
            targetName={names.nameOf(opened.target_id)}
            show={(filter) => {
              setOpened(null);
              set({ ...noFilter, ...filter });
            }}
          />
        ) : null}
      </Dialog>
    </Page>
  );
}

function useAuditEvents(tenantId: string | null, { action, actor, target, within }: Filter) {
  const client = useTRPCClient();
  const after = useRangeStart(within);
  const filter = {
    ...(action && { action }),
    ...(actor && (actor.startsWith('usr_') ? { actor_user_id: actor } : { actor_key_id: actor })),
    ...(target && { target_id: target }),
    ...(after && { after }),
  };
  return usePages<AuditEvent>(['audit', tenantId, filter], (cursor) =>
    client.audit.list.query({
      ...(tenantId && { tenant_id: tenantId }),
      limit: PAGE,
      ...filter,
      ...(cursor && { cursor }),
    }),
  );
}

/** Details that name the target of an entry, for targets that no longer exist in any list. */
const naming = ['domain', 'url', 'address', 'address_hint', 'email_hint', 'name', 'username'];

function namedIn({ target_type, details }: Pick<AuditEvent, 'target_type' | 'details'>): string | null {
  const name = naming.map((field) => details[field]).find((value) => typeof value === 'string') ?? null;
  // The name of a maintenance job is a code, so it is shown by its label.
  return name !== null && target_type === 'job' ? (labelOf(maintenanceLabels, name) ?? asWords(name)) : name;
}

/** The target, with its workspace if that is not the page's own. */
function targetWords(
  { target_id, tenant_id, target_type, details }: AuditEvent,
  pageOf: string | null,
  nameOf: (id: string) => string | null,
): string {
  if (target_id === 'deployment') return 'The deployment';
  const target = nameOf(target_id) ?? namedIn({ target_type, details }) ?? target_id;
  if (tenant_id === null || tenant_id === pageOf || tenant_id === target_id) return target;
  return `${target} in ${nameOf(tenant_id) ?? tenant_id}`;
}

/** The options of a filter, including a chosen one that is not offered. */
function withChosen(
  offered: readonly (readonly [string, string])[],
  chosen: string,
  nameOf: (id: string) => string | null,
) {
  const isThere = chosen === '' || offered.some(([id]) => id === chosen);
  return isThere ? offered : [...offered, [chosen, nameOf(chosen) ?? chosen] as const];
}

type TargetProps = { value: string; name: string | null; onChange: (target: string) => void };

function TargetFilter({ value, name, onChange }: TargetProps) {
  const [text, setText] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(text.trim());
  };
  return (
    <form onSubmit={submit} className="relative grow basis-44">
      <input
        aria-label="ID of the target"
        placeholder="Target (an ID)"
        className={cn(inputLook, 'h-8 pr-9 text-[13px]', value && 'border-accent')}
        value={text}
        title={name ?? undefined}
        maxLength={100}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
      {value ? (
        <IconButton
          label="Remove this filter"
          className="absolute top-0 right-0 size-8"
          onClick={() => onChange('')}
        >
          <X />
        </IconButton>
      ) : null}
    </form>
  );
}

type RowProps = { event: AuditEvent; actor: string; target: string; open: () => void };

function Row({ event, actor, target, open }: RowProps) {
  return (
    <button
      type="button"
      onClick={open}
      className="flex w-full items-center gap-3 px-4 py-2.5 text-left -outline-offset-2 hover:bg-hover"
    >
      <Avatar name={actor.replace(/^Key “/, '')} className="size-7 text-xs" />
      <span className="min-w-0 flex-1">
        <span className="block text-sm leading-5 sm:truncate">
          <span className="font-semibold">{actor}</span> {actionWords(event.action)}
        </span>
        {target === actor ? null : <span className="block truncate text-xs text-ink-soft">{target}</span>}
      </span>
      <Time at={event.created_at} className="shrink-0 text-xs whitespace-nowrap text-ink-soft tabular-nums" />
    </button>
  );
}

const NothingYet = () => (
  <Empty icon={ScrollText} title="The audit log is empty">
    <p>Actions appear here, for example when somebody creates a key, changes a role or releases a message.</p>
  </Empty>
);
