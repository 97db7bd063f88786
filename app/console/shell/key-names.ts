/** The actions of the pages' keys, for the help and the command menu. A page binds those that apply to its content. */
export const keyNames: Record<string, string> = {
  Enter: 'Open',
  o: 'Open',
  u: 'Back to the list',
  e: 'Archive, or move to the inbox',
  U: 'Mark as read or unread',
  r: 'Reply',
  a: 'Reply to all',
  f: 'Forward',
  l: 'Labels',
  x: 'Select',
  X: 'Select up to here',
  '#': 'Delete…',
  z: 'Undo',
  p: 'Pause or resume the feed',
};

/** ⌘ on Macs, otherwise Ctrl. The server does not know the device, so it shows Ctrl, which works everywhere. */
export const commandKey = (): string =>
  typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
