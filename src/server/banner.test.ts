import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { renderBanner } from './banner.ts';

const facts = {
  version: '1.0.0',
  seconds: 1.84,
  api: 'http://localhost:3000',
  console: 'http://localhost:3000',
  smtp: '127.0.0.1:2525',
  mailDomain: 'mail.localhost',
  dkim: null,
  keyPath: resolve('.data/platform-key'),
  newKey: 'pmk_live_secret',
  setupLink: 'http://localhost:3000/console/sign-in?setup=kid.mac',
};

it('tells all that a newcomer needs', () => {
  expect(renderBanner(facts)).toBe(`
  Proofmail 1.0.0, ready in 1.8 s

  API      http://localhost:3000/v1
  Console  http://localhost:3000/console
           http://localhost:3000/console/sign-in?setup=kid.mac  (makes you the first owner; works once)
  SMTP     127.0.0.1:2525  for mail to …@mail.localhost
  Key      .data/platform-key
           pmk_live_secret  (shown this once)
  Try      curl -H "Authorization: Bearer $(cat .data/platform-key)" http://localhost:3000/v1/me
`);
});

it('quotes a path that the shell would take apart', () => {
  const banner = renderBanner({ ...facts, keyPath: `/srv/it's mail/platform-key` });
  expect(banner).toContain(`$(cat '/srv/it'\\''s mail/platform-key')`);
});

it('leaves out what this process does not serve, and a key that is not new', () => {
  const banner = renderBanner({
    ...facts,
    api: null,
    console: null,
    smtp: null,
    newKey: null,
    setupLink: null,
  });
  expect(banner).not.toMatch(/API|Console|SMTP|curl|pmk_/);
});

it('points to the variable that gave the key', () => {
  const banner = renderBanner({ ...facts, keyPath: null, newKey: null });
  expect(banner).toContain('Bearer $PM_BOOTSTRAP_KEY');
});

it('names the record that signs mail, where we sign', () => {
  const dkim = { name: 'pm1._domainkey.mail.localhost', path: resolve('.data/dkim-record.txt') };
  expect(renderBanner({ ...facts, dkim })).toContain(
    '\n  DKIM     pm1._domainkey.mail.localhost  TXT record to publish: .data/dkim-record.txt\n',
  );
});
