'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SESSION_KEY, useMay, useSession, useSessionChanges } from '../data/session.tsx';
import { useTRPC } from '../data/trpc.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useSay } from '../shell/toasts.tsx';
import { type Person, type Question, useMembersRefresh } from './member-row.tsx';

const titles: Record<Question['about'], string> = {
  remove: 'Remove this member?',
  'hand over': 'Transfer the workspace?',
  leave: 'Leave the workspace?',
};

type Props = { tenantId: string; question: Question | null; close: () => void };

/** Asks before a member loses access or the workspace gets another owner. */
export function MemberQuestions({ tenantId, question, close }: Props) {
  const about = { tenantId, close };
  return (
    <Dialog open={question !== null} onClose={close} title={question ? titles[question.about] : ''}>
      {question?.about === 'remove' ? <Remove {...about} person={question.person} /> : null}
      {question?.about === 'hand over' ? <HandOver {...about} person={question.person} /> : null}
      {question?.about === 'leave' ? <Leave {...about} /> : null}
    </Dialog>
  );
}

type About = { tenantId: string; close: () => void };

function Remove({ tenantId, person, close }: About & { person: Person }) {
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
      keep="Keep the member"
      isPending={isPending}
      onCancel={close}
      onConfirm={() => mutate({ tenant_id: tenantId, user_id: person.user_id })}
    >
      <span className="font-medium text-ink">{person.name}</span> ({person.email}) loses access at once. Mail
      stays. <KeysThatEnd userId={person.user_id} /> You can invite them again.
    </Confirm>
  );
}

/** Names the keys that are revoked together with a member. People who may not manage keys see no names. */
function KeysThatEnd({ userId }: { userId: string }) {
  const trpc = useTRPC();
  const mayList = useMay('keys:manage');
  const options = trpc.keys.list.queryOptions({ created_by: userId, limit: 100 });
  const { data } = useQuery({ ...options, enabled: mayList });
  if (!data) return <>The API keys that they created are revoked.</>;
  if (data.data.length === 0) return <>They created no API keys.</>;
  const names = data.data.map(({ name }) => name).join(', ');
  return (
    <>
      The API keys that they created are revoked: {names}
      {data.next_cursor ? ' and more' : ''}.
    </>
  );
}

function HandOver({ tenantId, person, close }: About & { person: Person }) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useMembersRefresh();
  const queryClient = useQueryClient();
  const { workspace } = useSession();
  const isMine = workspace?.role === 'owner';
  const { mutate, isPending } = useMutation(
    trpc.members.transfer_ownership.mutationOptions({
      onError: say.failed,
      onSuccess: () => say.done(`${person.name} is now the owner of the workspace`),
      onSettled: async () => {
        close();
        // The previous owner has fewer permissions now.
        await Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: SESSION_KEY })]);
      },
    }),
  );
  return (
    <Confirm
      action="Transfer"
      keep="Keep it"
      typed={workspace?.name ?? ''}
      isPending={isPending}
      onCancel={close}
      onConfirm={() => mutate({ tenant_id: tenantId, user_id: person.user_id })}
    >
      <span className="font-medium text-ink">{person.name}</span> ({person.email}) becomes the owner, and
      nobody can remove an owner.{' '}
      {isMine ? 'You become an admin, and only the new owner can transfer the workspace back to you.' : null}
    </Confirm>
  );
}

function Leave({ tenantId, close }: About) {
  const trpc = useTRPC();
  const say = useSay();
  const { workspace } = useSession();
  const { leaveWorkspace } = useSessionChanges();
  const { mutate, isPending } = useMutation(
    trpc.members.leave.mutationOptions({ onError: say.failed, onSuccess: leaveWorkspace }),
  );
  return (
    <Confirm
      action="Leave"
      keep="Stay"
      isPending={isPending}
      onCancel={close}
      onConfirm={() => mutate({ tenant_id: tenantId })}
    >
      You lose access to <span className="font-medium text-ink">{workspace?.name}</span>. Mail stays, and the
      API keys that you created are revoked. An admin can invite you again.
    </Confirm>
  );
}
