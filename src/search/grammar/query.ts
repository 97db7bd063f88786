/** One value of an operator. The words of a phrase must be adjacent. */
export type Value = { text: string; phrase: boolean; position: number };

/** A parsed query (decisions.md section 4). `null` in place of a query matches everything. */
export type Query =
  | { kind: 'and' | 'or'; of: Query[] }
  | { kind: 'not'; of: Query }
  | { kind: 'word'; text: string; prefix: boolean }
  | { kind: 'phrase'; text: string }
  | { kind: 'operator'; name: OperatorName; values: Value[] };

export const operatorNames = [
  ...(['from', 'to', 'cc', 'participant', 'subject', 'body', 'filename'] as const),
  ...(['label', 'category', 'thread', 'ref', 'lang', 'flag', 'has', 'is', 'type'] as const),
  ...(['before', 'after', 'on', 'newer_than', 'older_than'] as const),
  ...(['received_before', 'received_after', 'received_on'] as const),
  ...(['larger', 'smaller', 'needs_reply'] as const),
] as const;
export type OperatorName = (typeof operatorNames)[number];

export const isOperatorName = (name: string): name is OperatorName =>
  (operatorNames as readonly string[]).includes(name);
