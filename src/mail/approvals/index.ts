export { eraser } from './erasure.ts';
export { decideByLink, openApprovalLink } from './link.ts';
export { countByStatus } from './repository.ts';
