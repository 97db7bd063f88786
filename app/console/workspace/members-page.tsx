'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { RouterOutputs } from '#api/trpc/router.ts';
import { useAskedForNew } from '../data/asked.ts';
import { failureOf } from '../data/failures.ts';
import { useMay, useSession } from '../data/session.tsx';
import { useTRPC } from '../data/trpc.ts';
import { counted } from '../labels/counted.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Rows } from '../parts/rows.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useLiveRefresh } from '../shell/live.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { InviteForm } from './invite-form.tsx';
import { MemberQuestions } from './member-questions.tsx';
import { MemberRow, type Question, useMembersRefresh } from './member-row.tsx';
import { SignInRules } from './sign-in-rules.tsx';

/** The members of the workspace, their roles and open invitations. */
export function MembersPage() {
  const { workspace } = useSession();
  return workspace ? <Members tenantId={workspace.id} /> : null;
}

function Members({ tenantId }: { tenantId: string }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.members.list.queryOptions({ tenant_id: tenantId }));
  const mayManage = useMay('members:manage');
  const refresh = useMembersRefresh();
  const [isInviting, setInviting] = useAskedForNew();
  const [question, setQuestion] = useState<Question | null>(null);
  useLiveRefresh(({ type }) => type.startsWith('member.'), refresh);
  return (
    <Page
      title="Members"
      intro="The people who manage the agents of this workspace."
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
      {data ? <People tenantId={tenantId} people={data} ask={setQuestion} /> : null}
      {data ? <SignInRules tenantId={tenantId} /> : null}
      <Dialog open={isInviting} onClose={() => setInviting(false)} title="Invite a member">
        <InviteForm
          tenantId={tenantId}
          onCancel={() => setInviting(false)}
          onDone={() => {
            setInviting(false);
            void refetch();
          }}
        />
      </Dialog>
      <MemberQuestions tenantId={tenantId} question={question} close={() => setQuestion(null)} />
    </Page>
  );
}

type PeopleProps = {
  tenantId: string;
  people: RouterOutputs['members']['list'];
  ask: (question: Question) => void;
};

function People({ tenantId, people: { data, invitations, seats }, ask }: PeopleProps) {
  const hasOwner = data.some(({ role }) => role === 'owner');
  return (
    <>
      <Rows
        items={data}
        keyOf={(person) => person.user_id}
        row={(person) => <MemberRow tenantId={tenantId} person={person} hasOwner={hasOwner} ask={ask} />}
      />
      <p className="mt-2 text-[13px] text-ink-soft tabular-nums">
        {seats.granted === null
          ? `${counted(seats.used, 'seat')} used`
          : `${seats.used} of ${counted(seats.granted, 'seat')} used`}
        {invitations.length > 0 ? ', including invitations' : ''}
        {hasOwner ? '' : '. The workspace has no owner. Choose “Make owner” for one of the members.'}
      </p>
      {invitations.length > 0 ? (
        <section aria-labelledby="invited" className="mt-8">
          <h2 id="invited" className="mb-2 text-[13px] font-medium">
            Open invitations
          </h2>
          <Rows
            items={invitations}
            keyOf={(invitation) => invitation.id}
            row={(invitation) => <InvitationRow tenantId={tenantId} invitation={invitation} />}
          />
        </section>
      ) : null}
    </>
  );
}
