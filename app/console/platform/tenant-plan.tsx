'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RouterInputs } from '#api/trpc/router.ts';
import { failureOf } from '../data/failures.ts';
import { useTRPC } from '../data/trpc.ts';
import { billingModes } from '../labels/workspace.ts';
import { Button } from '../parts/button.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useSay } from '../shell/toasts.tsx';
import type { Tenant } from './kinds.ts';

type Mode = NonNullable<RouterInputs['tenants']['update_billing']['mode']>;

/** How the tenant is billed, and the plan that the operator gives it free of charge. */
export function TenantPlan({ tenant }: { tenant: Tenant }) {
  const trpc = useTRPC();
  const { data, error } = useQuery(trpc.tenants.get_billing.queryOptions({ tenant_id: tenant.id }));
  return (
    <section aria-labelledby="plan" className="mt-8">
      <h2 id="plan" className="mb-2.5 text-[15px] font-semibold tracking-tight">
        Plan
      </h2>
      {data ? (
        <Form
          key={`${data.mode} ${data.plan?.plan_id}`}
          tenant={tenant}
          mode={data.mode}
          planId={data.plan?.plan_id ?? ''}
        />
      ) : null}
      {error ? <Refusal error={error} /> : null}
      {!data && !error ? <Skeleton className="h-24" /> : null}
    </section>
  );
}

function Form({ tenant, mode: before, planId }: { tenant: Tenant; mode: Mode; planId: string }) {
  const trpc = useTRPC();
  const say = useSay();
  const queryClient = useQueryClient();
  const [mode, setMode] = useState<Mode>(before);
  const [plan, setPlan] = useState(planId);
  const { mutate, isPending, error } = useMutation(
    trpc.tenants.update_billing.mutationOptions({
      onSuccess: () => {
        say.done('Saved');
        void queryClient.invalidateQueries(trpc.tenants.get_billing.queryFilter());
      },
    }),
  );
  const isChanged = mode !== before || plan !== planId;
  return (
    <form
      className="rounded-xl border border-line bg-surface px-5 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        mutate({
          tenant_id: tenant.id,
          ...(mode !== before && { mode }),
          ...(plan !== planId && plan.trim() && { plan_id: plan.trim() }),
        });
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Billing">
          {(props) => (
            <select
              {...props}
              className={inputLook}
              value={mode}
              onChange={(event) => setMode(event.target.value as Mode)}
            >
              {Object.entries(billingModes).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label="Plan without charge"
          hint="Applies only if billing is on. Only the tenant can change a plan that it pays for."
          problem={error ? failureOf(error).message : null}
        >
          {(props) => (
            <input
              {...props}
              className={inputLook}
              value={plan}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setPlan(event.target.value)}
            />
          )}
        </Field>
      </div>
      {isChanged ? (
        <div className="mt-4 flex justify-end">
          <Button size="small" tone="primary" type="submit" disabled={isPending}>
            Save
          </Button>
        </div>
      ) : null}
    </form>
  );
}
