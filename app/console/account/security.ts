'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callJson } from '../data/call-json.ts';
import { useSay } from '../shell/toasts.tsx';

export type Passkey = {
  id: string;
  name: string;
  is_synced: boolean;
  created_at: string;
  used_at: string | null;
};
export type Account = {
  id: string;
  provider: string;
  email: string | null;
  created_at: string;
  used_at: string | null;
};

/** `GET /api/auth/security` (src/api/console/factor-operations.ts). */
export type Security = {
  app: boolean;
  recovery_codes: number;
  passkeys: Passkey[];
  accounts: Account[];
  providers: { name: string; label: string }[];
  second_factor_at: string | null;
  is_second_factor_needed: boolean;
};

const KEY = ['security'] as const;

export const useSecurity = () =>
  useQuery({ queryKey: KEY, queryFn: () => callJson<Security>('GET', '/api/auth/security') });

/** One of the calls that change how the person signs in. Errors appear as a message unless the caller shows them. */
export function useSecurityCall<Result, Body extends object = Record<string, never>>(
  path: string,
  done: (result: Result) => void,
  { isQuiet = false }: { isQuiet?: boolean } = {},
) {
  const say = useSay();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => callJson<Result>('POST', `/api/auth/${path}`, body),
    ...(isQuiet ? {} : { onError: say.failed }),
    onSuccess: done,
    // The session's permissions may have changed with this call.
    onSettled: () => queryClient.invalidateQueries(),
  });
}

/**
 * What a person may change about their factors: everything if they have none, or once they have confirmed one in this
 * session.
 */
export const isStrong = ({ app, passkeys, second_factor_at }: Security): boolean =>
  second_factor_at !== null || (!app && passkeys.length === 0);
