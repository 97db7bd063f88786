import type { RouterOutputs } from '#api/trpc/router.ts';
import type { MaintenanceName } from '#jobs/maintenance.ts';
import { jobNames } from '#kernel/catalogue/job-names.ts';
import type { ComponentName } from '#platform/health.ts';
import type { Tone } from '../parts/badge.tsx';
import { asWords, labelOf } from './label-of.ts';

type Label = { name: string; tone: Tone };
type Component = RouterOutputs['platform']['health']['components'][number];

export const componentLabels: Record<ComponentName, string> = {
  database: 'Database',
  parts: 'Parts of the program',
  blob_storage: 'File storage',
  smtp_listener: 'SMTP listener',
  incoming_mail: 'Incoming mail',
  jobs: 'Jobs',
  outgoing_mail: 'Outgoing mail',
  webhooks: 'Webhooks',
  search_index: 'Search index',
  meilisearch: 'Meilisearch',
  embeddings: 'Embeddings',
  model: 'Language model',
  rate_limits: 'Rate limits',
};

export const componentLabel = (name: string): string => labelOf(componentLabels, name) ?? asWords(name);

export const componentStates: Record<Component['status'], Label> = {
  ok: { name: 'Works', tone: 'good' },
  degraded: { name: 'Degraded', tone: 'warn' },
  down: { name: 'Down', tone: 'bad' },
  off: { name: 'Not used', tone: 'neutral' },
};

export const maintenanceLabels: Record<MaintenanceName, string> = {
  retention: 'Delete expired data',
  usage_rollup: 'Add up usage',
  billing_reconcile: 'Compare billing with Stripe',
  domain_checks: 'Check domains',
  digest: 'Send notification digests',
  search_reindex: 'Rebuild the search index',
  blob_sweep: 'Delete unused files',
};

export const maintenanceStates: Record<RouterOutputs['platform']['get_job']['status'], Label> = {
  queued: { name: 'Waiting', tone: 'neutral' },
  running: { name: 'Running', tone: 'accent' },
  completed: { name: 'Completed', tone: 'good' },
  failed: { name: 'Failed', tone: 'bad' },
};

export const deadLetterStates: Record<
  RouterOutputs['platform']['list_dead_letters']['data'][number]['status'],
  string
> = { open: 'Failed', redriven: 'Run again' };

export const jobLabel = (name: string): string => labelOf(jobNames, name) ?? asWords(name);

/** The purpose of each deployment key, how long the old one stays valid, and the consequences of deleting it. */
export const ringKeys: Record<
  RouterOutputs['platform']['rotate_key']['purpose'],
  { name: string; about: string; overlap: string; lost: string }
> = {
  thread: {
    name: 'Reply addresses',
    about: 'Signs reply addresses, so that a reply finds its conversation.',
    overlap: '90 days',
    lost: 'Replies to older mail are then assigned to conversations by their headers only.',
  },
  link: {
    name: 'Links and sessions',
    about: 'Signs download links, sign-in links, invitations and sessions.',
    overlap: '7 days',
    lost: 'Everybody is signed out, and open links and invitations stop working.',
  },
  cursor: {
    name: 'Page cursors',
    about: 'Signs the cursors with which programs read the next page of a list.',
    overlap: '24 hours',
    lost: 'Programs that are reading a list must start again.',
  },
  web_bot_auth: {
    name: 'Signed HTTP requests',
    about: 'Signs the requests that agents make to websites, where the deployment allows it.',
    overlap: '7 days',
    lost: 'Websites no longer recognise requests that were signed before.',
  },
};
