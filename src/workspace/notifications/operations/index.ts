import { chooseNotices } from './choose.ts';
import { listOwnNotices } from './list.ts';
import { listNoticeChoices } from './list-choices.ts';
import { markNoticesRead } from './mark-read.ts';

/** For the signed-in person alone: keys read no mail of ours. */
export const consoleOperations = [listOwnNotices, markNoticesRead, listNoticeChoices, chooseNotices] as const;
