import { chooseNotices } from './choose.ts';
import { listOwnNotices } from './list.ts';
import { listNoticeChoices } from './list-choices.ts';
import { markNoticesRead } from './mark-read.ts';

/** Operations for the signed-in person only. Keys cannot read notices. */
export const consoleOperations = [listOwnNotices, markNoticesRead, listNoticeChoices, chooseNotices] as const;
