'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { useMay, useSession } from '../data/session.tsx';
import { useTRPC } from '../data/trpc.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { inputLook } from '../parts/field.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Rows } from '../parts/rows.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { useSay } from '../shell/toasts.tsx';
import { InviteForm } from './invite-form.tsx';
import { type GivenRole, givenRoles, roleWords } from './role-words.ts';

type Person = {
  user_id: string;
  email: string;
  name: string;
  role: GivenRole | 'owner';
  last_login_at: string | null;
};

/** The people of the workspace, their roles, and who is invited. */
export function MembersPage() {
  const { workspace } = useSession();
  return workspace ? <Members tenantId={workspace.id} /> : null;
}

function Members({ tenantId }: { tenantId: string }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.members.list.queryOptions({ tenant_id: tenantId }));
  const mayManage = useMay('members:manage');
  const [isInviting, setInviting] = useState(false);
  const [removed, setRemoved] = useState<Person | null>(null);
  return (
    <Page
      title="Members"
      intro="The people who look after the agents of this workspace."
      action={
        mayManage ? (
          <Button tone="primary" onClick={() => setInviting(true)}>
            <Plus aria-hidden="true" />
            Invite
          </Button>
        ) : null
      }
    >
      {error && !data ? <FailureNotice failure={failureOf(error)} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton className="h-32" /> : null}
      {data ? (
        <Rows
          items={data.data}
          keyOf={(person) => person.user_id}
          row={(person) => (
            <MemberRow tenantId={tenantId} person={person} remove={mayManage ? setRemoved : null} />
          )}
        />
      ) : null}
      {data && data.invitations.length > 0 ? (
        <section aria-labelledby="invited" className="mt-8">
          <h2 id="invited" className="mb-2 text-[13px] font-medium">
            Invited
          </h2>
          <Rows
            items={data.invitations}
            keyOf={(invitation) => invitation.id}
            row={(invitation) => (
              <InvitationRow tenantId={tenantId} invitation={invitation} mayManage={mayManage} />
            )}
          />
        </section>
      ) : null}
      <Dialog open={isInviting} onClose={() => setInviting(false)} title="Invite somebody">
        <InviteForm
          tenantId={tenantId}
          onCancel={() => setInviting(false)}
          onDone={() => {
            setInviting(false);
            void refetch();
          }}
        />
      </Dialog>
      <Dialog open={removed !== null} onClose={() => setRemoved(null)} title="Remove this member?">
        {removed ? <Remove tenantId={tenantId} person={removed} close={() => setRemoved(null)} /> : null}
      </Dialog>
    </Page>
  );
}

function useMembersRefresh() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(trpc.members.list.queryFilter());
}

type RowProps = { tenantId: string; person: Person; remove: ((person: Person) => void) | null };

function MemberRow({ tenantId, person, remove }: RowProps) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useMembersRefresh();
  const { user } = useSession();
  const { user_id, email, name, role, last_login_at } = person;
  const { mutate } = useMutation(
    trpc.members.change_role.mutationOptions({
      onError: say.failed,
      onSuccess: ({ role: given }) => say.done(`${name} is ${roleWords[given].name.toLowerCase()} now`),
      onSettled: refresh,
    }),
  );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <Avatar name={name} className="size-9" />
      <div className="min-w-40 flex-1">
        <p className="truncate text-sm font-medium">
          {name}
          {user_id === user.id ? <span className="font-normal text-ink-soft"> (you)</span> : null}
        </p>
        <p className="truncate text-[13px] text-ink-soft">{email}</p>
      </div>
      <p className="hidden w-36 text-right text-[13px] text-ink-soft sm:block">
        {last_login_at ? (
          <>
            Signed in <Time at={last_login_at} />
          </>
        ) : (
          'Not signed in yet'
        )}
      </p>
      {remove && role !== 'owner' ? (
        <>
          <select
            aria-label={`Role of ${name}`}
            className={`${inputLook} w-28`}
            value={role}
            onChange={(event) =>
              mutate({ tenant_id: tenantId, user_id, role: event.target.value as GivenRole })
            }
          >
            {givenRoles.map((each) => (
              <option key={each} value={each}>
                {roleWords[each].name}
              </option>
            ))}
          </select>
          <Button size="small" onClick={() => remove(person)}>
            Remove
          </Button>
        </>
      ) : (
        <span className="text-[13px] text-ink-soft" title={roleWords[role].may}>
          {roleWords[role].name}
        </span>
      )}
    </div>
  );
}

type Invitation = { id: string; email: string; role: GivenRole; expires_at: string };

function InvitationRow({
  tenantId,
  invitation,
  mayManage,
}: {
  tenantId: string;
  invitation: Invitation;
  mayManage: boolean;
}) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useMembersRefresh();
  const { mutate, isPending } = useMutation(
    trpc.members.revoke_invitation.mutationOptions({
      onError: say.failed,
      onSuccess: () => say.done(`Took back the invitation of ${invitation.email}`),
      onSettled: refresh,
    }),
  );
  return (
    <div className="flex items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm">{invitation.email}</p>
        <p className="text-[13px] text-ink-soft">
          {roleWords[invitation.role].name}, until <Time at={invitation.expires_at} />
        </p>
      </div>
      {mayManage ? (
        <Button
          size="small"
          disabled={isPending}
          onClick={() => mutate({ tenant_id: tenantId, invitation_id: invitation.id })}
        >
          Take back
        </Button>
      ) : null}
    </div>
  );
}

function Remove({ tenantId, person, close }: { tenantId: string; person: Person; close: () => void }) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useMembersRefresh();
  const { mutate, isPending } = useMutation(
    trpc.members.remove.mutationOptions({
      onError: say.failed,
      onSuccess: () => say.done(`Removed ${person.name}`),
      onSettled: () => {
        close();
        return refresh();
      },
    }),
  );
  return (
    <Confirm
      action="Remove"
      keep="Keep them"
      isPending={isPending}
      onCancel={close}
      onConfirm={() => mutate({ tenant_id: tenantId, user_id: person.user_id })}
    >
      <span className="font-medium text-ink">{person.name}</span> ({person.email}) leaves the workspace with
      their next click. Mail and keys stay. You can invite them again.
    </Confirm>
  );
}
