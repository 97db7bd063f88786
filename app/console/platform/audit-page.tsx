'use client';

import { auditActions } from '#kernel/catalogue/audit-actions.ts';
import { AuditLog } from '../workspace/audit-page.tsx';

/** The audit log of the whole deployment: all workspaces and the platform itself. */
export const PlatformAuditPage = () => (
  <AuditLog
    tenantId={null}
    title="Platform audit log"
    intro="Everything that was done in any workspace and to the deployment itself. Entries cannot be changed."
    actions={auditActions}
  />
);
