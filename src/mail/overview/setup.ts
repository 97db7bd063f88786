import type { Services } from '#kernel/operation/services.ts';
import { effectivePolicy, type TenantRow } from '#workspace/tenants/index.ts';
import type { Overview } from './schema.ts';
import { findSetup } from './setup-repository.ts';
import type { May } from './sight.ts';

/** How far the workspace is set up. */
export async function setupOf({ db }: Services, tenant: TenantRow, may: May): Promise<Overview['setup']> {
  const facts = await findSetup(db, tenant.id);
  const mode = effectivePolicy(tenant).sending.approval;
  const seen = facts.mail_received;
  const mail = seen && (seen.status === 'received' || may('quarantine:review')) ? seen : null;
  return {
    mailbox: stepOf(facts.mailbox),
    mail_received: may('messages:read') ? { is_done: facts.has_received, result: mail } : null,
    key: may('keys:manage') ? stepOf(facts.key) : null,
    agent: may('keys:manage') ? stepOf(facts.agent) : null,
    webhook: may('webhooks:read') ? stepOf(facts.webhook) : null,
    domain: may('domains:read')
      ? { is_done: facts.domain?.status === 'healthy', result: facts.domain }
      : null,
    approval: { is_done: mode !== 'never', result: { mode } },
  };
}

const stepOf = <Result>(result: Result | null) => ({ is_done: result !== null, result });
