/** A workspace's sign-in rules as they apply to one person. */
export type Rule = {
  session_hours: number | null;
  /** Accepted sign-in methods; empty for all. */
  methods: readonly string[];
  /** The required provider if the person's address is on a verified domain of the workspace; otherwise null. */
  sso_provider: string | null;
};

export type Denial = 'sso_required' | 'sign_in_method_denied';

/** Why a workspace does not accept this sign-in method, or null if it does. */
export function denialOf({ methods, sso_provider }: Omit<Rule, 'session_hours'>, way: string): Denial | null {
  if (sso_provider !== null) return way === sso_provider ? null : 'sso_required';
  return methods.length === 0 || methods.includes(providerOf(way)) ? null : 'sign_in_method_denied';
}

/**
 * The suffix of a provider's name for an account that does not count as single sign-on, because its address differs from the
 * person's, or because no organisation manages it.
 */
export const OTHER = '/other';

/** The provider of a sign-in method, for example `google` for `google/other`. */
export const providerOf = (way: string): string => way.split('/', 1)[0]!;

/** The domain of an address, in the form of proven domains. */
export const domainOfAddress = (email: string): string => email.slice(email.lastIndexOf('@') + 1);
