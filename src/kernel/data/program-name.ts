/** The newest storage format that this release reads and writes (`storage-format.ts`). */
export const NEWEST_FORMAT = 2;

/** The name of our connections in Postgres. Releases before the storage format have no number in it. */
export const PROGRAM = `proofmail/${NEWEST_FORMAT}`;
