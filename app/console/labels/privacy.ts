import type { RouterOutputs } from '#api/trpc/router.ts';
import type { Tone } from '../parts/badge.tsx';

type Label = { name: string; tone: Tone };
type Erasure = RouterOutputs['erasures']['list']['data'][number];
type Export = RouterOutputs['exports']['list']['data'][number];
type Hold = RouterOutputs['holds']['list']['data'][number];

export const erasureScopes: Record<Erasure['scope'], string> = {
  message: 'A message',
  thread: 'A conversation',
  counterparty: 'Everything with an address',
  identity: 'An identity and its mail',
  tenant: 'The whole workspace',
};

export const erasureStates: Record<Erasure['status'], Label> = {
  queued: { name: 'Waiting', tone: 'neutral' },
  running: { name: 'Running', tone: 'accent' },
  completed: { name: 'Erased', tone: 'good' },
  completed_with_holds: { name: 'Erased, except held mail', tone: 'warn' },
  failed: { name: 'Failed', tone: 'bad' },
  canceled: { name: 'Canceled', tone: 'neutral' },
};

export const erasureCounts: Record<
  Exclude<keyof Erasure['receipt'], 'identities_affected' | 'held' | 'probe'>,
  string
> = {
  messages_deleted: 'Messages',
  attachments_deleted: 'Attachments',
  r2_objects_deleted: 'Files',
  fts_rows_deleted: 'Search entries',
  refs_deleted: 'References',
  vectors_deleted: 'Search vectors',
  events_deleted: 'Events',
};

export const exportScopes: Record<Export['scope'], string> = {
  identity: 'All mail of an identity',
  counterparty: 'All mail with an address',
};

export const exportStates: Record<Export['status'], Label> = {
  queued: { name: 'Waiting', tone: 'neutral' },
  running: { name: 'Running', tone: 'accent' },
  completed: { name: 'Ready', tone: 'good' },
  failed: { name: 'Failed', tone: 'bad' },
  canceled: { name: 'Canceled', tone: 'neutral' },
  expired: { name: 'Expired', tone: 'neutral' },
};

export const holdScopes: Record<Hold['scope'], string> = {
  thread: 'A conversation',
  identity: 'All mail of an identity',
  counterparty: 'Every conversation with an address',
  tenant: 'All mail of the workspace',
};
