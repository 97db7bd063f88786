'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RouterInputs } from '#api/trpc/router.ts';
import { type Approval, type ApprovalWithMessage, useTRPC, useTRPCClient } from '../data/trpc.ts';
import { useSay } from '../shell/toasts.tsx';

export type Edit = NonNullable<RouterInputs['approvals']['approve']['edit']>;

/** Reloads everything that shows approvals, and the conversations that they are about. */
export function useApprovalRefresh() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['approvals'] }),
      queryClient.invalidateQueries(trpc.approvals.pathFilter()),
      queryClient.invalidateQueries(trpc.threads.get.queryFilter()),
      queryClient.invalidateQueries(trpc.messages.get.queryFilter()),
    ]);
  };
}

/** Decides about one message. The hash says which content was on the screen. */
export function useDecision({ id }: Pick<Approval, 'id'>, onDone: () => void = () => {}) {
  const client = useTRPCClient();
  const say = useSay();
  const refresh = useApprovalRefresh();
  const after = (words: string) => ({
    onSuccess: () => {
      onDone();
      say.done(words);
    },
    onError: say.failed,
    onSettled: refresh,
  });
  const approve = useMutation({
    mutationFn: (seen: ApprovalWithMessage) =>
      client.approvals.approve.mutate({ approval_id: id, content_sha256: seen.content_sha256 }),
    ...after('Approved. The message is sent.'),
  });
  const approveEdited = useMutation({
    mutationFn: ({ seen, edit }: { seen: ApprovalWithMessage; edit: Edit }) =>
      client.approvals.approve.mutate({ approval_id: id, content_sha256: seen.content_sha256, edit }),
    ...after('Approved with your changes. The message is sent.'),
    onSuccess: ({ guard }) => {
      onDone();
      const found = guard?.reasons[0]?.text;
      if (found) say.problem('Approved and sent. The guard has a concern about your version.', found);
      else say.done('Approved with your changes. The message is sent.');
    },
  });
  const reject = useMutation({
    mutationFn: ({ seen, comment }: { seen: ApprovalWithMessage; comment: string }) =>
      client.approvals.reject.mutate({ approval_id: id, comment, content_sha256: seen.content_sha256 }),
    ...after('Rejected. The agent reads your comment.'),
  });
  return { approve, approveEdited, reject };
}
