import { addAddress } from './add-address.ts';
import { createIdentity } from './create.ts';
import { deleteAddress } from './delete-address.ts';
import { listAllIdentities, listTenantIdentities } from './list.ts';
import { listAddresses } from './list-addresses.ts';
import { listIdentityEvents, listTenantEvents } from './list-events.ts';
import { promoteAddress } from './promote-address.ts';
import { lookUpIdentity, readIdentity } from './read.ts';
import { retireAddress } from './retire-address.ts';
import { testForwarding } from './test-forwarding.ts';
import { updateIdentityOperation } from './update.ts';

export const operations = [
  createIdentity,
  listTenantIdentities,
  listAllIdentities,
  lookUpIdentity,
  readIdentity,
  updateIdentityOperation,
  listAddresses,
  addAddress,
  promoteAddress,
  retireAddress,
  deleteAddress,
  testForwarding,
  listTenantEvents,
  listIdentityEvents,
] as const;
