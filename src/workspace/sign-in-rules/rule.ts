/** A workspace's sign-in rules as they apply to one person. */
export type Rule = {
  session_hours: number | null;
  /** Accepted ways; empty for all. */
  methods: readonly string[];
  /** The required provider if the person's address is on a verified domain of the workspace; otherwise null. */
  sso_provider: string | null;
};

export type Denial = 'sso_required' | 'sign_in_method_denied';

/** Why a workspace does not accept somebody who signed in this way, or null when it does. */
export function denialOf({ methods, sso_provider }: Omit<Rule, 'session_hours'>, way: string): Denial | null {
  if (sso_provider !== null) return way === sso_provider ? null : 'sso_required';
  return methods.length === 0 || methods.includes(providerOf(way)) ? null : 'sign_in_method_denied';
}

/**
 * Behind a provider's name: an account there that is no single sign-on, because it names another address than the person has
 * here, or because nobody manages it.
 */
export const OTHER = '/other';

/** The provider of a way to sign in: `google` of `google/other`. */
export const providerOf = (way: string): string => way.split('/', 1)[0]!;

/** The domain of an address, as proven domains are written. */
export const domainOfAddress = (email: string): string => email.slice(email.lastIndexOf('@') + 1);
