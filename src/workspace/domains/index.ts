export { eraser } from './erasure.ts';
export { dnsHosts } from './hosts/catalogue.ts';
export { dnsHostOf, nameAt } from './hosts/detect.ts';
export { domainChecks } from './maintenance.ts';
export {
  countDomains,
  type DomainRow,
  findDefaultDomain,
  findOwnDomain,
  holdDomain,
  listDomains as listOwnDomains,
} from './repository.ts';
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
