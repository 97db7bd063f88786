export { findPartner, lockPartner, type PartnerRow } from './repository.ts';
export { partnerTarget } from './target.ts';
