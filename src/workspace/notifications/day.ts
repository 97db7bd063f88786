/** When the day of UTC began in which a time lies. */
export const dayBegins = (time: Date): Date => new Date(`${time.toISOString().slice(0, 10)}T00:00:00.000Z`);
