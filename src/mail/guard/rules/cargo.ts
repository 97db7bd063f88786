import type { Facts } from '../facts.ts';
import { domainOf } from '../text/marks.ts';
import { isMeetingRoom } from '../text/meeting-rooms.ts';

/**
 * Whether a message carries only the agent's own words: no files, no accounts, nothing forwarded, and no links except meeting
 * rooms and pages of the owner's own site, as signatures and support answers have them. A link to a document does not count as
 * such a page, because its path contains a key and not only words.
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
