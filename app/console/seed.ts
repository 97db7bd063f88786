import { cookies, headers } from 'next/headers';
import {
  ALL_MAILBOXES,
  OFFERED_MAILBOXES,
  operationKey,
  PAGE_HEADER,
  type Seed,
  unreadNoticesKey,
  ZONE_COOKIE,
} from './data/seed-keys.ts';
import { isSettingUp } from './home/setting-up.ts';
import { conversationKey } from './mailbox/query-keys.ts';
import { conversationInput, listKey, listStateOf, MESSAGES_PER_PAGE, threadsInput } from './mailbox/views.ts';
import { getVisit } from './session.ts';

type Caller = ReturnType<NonNullable<Awaited<ReturnType<typeof getVisit>>>['caller']>;
type Answers = Seed['answers'];
type SeedRequest = { caller: Caller; tenantId: string; may: (permission: string) => boolean };

/** A list of mail, and the conversation that is open in it. */
const MAIL = /^\/console\/mail\/(idn_\w+|all)(?:\/(thr_\w+))?$/;
/** The maximum number of characters of a conversation in the first response. A longer one would delay everything else. */
const MOST_OF_CONVERSATION = 200_000;

/**
 * The data that the requested page shows first, so that its HTML contains it and the browser need not request it. Null for
 * pages that load their own data, and in unusual cases: no session, a workspace that requires another sign-in method, a
 * mailbox of another workspace, a failed operation. Then the page requests the data and shows the error.
 */
export async function readSeed(): Promise<Seed | null> {
  const asked = await headers();
  const page = new URL(asked.get(PAGE_HEADER) ?? '/', 'http://console');
  const [, scope, thread] = MAIL.exec(page.pathname) ?? [];
  const isHome = page.pathname === '/console';
  // Navigation within the console does not request a document. Its layout and data are already loaded.
  if (!(scope || isHome) || (asked.get('sec-fetch-dest') ?? 'document') !== 'document') return null;
  const visit = await getVisit();
  if (!visit?.session.workspace || visit.session.denial) return null;
  const { session } = visit;
  try {
    const may = (permission: string) => session.permissions.includes(permission);
    const mail = { caller: visit.caller(), tenantId: visit.session.workspace.id, may };
    const answers = await Promise.all([
      readMailboxes(mail, scope),
      readCounts(mail),
      readNotices(mail),
      ...(scope ? [readThreads(mail, scope, page.searchParams)] : [readOverview(mail)]),
      ...(scope && thread ? [readConversation(mail, page.searchParams.get('in') ?? scope, thread)] : []),
    ]);
    return {
      session,
      deviceZone: knownZone((await cookies()).get(ZONE_COOKIE)?.value),
      // The same form as over HTTP, where dates are text.
      answers: JSON.parse(JSON.stringify(answers.flat())),
    };
  } catch {
    return null;
  }
}

async function readMailboxes({ caller }: SeedRequest, scope: string | undefined): Promise<Answers> {
  const input = { limit: OFFERED_MAILBOXES };
  const all = await caller.identities.list(input);
  const answers: Answers = [[operationKey('identities.list', input), all]];
  const isOffered = all.data.some(
    ({ id, status }) => id === scope && status !== 'deleted' && status !== 'deleting',
  );
  if (!scope || scope === ALL_MAILBOXES || isOffered) return answers;
  const one = { identity_id: scope };
  return [...answers, [operationKey('identities.read', one), await caller.identities.read(one)]];
}

async function readCounts({ caller, tenantId, may }: SeedRequest): Promise<Answers> {
  const input = { tenant_id: tenantId };
  return may('messages:read')
    ? [[operationKey('threads.count_of_tenant', input), await caller.threads.count_of_tenant(input)]]
    : [];
}

async function readThreads(
  { caller, tenantId }: SeedRequest,
  scope: string,
  query: URLSearchParams,
): Promise<Answers> {
  const state = listStateOf(query);
  if (state.view === 'sent') return [];
  const page = await caller.threads.list_of_tenant(threadsInput(tenantId, scope, state));
  return [[listKey(scope, state, tenantId), { pages: [page], pageParams: [null] }]];
}

async function readConversation({ caller }: SeedRequest, identity: string, thread: string): Promise<Answers> {
  const [head, messages] = [
    conversationInput(identity, thread),
    { identity_id: identity, thread_id: thread, limit: MESSAGES_PER_PAGE },
  ];
  const [found, page] = await Promise.all([caller.threads.get(head), caller.messages.list(messages)]);
  if (JSON.stringify(page).length > MOST_OF_CONVERSATION) return [];
  return [
    [operationKey('threads.get', head), found],
    [[...conversationKey, identity, thread], { pages: [page], pageParams: [null] }],
  ];
}

async function readOverview({ caller, tenantId }: SeedRequest): Promise<Answers> {
  const input = { tenant_id: tenantId };
  const overview = await caller.overview.read(input);
  // The setup has forms, and text that is typed into them before their scripts run would be lost.
  return isSettingUp(overview.setup) ? [] : [[operationKey('overview.read', input), overview]];
}

async function readNotices({ caller, tenantId }: SeedRequest): Promise<Answers> {
  const { unread } = await caller.notices.list({ limit: 1 });
  return [[unreadNoticesKey(tenantId), unread]];
}

/** The zone of the cookie, or null if the runtime does not know it, because a cookie can contain anything. */
function knownZone(zone: string | undefined): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone ?? '' }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
