declare const untrusted: unique symbol;

/**
 * Text that came from a mail (spec 1): an attack until it is rendered or delimited.
 * The brand exists only in the type; it keeps such text from being mixed into instructions or SQL unseen.
 */
export type Untrusted<T extends string = string> = T & { readonly [untrusted]: true };

export const markUntrusted = (text: string): Untrusted => text as Untrusted;
