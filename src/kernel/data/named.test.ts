import { expect, it } from 'vitest';
import { sql } from './database.ts';
import { namedByForm } from './named.ts';

const nameOf = (options: Record<string, unknown>) =>
  String((namedByForm('threads.summaries', options, sql`select 1`) as { name?: string }).name);
const many = { archived: false, is_unread: true, review: true, direction: 'inbound', take: 26, after: 'x' };

it('names a statement after its options, in 63 characters at most', () => {
  expect(nameOf({ take: 1, label: undefined })).toBe('threads.summaries.take');
  expect(nameOf(many).length).toBeLessThanOrEqual(63);
  expect(nameOf(many)).toBe(nameOf({ ...many, take: 5 }));
  expect(nameOf({ ...many, is_unread: false })).not.toBe(nameOf(many));
});
