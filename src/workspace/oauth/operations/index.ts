import { approveAccess } from './approve.ts';
import { denyAccess } from './deny.ts';
import { disconnectApplication } from './disconnect.ts';
import { listConnected } from './list.ts';
import { readAccessRequest } from './read-request.ts';

/** Only people decide about applications, in the console. The keys of applications are part of the API for keys. */
export const consoleOperations = [
  readAccessRequest,
  approveAccess,
  denyAccess,
  listConnected,
  disconnectApplication,
] as const;
