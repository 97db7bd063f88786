import { createTRPCContext } from '@trpc/tanstack-react-query';
import type { AppRouter, RouterInputs, RouterOutputs } from '#api/trpc/router.ts';

/** The operations of the registry for the console's pages. Only types are imported, no server code. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export type Identity = RouterOutputs['identities']['read'];
type ThreadPage = RouterOutputs['threads']['list'];
export type ThreadSummary = Extract<ThreadPage['data'][number], { participants: unknown }>;
export type ListedThread = RouterOutputs['threads']['list_of_tenant']['data'][number];
export type SentMessage = RouterOutputs['messages']['list_sent']['data'][number];
export type Thread = RouterOutputs['threads']['get'];
export type Message = RouterOutputs['messages']['get'];
export type Attachment = Message['attachments'][number];
export type Delivery = NonNullable<Message['deliveries']>[number];
export type QuarantinedMessage = RouterOutputs['quarantine']['list']['data'][number];
export type Approval = RouterOutputs['approvals']['list']['data'][number];
export type ApprovalWithMessage = RouterOutputs['approvals']['get'];
export type StoredDraft = RouterOutputs['drafts']['list']['data'][number];
export type ThreadListInput = RouterInputs['threads']['list_of_tenant'];
export type Mailbox = ThreadSummary['participants'][number];
export type TenantEvent = RouterOutputs['events']['list_of_tenant']['data'][number];
export type Notice = RouterOutputs['notices']['list']['data'][number];
export type NoticeChoices = RouterOutputs['notices']['list_choices'];
export type LoggedRequest = RouterOutputs['requests']['list']['data'][number];
export type AuditEvent = RouterOutputs['audit']['list']['data'][number];
export type Webhook = RouterOutputs['webhooks']['get'];
export type WebhookWithSecret = RouterOutputs['webhooks']['create_for_tenant'];
export type WebhookFields = Required<
  Pick<RouterInputs['webhooks']['update'], 'url' | 'events' | 'description' | 'identity_ids'>
>;
export type WebhookDelivery = RouterOutputs['webhooks']['list_deliveries']['data'][number];
export type Domain = RouterOutputs['domains']['get'];
export type DomainGuide = RouterOutputs['domains']['read_guide'];
export type ReportSummary = RouterOutputs['domains']['summarize_reports'];
export type DomainCheck = RouterOutputs['domains']['list_checks']['data'][number];
export type TestMail = RouterOutputs['domains']['list_test_mails']['data'][number];
export type NewDomain = Omit<RouterInputs['domains']['create'], 'tenant_id'>;
export type ApiKey = RouterOutputs['keys']['list']['data'][number];
export type AccessRequest = RouterOutputs['applications']['read_request'];
export type ConnectedApplication = RouterOutputs['applications']['list']['data'][number];
type SearchOutput = RouterOutputs['search']['identity'];
export type SearchAnswer = Extract<SearchOutput, { hits: unknown }>;
export type SearchHit = Extract<SearchAnswer['hits'][number], { message_id: string }>;
export type SearchFacets = NonNullable<SearchAnswer['facets']>;
export type DeepSearchAnswer = Extract<SearchOutput, { evidence: unknown }>;

type PageOf<Row> = { data: Row[]; next_cursor: string | null };
/** Pages without `view=summary` contain whole rows, which their type does not show. */
export const wholeMessages = (page: RouterOutputs['messages']['list']): PageOf<Message> =>
  page as PageOf<Message>;
