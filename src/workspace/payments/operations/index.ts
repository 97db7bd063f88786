import { change } from './change.ts';
import { checkout } from './checkout.ts';
import { listInvoices } from './list-invoices.ts';
import { openPortal } from './open-portal.ts';
import { preview } from './preview.ts';
import { readOverview } from './read-overview.ts';
import { refresh } from './refresh.ts';

export const consoleOperations = [
  readOverview,
  listInvoices,
  preview,
  checkout,
  openPortal,
  change,
  refresh,
] as const;
