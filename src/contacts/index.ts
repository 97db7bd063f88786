import { listContactsOperation } from './operations/list.ts';

export { eraser } from './erasure.ts';
export {
  contactKey,
  knownContacts,
  knownOrganisations,
  organisationKey,
  organisationOf,
  recordContacts,
  type Sighting,
} from './record.ts';
export type { ContactPair, KnownContact, OrganisationPair } from './repository.ts';

export const operations = [listContactsOperation];
