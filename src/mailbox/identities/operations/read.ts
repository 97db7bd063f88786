import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { levels } from '#kernel/catalogue/permissions.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { line, pathId } from '#kernel/operation/schema.ts';
import { addressesOf, findByAddress } from '../repository.ts';
import { identitySchema } from '../schema.ts';
import { serializeIdentity } from '../serialize.ts';
import { identityTarget } from '../target.ts';

export const readIdentity = defineOperation({
  name: 'identities.read',
  method: 'GET',
  path: '/v1/identities/{identity_id}',
  summary: 'Read an identity',
  description: 'Returns the identity with its addresses, its owner and its send policy.',
  permission: 'identities:read',
  levels,
  target: identityTarget,
  errors: ['identity_not_found'],
  input: z.strictObject({ identity_id: pathId('identity') }),
  responses: { 200: identitySchema },
  async run({ db, target }) {
    return { status: 200, body: serializeIdentity(target, await addressesOf(db, target.id)) };
  },
});

const ADDRESS_FORM = /^[^\s@]+@[^\s@]+$/;

export const lookUpIdentity = defineOperation({
  name: 'identities.lookup',
  method: 'GET',
  path: '/v1/identities/lookup',
  summary: 'Find the identity behind an address',
  description: 'Takes one address, in upper or lower case, in any state except retired.',
  permission: 'identities:read',
  levels,
  target: noTarget,
  errors: ['identity_not_found', 'address_invalid'],
  example: { address: 'billing-bot.acme@mail.localhost' },
  input: z.strictObject({ address: line(320, 1) }),
  responses: { 200: identitySchema },
  async run({ db, actor }, { address }) {
    if (!ADDRESS_FORM.test(address)) throw new AppError('address_invalid');
    const identity = await findByAddress(db, actor, address.toLowerCase());
    if (!identity) throw new AppError('identity_not_found');
    return { status: 200, body: serializeIdentity(identity, await addressesOf(db, identity.id)) };
  },
});
