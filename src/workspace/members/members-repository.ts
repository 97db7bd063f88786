import type { Queryable } from '#kernel/data/database.ts';
import { type Column, columnsOf, type Narrow, type Row, type RowOf } from '#kernel/data/row.ts';

export const roles = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Roles that people can give. The owner is set when the tenant is created, or by a transfer in the console (4.12). */
export const givenRoles = ['admin', 'member', 'viewer'] as const;
export type GivenRole = (typeof givenRoles)[number];

export type MemberRow = Narrow<
  Row<'members', 'user_id' | 'role' | 'last_login_at' | 'created_at'>,
  { role: Role }
> &
  Row<'users', 'email' | 'name'>;

const memberColumns = 'm.user_id, u.email, u.name, m.role, m.last_login_at, m.created_at';

/** The members of a workspace: first the owner, then the others in the order in which they joined. */
export const listMembers = (db: Queryable, tenantId: string): Promise<MemberRow[]> =>
  db.rows<MemberRow>({
    name: 'members.list',
    text: `select ${memberColumns} from members m join users u on u.id = m.user_id
           where m.tenant_id = $1 order by m.role <> 'owner', m.created_at, m.user_id`,
    values: [tenantId],
  });

/** Reads a member and locks the row until the commit, so that nobody else changes or removes the member. */
export const lockMember = (tx: Queryable, tenantId: string, userId: string): Promise<MemberRow | null> =>
  tx.first<MemberRow>({
    name: 'members.lock',
    text: `select ${memberColumns} from members m join users u on u.id = m.user_id
           where m.tenant_id = $1 and m.user_id = $2 for update of m`,
    values: [tenantId, userId],
  });

/** The role of a member, who cannot be removed until the transaction ends. Null for other people. */
export const holdMember = async (tx: Queryable, tenantId: string, userId: string): Promise<Role | null> => {
  const row = await tx.first<Narrow<Row<'members', 'role'>, { role: Role }>>({
    name: 'members.hold',
    text: 'select role from members where tenant_id = $1 and user_id = $2 for share',
    values: [tenantId, userId],
  });
  return row?.role ?? null;
};

/** The owner of a workspace; null if it has none. */
export const findOwner = (tx: Queryable, tenantId: string): Promise<Row<'members', 'user_id'> | null> =>
  tx.first({
    name: 'members.find_owner',
    text: `select user_id from members where tenant_id = $1 and role = 'owner'`,
    values: [tenantId],
  });

export const isMember = async (db: Queryable, tenantId: string, email: string): Promise<boolean> => {
  const row = await db.first({
    name: 'members.is_member',
    text: `select 1 from members m join users u on u.id = m.user_id where m.tenant_id = $1 and u.email = $2`,
    values: [tenantId, email],
  });
  return row !== null;
};

/** A member with the key or the person that gave their role. */
export const memberOf = (
  db: Queryable,
  tenantId: string,
  userId: string,
): Promise<
  | (Narrow<Row<'members', 'role' | 'given_by'>, { role: Role }> &
      Row<'users', 'name'> & { workspace: Column<'tenants', 'name'> })
  | null
> =>
  db.first({
    name: 'members.member_of',
    text: `select m.role, m.given_by, u.name, t.name as workspace
           from members m join users u on u.id = m.user_id join tenants t on t.id = m.tenant_id
           where m.tenant_id = $1 and m.user_id = $2`,
    values: [tenantId, userId],
  });

/** Adds a member. @returns 0 if the person already belongs to the workspace, in any role */
export const joinWorkspace = (
  tx: Queryable,
  member: Narrow<Row<'members', 'tenant_id' | 'user_id' | 'role' | 'given_by'>, { role: GivenRole }>,
): Promise<number> =>
  tx.run({
    name: 'members.join',
    text: 'insert into members (tenant_id, user_id, role, given_by) values ($1, $2, $3, $4) on conflict do nothing',
    values: [member.tenant_id, member.user_id, member.role, member.given_by],
  });

export const setRole = (
  tx: Queryable,
  tenantId: string,
  userId: string,
  role: Role,
  givenBy: string,
): Promise<number> =>
  tx.run({
    name: 'members.set_role',
    text: 'update members set role = $3, given_by = $4 where tenant_id = $1 and user_id = $2',
    values: [tenantId, userId, role, givenBy],
  });

export const deleteMember = (tx: Queryable, tenantId: string, userId: string): Promise<number> =>
  tx.run({
    name: 'members.delete',
    text: 'delete from members where tenant_id = $1 and user_id = $2',
    values: [tenantId, userId],
  });

/** Taken seats by tenant: members, and invitations that can still be accepted. */
export const countSeats = async (
  db: Queryable,
  tenantIds: readonly string[],
  now: Date,
): Promise<Map<string, number>> => {
  const rows = await db.rows<
    Row<'members', 'tenant_id'> & {
      count: number;
    }
  >({
    name: 'members.count_seats',
    text: `select t.id as tenant_id, (select count(*) from members where tenant_id = t.id)
             + (select count(*) from invitations where tenant_id = t.id and expires_at > $2) as count
           from unnest($1::text[]) as t (id)`,
    values: [tenantIds, now],
  });
  return new Map(rows.map(({ tenant_id, count }) => [tenant_id, count]));
};

/** The same for one tenant. */
export const countSeatsOf = async (db: Queryable, tenantId: string, now: Date): Promise<number> =>
  (await countSeats(db, [tenantId], now)).get(tenantId)!;

export type Admin = Row<'users', 'email'> & {
  user_id: Column<'users', 'id'>;
  workspace: Column<'tenants', 'name'>;
} & Row<'tenants', 'timezone'>;

/** The owner and the admins of a workspace, the owner first, with the workspace's name. */
export const findAdmins = (tx: Queryable, tenantId: string): Promise<Admin[]> =>
  tx.rows({
    name: 'members.find_admins',
    text: `select u.id as user_id, u.email, t.name as workspace, t.timezone
           from members m join users u on u.id = m.user_id join tenants t on t.id = m.tenant_id
           where m.tenant_id = $1 and m.role in ('owner', 'admin') and t.status in ('active', 'suspended')
           order by m.role <> 'owner', u.email`,
    values: [tenantId],
  });

/** One member in the form of `findAdmins`, whatever their role; an empty list if they have left. */
export const findPerson = (tx: Queryable, tenantId: string, userId: string): Promise<Admin[]> =>
  tx.rows({
    name: 'members.find_person',
    text: `select u.id as user_id, u.email, t.name as workspace, t.timezone
           from members m join users u on u.id = m.user_id join tenants t on t.id = m.tenant_id
           where m.tenant_id = $1 and m.user_id = $2 and t.status in ('active', 'suspended')`,
    values: [tenantId, userId],
  });

const invitationColumns = columnsOf(
  'invitations',
  'id',
  'tenant_id',
  'email',
  'role',
  'invited_by',
  'expires_at',
  'created_at',
);

export type InvitationRow = Narrow<RowOf<typeof invitationColumns>, { role: GivenRole }>;

/** Invitations that can still be accepted, oldest first. */
export const listInvitations = (db: Queryable, tenantId: string, now: Date): Promise<InvitationRow[]> =>
  db.rows<InvitationRow>({
    name: 'members.list_invitations',
    text: `select ${invitationColumns.names} from invitations
           where tenant_id = $1 and expires_at > $2 order by created_at, id`,
    values: [tenantId, now],
  });

/** The inviter's name in an invitation; null for keys and for people who have left. */
export const nameOfInviter = async (db: Queryable, tenantId: string, by: string): Promise<string | null> => {
  const row = await db.first<Row<'users', 'email' | 'name'>>({
    name: 'members.name_of_inviter',
    text: `select u.email, u.name from members m join users u on u.id = m.user_id
           where m.tenant_id = $1 and m.user_id = $2`,
    values: [tenantId, by],
  });
  return row && (row.name ? `${row.name} (${row.email})` : row.email);
};

/** An invitation that can be accepted, with the name of its workspace. */
export const findInvitation = (
  db: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<(InvitationRow & Row<'invitations', 'kid'> & { workspace: Column<'tenants', 'name'> }) | null> =>
  db.first({
    name: 'members.find_invitation',
    text: `select ${invitationColumns.of('i').names}, i.kid, t.name as workspace
           from invitations i join tenants t on t.id = i.tenant_id
           where i.token_hash = $1 and i.expires_at > $2
             and not exists (select from api_keys k where k.id = i.invited_by and k.revoked_at is not null)`,
    values: [tokenHash, now],
  });

/** Inserts an invitation, or gives the existing one of this person a new role, token and expiry. */
export const putInvitation = async (
  tx: Queryable,
  invitation: InvitationRow & Row<'invitations', 'token_hash' | 'kid'>,
): Promise<InvitationRow> => {
  const row = await tx.first<InvitationRow>({
    name: 'members.put_invitation',
    text: `insert into invitations (id, tenant_id, email, role, invited_by, token_hash, kid, expires_at, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
           on conflict (tenant_id, email) do update set role = excluded.role, invited_by = excluded.invited_by,
             token_hash = excluded.token_hash, kid = excluded.kid, expires_at = excluded.expires_at
           returning ${invitationColumns.names}`,
    values: [
      invitation.id,
      invitation.tenant_id,
      invitation.email,
      invitation.role,
      invitation.invited_by,
      invitation.token_hash,
      invitation.kid,
      invitation.expires_at,
      invitation.created_at,
    ],
  });
  return row!;
};

export const deleteInvitation = (tx: Queryable, tenantId: string, id: string): Promise<number> =>
  tx.run({
    name: 'members.delete_invitation',
    text: 'delete from invitations where tenant_id = $1 and id = $2',
    values: [tenantId, id],
  });

/** Ends the open invitations that a former member sent. */
export const deleteInvitationsBy = (
  tx: Queryable,
  inviter: { tenant_id: string; invited_by: string },
): Promise<{ id: string }[]> =>
  tx.rows({
    name: 'members.delete_invitations_by',
    text: 'delete from invitations where tenant_id = $1 and invited_by = $2 returning id',
    values: [inviter.tenant_id, inviter.invited_by],
  });

/**
 * Takes the invitation with this token. If two requests accept it at once, only one gets it. The invitations of a
 * revoked key are not valid.
 */
export const takeInvitation = (
  tx: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<(InvitationRow & Row<'invitations', 'kid'>) | null> =>
  tx.first({
    name: 'members.take_invitation',
    text: `delete from invitations i where token_hash = $1 and expires_at > $2
             and not exists (select from api_keys k where k.id = i.invited_by and k.revoked_at is not null)
           returning ${invitationColumns.names}, kid`,
    values: [tokenHash, now],
  });

export const deleteExpiredInvitations = (db: Queryable, now: Date): Promise<number> =>
  db.run({
    name: 'members.delete_expired_invitations',
    text: 'delete from invitations where expires_at <= $1',
    values: [now],
  });

export const deleteInvitationsOf = (tx: Queryable, tenantId: string, take: number): Promise<number> =>
  tx.run({
    name: 'members.delete_invitations_of',
    text: 'delete from invitations where id in (select id from invitations where tenant_id = $1 limit $2)',
    values: [tenantId, take],
  });
