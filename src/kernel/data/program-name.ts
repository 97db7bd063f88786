/** The newest storage format that this release reads and writes (`storage-format.ts`). */
export const NEWEST_FORMAT = 2;

/** What our connections are called in Postgres. Releases before the storage format have no number there. */
export const PROGRAM = `proofmail/${NEWEST_FORMAT}`;
