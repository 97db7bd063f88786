'use client';

import { auditActions } from '#kernel/catalogue/audit-actions.ts';
import { AuditLog } from '../workspace/audit-page.tsx';

/** Who did what in the whole deployment, in its workspaces and beside them. */
export const PlatformAuditPage = () => (
  <AuditLog
    tenantId={null}
    title="All audit events"
    intro="Of every workspace, and what was done to the deployment itself. Nothing in it can be changed."
    actions={auditActions}
  />
);
