/** A msg-id (RFC 5322 3.6.4), read leniently: printable ASCII without blanks, angle brackets or encoded words inside. */
const MESSAGE_ID = /^<?((?!.*=\?)[!-;=?-~]{1,900})>?$/;

/** References kept on a reply (spec 8.2): the first and the 19 most recent. */
const MAX_REFERENCES = 20;

/**
 * A message id in its form on the wire, `<left@right>`, or null if it is invalid. Received mail also has ids without an
 * `@`, which work for threading too, so they are accepted.
 */
export const normalizeMessageId = (id: string | null | undefined): string | null => {
  const inside = MESSAGE_ID.exec((id ?? '').trim())?.[1];
  return inside === undefined ? null : `<${inside}>`;
};

/**
 * Well-formed ids of `references` without repetition, at most 20: the first, which roots the thread, and
 * the 19 most recent. Malformed ones come from received mail and are dropped.
 */
export const boundReferences = (references: readonly string[]): string[] => {
  const ids = new Set<string>();
  for (const reference of references) {
    const id = normalizeMessageId(reference);
    if (id !== null) ids.add(id);
  }
  const unique = [...ids];
  if (unique.length <= MAX_REFERENCES) return unique;
  return [...unique.slice(0, 1), ...unique.slice(1 - MAX_REFERENCES)];
};
