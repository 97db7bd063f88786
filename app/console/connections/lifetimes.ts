/** How long access can last, in days; null means until somebody ends it. */
export const lifetimes: readonly [days: number | null, name: string][] = [
  [1, 'For a day'],
  [7, 'For a week'],
  [30, 'For 30 days'],
  [90, 'For 90 days'],
  [365, 'For a year'],
  [null, 'Until somebody disconnects it'],
];

export const USUAL_DAYS = 30;
