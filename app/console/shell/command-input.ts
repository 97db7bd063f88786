/** Input from before the code of the command menu was loaded: the text, and then the keys that select an entry. */
export type EarlyCommand = { text: string; keys: string[] };

export const commandPlaceholder = 'Type a command, a page, words of a mail, or paste an id…';

export const commandInputLook =
  'h-12 w-full border-b border-line bg-transparent px-4 text-[15px] outline-none placeholder:text-ink-soft';
