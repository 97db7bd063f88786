'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, FileArchive } from 'lucide-react';
import { useState } from 'react';
import type { RouterOutputs } from '#api/trpc/router.ts';
import { failureOf, problemsOf } from '../data/failures.ts';
import { useTRPC, useTRPCClient } from '../data/trpc.ts';
import { exportScopes, exportStates } from '../labels/privacy.ts';
import { Badge } from '../parts/badge.tsx';
import { buttonLook } from '../parts/button.tsx';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Time } from '../parts/time.tsx';
import { bytesWords } from '../usage/amounts.ts';
import { JobList } from './job-list.tsx';
import { noScope, ScopeFields, scopeInput } from './scope-fields.tsx';

type Export = RouterOutputs['exports']['list']['data'][number];

const PAGE = 25;
const KEY = ['exports'] as const;

/** Exports of mail, each a ZIP file that is kept for a week. */
export function Exports({ tenantId }: { tenantId: string }) {
  const client = useTRPCClient();
  return (
    <JobList<Export>
      listKey={[...KEY, tenantId]}
      fetchPage={(cursor) => client.exports.list.query({ limit: PAGE, ...(cursor && { cursor }) })}
      row={(each) => <Row item={each} />}
      icon={FileArchive}
      about="A ZIP file with one .eml file for each message. It is kept for 7 days, and anyone with its link can download it."
      action="Export…"
      title="Export mail"
      form={(close) => <ExportForm close={close} />}
      empty={{
        title: 'Nothing has been exported yet',
        text: 'When somebody asks for a copy of their data, export all mail with their address.',
      }}
    />
  );
}

function Row({ item }: { item: Export }) {
  const { id, scope, status, size, created_at, expires_at, download_url } = item;
  const { name, tone } = exportStates[status];
  return (
    <article
      aria-label={exportScopes[scope]}
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-sm font-medium">{exportScopes[scope]}</p>
        <p className="text-[13px] leading-5 text-ink-soft">
          {size === null ? null : `${bytesWords(size)}. `}
          {status === 'completed' ? (
            <>
              Kept until <Time at={expires_at} long />
            </>
          ) : (
            <span className="font-mono text-xs">{id}</span>
          )}
        </p>
      </div>
      <Time at={created_at} className="text-xs text-ink-soft tabular-nums" />
      <Badge tone={tone}>{name}</Badge>
      {download_url ? (
        <a href={download_url} download className={buttonLook({ size: 'small' })}>
          <Download aria-hidden="true" />
          Download
        </a>
      ) : null}
    </article>
  );
}

const options = [
  ['counterparty', exportScopes.counterparty],
  ['identity', exportScopes.identity],
] as const;

function ExportForm({ close }: { close: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [values, setValues] = useState(noScope);
  const { mutate, isPending, error } = useMutation(
    trpc.exports.create.mutationOptions({
      onSuccess: () => {
        close();
        void queryClient.invalidateQueries({ queryKey: KEY });
      },
    }),
  );
  const problems = error ? problemsOf(failureOf(error)) : new Map<string, string>();
  const submit = () => {
    const { scope, ...about } = scopeInput(values);
    if (scope !== 'tenant') mutate({ scope, ...about });
  };
  return (
    <DialogForm
      action="Export"
      isPending={isPending}
      error={problems.has('counterparty_address') ? null : error}
      onSubmit={submit}
      onCancel={close}
    >
      <ScopeFields
        label="What is exported"
        options={options}
        values={values}
        change={setValues}
        problems={problems}
      />
    </DialogForm>
  );
}
