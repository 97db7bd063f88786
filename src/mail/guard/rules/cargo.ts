import type { Facts } from '../facts.ts';
import { domainOf } from '../text/marks.ts';
import { isMeetingRoom } from '../text/meeting-rooms.ts';

/**
 * Whether a message has nothing but words of the agent's own: no files, no accounts, nothing forwarded, and no links other than to
 * pages of the own site, as signatures and support have them. A link that opens a document has a key in it, which is no word.
 */
export const carriesNothing = ({ send, ownOrganisations }: Facts): boolean =>
  send.files.length === 0 &&
  send.quoted === null &&
  send.marks.accounts.size === 0 &&
  [...send.marks.urls].every(
    (url) => isMeetingRoom(url) || (isPage(url) && ownOrganisations.has(domainOf(url) ?? '')),
  );

const isPage = (url: string): boolean =>
  /^(?:https?:\/\/)?[^/?#@]+(?:\/(?:[\p{L}-]{2,40}(?:\.html?)?)?){0,5}$/iu.test(url);
