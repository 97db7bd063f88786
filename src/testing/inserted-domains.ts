import { generateKeyPairSync } from 'node:crypto';
import { newId, newUlid } from '#kernel/catalogue/ids.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { RelaySettings } from '#kernel/ports/mail-transport.ts';
import type { DomainMethod, DomainStatus, DomainTransport } from '#workspace/domains/index.ts';
import type { Mailbox } from './mailboxes.ts';

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'der' },
});
/** The TXT record of every test domain's key. */
export const dkimRecordText = `v=DKIM1; k=rsa; p=${pair.publicKey.toString('base64')}`;

export type TestDomain = {
  domain: string;
  tenantId: string;
  status?: DomainStatus;
  method?: DomainMethod;
  transport?: DomainTransport;
  inbound_forwarding?: boolean;
  relay?: RelaySettings;
};

/** Inserts a domain in any status, without the checks that lead there. @returns its id */
export async function insertDomain({ db, sealer }: Services, domain: TestDomain): Promise<string> {
  const id = newId('domain');
  const { status = 'healthy', method = 'records', transport = 'basic', relay } = domain;
  const isProven = status !== 'pending';
  await db.pool.query(
    `insert into domains (id, tenant_id, domain, zone, method, transport, inbound_forwarding, status, status_since,
       ownership_token, proven_at, nameservers, found_nameservers)
     values ($1, $2, $3, $3, $4, $5, $6, $7, now(), 'token', case when $8 then now() end, '{}', '{}')`,
    [
      id,
      domain.tenantId,
      domain.domain,
      method,
      transport,
      domain.inbound_forwarding ?? false,
      status,
      isProven,
    ],
  );
  const selector = 'pm1';
  const sealed = sealer.seal('dkim-key', pair.privateKey, `${selector}._domainkey.${domain.domain}`);
  await db.pool.query(
    `insert into domain_dkim_keys (domain_id, selector, domain, private_key, record, state, activated_at)
     values ($1, $2, $3, $4, $5, 'active', now())`,
    [id, selector, domain.domain, sealed, dkimRecordText],
  );
  if (relay) {
    const password = relay.password === null ? null : sealer.seal('relay-password', relay.password, id);
    await db.pool.query(
      `insert into domain_relays (domain_id, host, port, username, password) values ($1, $2, $3, $4, $5)`,
      [id, relay.host, relay.port, relay.username, password],
    );
  }
  return id;
}

/** An address of an identity at a domain. */
export async function insertAddress(
  { db }: Services,
  mailbox: Mailbox,
  { domainId, address, status = 'active' }: { domainId: string; address: string; status?: string },
): Promise<string> {
  await db.pool.query(
    `insert into addresses (id, identity_id, tenant_id, domain_id, address, local_part, role, status, is_platform)
     values ($1, $2, $3, $4, $5, $6, 'alias', $7, false)`,
    [`adr_${newUlid()}`, mailbox.id, mailbox.tenantId, domainId, address, address.split('@')[0], status],
  );
  return address;
}

export const setDomainStatus = async ({ db }: Services, id: string, status: DomainStatus): Promise<void> => {
  await db.pool.query('update domains set status = $2 where id = $1', [id, status]);
};
