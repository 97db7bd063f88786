export { deleteAccount, type ListedAccount, listAccounts } from './account-repository.ts';
export type { Client } from './client.ts';
export { type Entry, enter } from './entry.ts';
export { makeFirstOperator, openSetup } from './first-operator.ts';
export { beginProvider, type Finished, finishProvider, isSignIn } from './provider.ts';
export { recordSessionChange } from './record.ts';
export { redeemCode, redeemLink } from './redeem.ts';
export { requestSignIn } from './request.ts';
export { sessionRetention } from './retention.ts';
export { operatorPermissions } from './roles.ts';
export { finishStep, signInWithPasskey } from './second-step.ts';
export { actorOf, beginSession, PLATFORM, readSession, scopeOf } from './session.ts';
export {
  deleteOtherSessions,
  deleteSession,
  type ListedSession,
  listSessions,
  type SessionRow,
  setWorkspace,
  strengthenSession,
  type Workspace,
  weakenSessions,
} from './session-repository.ts';
