import { chooseNotices } from './choose.ts';
import { listOwnNotices } from './list.ts';
import { listNoticeChoices } from './list-choices.ts';
import { markNoticesRead } from './mark-read.ts';

/** Only for the signed-in person. Keys cannot read notices. */
export const consoleOperations = [listOwnNotices, markNoticesRead, listNoticeChoices, chooseNotices] as const;
