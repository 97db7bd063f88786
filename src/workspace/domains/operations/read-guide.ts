import { z } from 'zod';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { pathId } from '#kernel/operation/schema.ts';
import { domainConnectOf } from '../connect/apply-url.ts';
import { dnsHosts } from '../hosts/catalogue.ts';
import { dnsHostOf, dnsHostOfRegistrar, nameAt } from '../hosts/detect.ts';
import { publishedBy } from '../repository.ts';
import { domainTarget } from '../target.ts';

const host = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  steps: z.array(z.string()),
  notes: z.array(z.string()),
  names: z
    .array(z.string())
    .meta({ description: 'For each record of the domain, the value for the name field at this host.' }),
});

/** Used by the page of a domain in the console. */
export const readDomainGuide = defineOperation({
  name: 'domains.read_guide',
  method: 'GET',
  path: '/v1/domains/{domain_id}/guide',
  summary: 'Read how to add records at a DNS host',
  description:
    'Returns the steps for each known DNS host, the host that serves the domain, and the page that adds all records ' +
    'with one click where the host offers Domain Connect.',
  permission: 'domains:read',
  levels,
  target: domainTarget,
  errors: ['domain_not_found'],
  input: z.strictObject({ domain_id: pathId('domain') }),
  responses: {
    200: z.object({
      detected: z.string().nullable().meta({
        description:
          'The host according to its name servers, otherwise according to the registrar; null if it is not known.',
      }),
      domain_connect: z.object({ provider: z.string(), apply_url: z.string() }).nullable(),
      hosts: z.array(host),
    }),
  },
  async run({ target, services }) {
    const host = dnsHostOf(target.found_nameservers) ?? dnsHostOfRegistrar(target.registration?.registrar);
    const detected = host?.id ?? null;
    const hosts = dnsHosts.map(({ id, name, url, steps, notes, ...fields }) => ({
      id,
      name,
      url,
      steps: [...steps],
      notes: [...notes],
      names: publishedBy(target).map((record) => nameAt(fields, record.name, target.zone)),
    }));
    const domain_connect = await domainConnectOf(services, target);
    return { status: 200, body: { detected, domain_connect, hosts } };
  },
});
