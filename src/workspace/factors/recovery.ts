import { createHash, randomBytes } from 'node:crypto';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Queryable } from '#kernel/data/database.ts';
import { deleteRecoveryCodes, insertRecoveryCodes, spendRecoveryCode } from './repository.ts';

/** Crockford's Base32, without letters that look like digits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = 16;
const GROUP = 4;

/** 80 random bits in groups of four, for example `7F3K-Q2ZD-81XC-VN0T`. */
function newCode(): string {
  const letters = Array.from(randomBytes(CHARACTERS), (byte) => LETTERS[byte % LETTERS.length]);
  const groups = Array.from({ length: CHARACTERS / GROUP }, (_, n) =>
    letters.slice(n * GROUP, (n + 1) * GROUP).join(''),
  );
  return groups.join('-');
}

/** Normalises a typed code: case and separators do not count, and lookalike letters are read as digits. */
export function normalCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return letters.length === CHARACTERS && [...letters].every((each) => LETTERS.includes(each))
    ? letters
    : null;
}

const hashOf = (letters: string): Buffer => createHash('sha256').update(letters).digest();

/** Replaces all of the person's codes. They are shown once, and only their hashes are stored. */
export async function newRecoveryCodes(tx: Queryable, userId: string): Promise<string[]> {
  const codes = Array.from({ length: limits.secondFactor.recoveryCodes }, newCode);
  await deleteRecoveryCodes(tx, userId);
  await insertRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashOf(code.replaceAll('-', ''))),
  );
  return codes;
}

/** Uses up a recovery code. @returns whether it was valid */
export const redeemRecoveryCode = async (
  tx: Queryable,
  userId: string,
  typed: string,
  now: Date,
): Promise<boolean> => {
  const letters = normalCode(typed);
  return letters !== null && spendRecoveryCode(tx, userId, hashOf(letters), now);
};
