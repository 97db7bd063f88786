import { AppError } from '#kernel/catalogue/errors.ts';
import type { Transaction } from '#kernel/data/database.ts';
import { lockMember, type MemberRow } from './members-repository.ts';

/** A member who is not the owner, locked for a change. @throws AppError `member_not_found`, `owner_required` */
export async function requireOther(tx: Transaction, tenantId: string, userId: string): Promise<MemberRow> {
  const member = await lockMember(tx, tenantId, userId);
  if (!member) throw new AppError('member_not_found');
  if (member.role === 'owner') throw new AppError('owner_required');
  return member;
}
