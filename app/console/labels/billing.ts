import type { RouterOutputs } from '#api/trpc/router.ts';
import type { Tone } from '../parts/badge.tsx';
import { asWords } from './label-of.ts';

type Overview = RouterOutputs['payments']['overview'];
type Feature = Overview['features'][number]['feature'];
type Label = { name: string; tone: Tone };

const states: Record<string, Label> = {
  active: { name: 'Active', tone: 'good' },
  trialing: { name: 'Trial', tone: 'accent' },
  past_due: { name: 'Payment failed', tone: 'bad' },
  unpaid: { name: 'Not paid', tone: 'bad' },
  paused: { name: 'Paused', tone: 'warn' },
};

/** The state of a subscription; the provider may add others. */
export const subscriptionState = (status: string): Label =>
  states[status] ?? { name: asWords(status), tone: 'neutral' };

const invoices: Record<string, Label> = {
  draft: { name: 'Draft', tone: 'neutral' },
  open: { name: 'To be paid', tone: 'warn' },
  paid: { name: 'Paid', tone: 'good' },
  uncollectible: { name: 'Not collected', tone: 'bad' },
  void: { name: 'Void', tone: 'neutral' },
};

export const invoiceState = (status: string | null): Label =>
  invoices[status ?? ''] ?? { name: asWords(status ?? 'unknown'), tone: 'neutral' };

const units: Record<Feature, [one: string, many: string]> = {
  inboxes: ['mailbox', 'mailboxes'],
  sends: ['send a month', 'sends a month'],
  triage: ['triage a month', 'triages a month'],
  custom_domains: ['domain', 'domains'],
  storage_gb: ['GB of storage', 'GB of storage'],
  seats: ['seat', 'seats'],
};

/** The unit after an amount of a feature, for example `sends a month`. */
export const unitWords = (feature: Feature, amount: number): string => units[feature][amount === 1 ? 0 : 1];

/** The labels of packs that are bought in addition to a plan. */
export const packLabels: Record<keyof Overview['packs'], string> = {
  inboxes: 'Packs of mailboxes',
  sends: 'Packs of sends',
  triage: 'Packs of triages',
};

/** The consequence when more of a feature is used than the plan includes. */
export const stopLabels: Record<Feature, string> = {
  inboxes: 'Every mailbox keeps working, but no new one can be made.',
  sends: 'Sending stops until the next month begins.',
  triage: 'Mail still comes in, but is not triaged until the next month begins.',
  custom_domains: 'Every domain keeps working, but no new one can be added.',
  storage_gb: 'Nothing is deleted, and mail still comes in.',
  seats: 'Everybody keeps their seat, but nobody else can be invited.',
};

/** An amount in the smallest unit of a currency, for example `$29.00`. It is never a fraction of that unit. */
export function moneyWords(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const whole = String(Math.abs(amount)).padStart(digits + 1, '0');
  const text = digits === 0 ? whole : `${whole.slice(0, -digits)}.${whole.slice(-digits)}`;
  // Passed as text, the amount stays exact however large it is.
  return format.format(`${amount < 0 ? '-' : ''}${text}` as `${number}`);
}

export const intervals = { month: 'a month', year: 'a year' } as const;
