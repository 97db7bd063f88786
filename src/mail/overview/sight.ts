import type { Permission } from '#kernel/catalogue/permissions.ts';

/** Whether the caller holds a permission. Parts whose permission is missing are null. */
export type May = (permission: Permission) => boolean;

/** Reads a part only for a caller who may see it. */
export const ifMay = async <Part>(allowed: boolean, read: () => Promise<Part>): Promise<Part | null> =>
  allowed ? read() : null;
