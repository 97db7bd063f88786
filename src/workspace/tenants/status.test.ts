import { expect, it } from 'vitest';
import { nextState } from './status.ts';

const active = { status: 'active', suspended_by: null } as const;
const byPlatform = { status: 'suspended', suspended_by: 'platform' } as const;
const byPartner = { status: 'suspended', suspended_by: 'partner' } as const;

// spec 2.2, 3.3, 4.3 rule 5
it.each([
  ['platform', active, 'suspended', byPlatform],
  ['partner', active, 'suspended', byPartner],
  ['platform', byPartner, 'suspended', byPlatform],
  ['partner', byPlatform, 'suspended', byPlatform],
  ['partner', byPartner, 'suspended', byPartner],
  ['platform', byPlatform, 'active', active],
  ['platform', byPartner, 'active', active],
  ['partner', byPartner, 'active', active],
  ['partner', active, 'active', active],
  ['platform', active, 'active', active],
] as const)('%s key, %o, to %s', (level, current, requested, next) => {
  expect(nextState(level, current, requested)).toEqual(next);
});

it('a partner key cannot lift what the platform suspended', () => {
  expect(() => nextState('partner', byPlatform, 'active')).toThrow(
    expect.objectContaining({ code: 'scope_denied', details: { field: 'status' } }),
  );
});
