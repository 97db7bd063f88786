/**
 * Links to meeting rooms of large video providers, as their own invitations write them. Such a link opens nothing but a call.
 * Sources: the providers' help pages on joining a meeting by link.
 */
const rooms: readonly RegExp[] = [
  /^https:\/\/meet\.google\.com\/[a-z]{3}-[a-z]{4}-[a-z]{3}$/,
  /^https:\/\/(?:[a-z0-9-]{1,40}\.)?zoom\.us\/j\/\d{9,11}$/,
  /^https:\/\/teams\.(?:microsoft|live)\.com\/(?:l\/meetup-join|meet)\/[\w%.@:-]{5,400}(?:\/\d{1,20})?$/,
  /^https:\/\/meet\.jit\.si\/[\w-]{1,120}$/,
  /^https:\/\/whereby\.com\/[\w-]{1,80}$/,
];

/** Whether a link leads to such a room. Its query is ignored. */
export const isMeetingRoom = (url: string): boolean => {
  const [place = ''] = url.split(/[?#]/);
  return rooms.some((room) => room.test(place));
};
