export { eraser } from './erasure.ts';
export {
  contactKey,
  contactsByName,
  correspondentsOf,
  knownContacts,
  knownOrganisations,
  organisationKey,
  organisationOf,
  recordContacts,
  type Sighting,
} from './record.ts';
export type {
  ContactPair,
  Correspondent,
  KnownContact,
  Namesake,
  OrganisationPair,
  OrganisationRow,
} from './repository.ts';
export { fold } from './search-keys.ts';
