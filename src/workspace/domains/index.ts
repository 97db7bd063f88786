export {
  addConnectKey,
  type ConnectSetup,
  connectSetup,
  prepareConnectKey,
} from './connect/setup.ts';
export { eraser } from './erasure.ts';
export { mxHost } from './expected.ts';
export { dnsHosts } from './hosts/catalogue.ts';
export { dnsHostOf, nameAt } from './hosts/detect.ts';
export { domainChecks } from './maintenance.ts';
export { accountTrouble, providerAccount } from './provider-account.ts';
export {
  countDomains,
  type DomainRow,
  findDefaultDomain,
  findOwnDomain,
  holdDomain,
  listDomains as listOwnDomains,
} from './repository.ts';
export {
  type CheckedRecord,
  type DomainIssue,
  type DomainMethod,
  type DomainStatus,
  type DomainTransport,
  isReady,
  type SuspensionReason,
} from './schema.ts';
export {
  domainOf,
  domainsOf,
  findSendingDomain,
  findSendingDomains,
  type InboundDomain,
  openDkimKey,
  openRelay,
  provenDomainsOf,
  publishedDkimKeys,
  type SealedDkimKey,
  type SealedRelay,
  type SendingDomain,
  withoutReturnPathHost,
} from './sending.ts';
export { domainTarget, writableDomainTarget } from './target.ts';
