import { expect, it } from 'vitest';
import { dnsHosts } from './catalogue.ts';
import { dnsHostOf, dnsHostOfRegistrar, nameAt } from './detect.ts';

// The guides for DNS hosts.

it.each([
  ['ada.ns.cloudflare.com', 'cloudflare'],
  ['NS01.DOMAINCONTROL.COM', 'godaddy'],
  ['dns1.registrar-servers.com', 'namecheap'],
  ['ns-1536.awsdns-00.co.uk', 'route53'],
  ['ns-cloud-a1.googledomains.com', 'squarespace'],
  ['ns1045.ui-dns.de', 'ionos'],
  ['ns1.dns-parking.com', 'hostinger'],
  ['dns10.ovh.net', 'ovh'],
  ['ns1.digitalocean.com', 'digitalocean'],
  ['maceio.ns.porkbun.com', 'porkbun'],
  ['ns-12-a.gandi.net', 'gandi'],
  ['ns1.vercel-dns.com', 'vercel'],
])('%s belongs to %s', (nameserver, id) => {
  expect(dnsHostOf(['ns.somewhere.example', nameserver])?.id).toBe(id);
});

it('knows no host by a name that only looks like one', () => {
  const others = ['ns.cloudflare.com.evil.example', 'notdomaincontrol.com', 'ns1.example'];
  expect(dnsHostOf(others)).toBeNull();
  expect(dnsHostOf([])).toBeNull();
});

it.each([
  ['GoDaddy.com, LLC', 'godaddy'],
  ['NameCheap, Inc.', 'namecheap'],
  ['Amazon Registrar, Inc.', 'route53'],
  ['IONOS SE', 'ionos'],
  ['OVH sas', 'ovh'],
  ['Gandi SAS', 'gandi'],
])('the registrar %s is the host %s', (registrar, id) => {
  expect(dnsHostOfRegistrar(registrar)?.id).toBe(id);
});

it('knows no host by a registrar that is none', () => {
  for (const registrar of ['Not GoDaddy', 'Gandinsky Ltd', '', null])
    expect(dnsHostOfRegistrar(registrar)).toBeNull();
});

it('every guide has steps, an address and an id of its own', () => {
  expect(dnsHosts).toHaveLength(12);
  expect(new Set(dnsHosts.map(({ id }) => id)).size).toBe(12);
  for (const { steps, url } of dnsHosts) {
    expect(steps.length).toBeGreaterThanOrEqual(3);
    expect(steps.every((step) => step.endsWith('.'))).toBe(true);
    expect(url).toMatch(/^https:\/\//);
  }
});

it('says what to enter in the field for the name', () => {
  const relative = { name_field: 'relative', apex: '@' } as const;
  expect(nameAt(relative, '_dmarc.agents.acme.example', 'acme.example')).toBe('_dmarc.agents');
  expect(nameAt(relative, 'acme.example', 'acme.example')).toBe('@');
  expect(nameAt({ ...relative, name_field: 'absolute' }, 'x.acme.example', 'acme.example')).toBe(
    'x.acme.example',
  );
});
