const here = (): string => encodeURIComponent(location.pathname + location.search);

/** The sign-in page, which leads back to the current page. */
export const signInPath = (): string => `/console/sign-in?next=${here()}`;

/** The same for a person who is signed in with a method that their workspace does not accept. */
export const signInAgainPath = (): string => `/console/sign-in?again=1&next=${here()}`;

/** Whether the error requires another sign-in. */
export const asksForAnotherWay = (code: string): boolean =>
  code === 'sso_required' || code === 'sign_in_method_denied';
