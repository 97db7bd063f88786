export { startDeliverer } from './deliverer.ts';
export { measureDeliveries } from './delivery-repository.ts';
export { fanOut } from './fan-out.ts';
export { deleteEndpointsOfPartner, type FailingEndpoint, findFailingEndpoints } from './repository.ts';
export { eventRetention } from './retention.ts';
