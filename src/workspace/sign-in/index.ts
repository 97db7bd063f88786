export type { Client } from './client.ts';
export { makeFirstOperator, openSetup } from './first-operator.ts';
export { beginOAuth, finishOAuth } from './oauth.ts';
export { recordSessionChange } from './record.ts';
export { redeemCode, redeemLink } from './redeem.ts';
export { requestSignIn } from './request.ts';
export { sessionRetention } from './retention.ts';
export { operatorPermissions } from './roles.ts';
export { actorOf, beginSession, PLATFORM, readSession, scopeOf } from './session.ts';
export {
  deleteOtherSessions,
  deleteSession,
  type ListedSession,
  listSessions,
  type SessionRow,
  setWorkspace,
  type Workspace,
} from './session-repository.ts';
