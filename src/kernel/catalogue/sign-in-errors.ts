import { oauthErrors } from './oauth-errors.ts';

const no = (status: number, message: string, fix: string) => ({ status, retryable: false, message, fix });

/** Error codes for signing in, added after the specification. */
const signInErrors = {
  second_factor_required: no(
    403,
    'This action needs a second factor.',
    'Open Security in the account menu of the console. Set up an authenticator app or a passkey there, or confirm the one that you have, then try again.',
  ),
  sso_required: no(
    403,
    'Your workspace requires single sign-on for this address.',
    'Sign in with the provider that details.provider names.',
  ),
  sign_in_method_denied: no(
    403,
    'The workspace does not accept the way you signed in.',
    'Sign out, and sign in again in one of the ways that details.methods names.',
  ),
  own_sign_in_excluded: no(
    409,
    'These rules would not have allowed your own sign-in.',
    'First sign in in a way that the new rules accept, then change them, so that not everybody is locked out.',
  ),
  factor_exists: no(
    409,
    'This second factor is already set up.',
    'Keep the existing one, or remove it first.',
  ),
} as const;

/** Error codes for access: people who sign in, and applications that connect by OAuth. */
export const accessErrors = { ...oauthErrors, ...signInErrors } as const;
