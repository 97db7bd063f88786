export { eraser } from './erasure.ts';
export { countDomains, type DomainRow, findOwnDomain, listDomains as listOwnDomains } from './repository.ts';
export {
  domainOf,
  domainsOf,
  findSendingDomain,
  type InboundDomain,
  openDkimKey,
  openRelay,
  publishedDkimKeys,
  type SealedDkimKey,
  type SealedRelay,
  type SendingDomain,
} from './sending.ts';
export {
  type CheckedRecord,
  type DomainIssue,
  type DomainMethod,
  type DomainStatus,
  type DomainTransport,
  isReady,
} from './types.ts';
