/** A time as people in that zone write it, for example "26 November 2026 at 14:00 (Europe/Berlin)". */
export const whenIn = (zone: string, at: Date | string): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: zone }).format(new Date(at))} (${zone})`;
