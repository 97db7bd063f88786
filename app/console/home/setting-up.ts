import type { RouterOutputs } from '#api/trpc/router.ts';

export type Overview = RouterOutputs['overview']['read'];
export type Setup = Overview['setup'];

/** The steps without which no agent works. The other steps are optional. */
export const essential = ['mailbox', 'mail_received', 'key', 'agent'] as const;

/** Whether essential steps are open. Steps that the person may not see are somebody else's task and do not count. */
export const isSettingUp = (setup: Setup): boolean =>
  essential.some((name) => setup[name] !== null && !setup[name]?.is_done);
