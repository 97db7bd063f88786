'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../data/trpc.ts';
import { useSay } from '../shell/toasts.tsx';

/** Changes the subscription and reloads what it decides. A refusal is shown by the form, if it shows `error`. */
export function useChange(said: string, after: () => void = () => {}) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const say = useSay();
  return useMutation(
    trpc.payments.change.mutationOptions({
      onSuccess: async () => {
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: trpc.payments.pathKey() }),
          queryClient.invalidateQueries({ queryKey: trpc.usage.pathKey() }),
        ]);
        say.done(said);
        after();
      },
    }),
  );
}
