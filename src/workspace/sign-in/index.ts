export { makeFirstOperator, openSetup } from './first-operator.ts';
export { beginOAuth, finishOAuth } from './oauth.ts';
export { redeemCode, redeemLink } from './redeem.ts';
export { requestSignIn } from './request.ts';
export { sessionRetention } from './retention.ts';
export { operatorPermissions, rolePermissions } from './roles.ts';
export { actorOf, beginSession, type Client, PLATFORM, placeOf, readSession } from './session.ts';
export {
  deleteOtherSessions,
  deleteSession,
  type ListedSession,
  listSessions,
  type SessionRow,
  setPlace,
  type Workspace,
} from './session-repository.ts';
