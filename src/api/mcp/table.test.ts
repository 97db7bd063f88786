import { expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { tools } from './tools/index.ts';

// The table of spec 4.14, to the letter: names, permissions, bindings, arguments, limits. `view` of lists is an addition
// (decisions-2, Files and views).

const table: Record<string, string> = {
  mail_list_identities: 'tenant_id status purpose limit=25/100 cursor',
  mail_list_threads:
    'identity! label category needs_reply_gte is_unread direction after before archived limit=20/50 cursor view',
  mail_get_thread: 'thread_id! identity! messages_limit=10/50 include_quoted cursor',
  mail_get_message: 'message_id! identity! include_quoted include_headers',
  mail_get_attachment_text: 'message_id! attachment_id! identity! pages',
  mail_search:
    'q! identity scope tenant_id identity_ids mode group_by limit=10/25 snippet_chars=200/500 direction labels after ' +
    'before include_quarantined cursor',
  mail_deep_search:
    'question! identity scope tenant_id identity_ids max_steps=undefined/10 max_seconds=undefined/30 include_quarantined',
  mail_find_related: 'message_id! identity! limit=5/20',
  mail_search_contacts: 'q! identity! limit=10/50 cursor',
  mail_wait: 'identity! from subject_contains thread_id kind since timeout=undefined/60',
  mail_get_usage: '',
  mail_send:
    'identity! to cc bcc subject text html attachments kind thread_id from_address labels headers metadata unsubscribe ' +
    'consent send_at dry_run idempotency_key',
  mail_reply: 'identity! message_id! reply_all text html attachments kind send_at dry_run idempotency_key',
  mail_forward: 'identity! message_id! to! text include_attachments send_at dry_run idempotency_key',
  mail_update_labels: 'identity! message_id thread_id labels_add labels_remove read archived',
  mail_sign_assertion: 'identity! audience! expires_in=undefined/600 nonce ext',
  mail_sign_http_request: 'identity! url! method components expires_in=undefined/300 nonce',
};

type Property = { type?: string; default?: unknown; maximum?: number; description?: string };

function argumentsOf(name: string): string[] {
  const { inputSchema } = catalogue().get(name)!.listing('several');
  return Object.entries(inputSchema.properties as Record<string, Property>).map(([argument, property]) => {
    const isNumber = property.type === 'integer';
    const range = isNumber ? `=${property.default}/${property.maximum}` : '';
    return `${argument}${range}${inputSchema.required?.includes(argument) ? '!' : ''}`;
  });
}

it('has the 17 tools, each with its binding in the registry', () => {
  expect([...catalogue().keys()].sort()).toEqual(Object.keys(table).sort());
  for (const { name, bindings } of tools)
    expect(catalogue().get(name)!.bindings).toHaveLength(bindings.length);
});

it.each(Object.keys(table))('%s: its arguments', (name) => {
  expect(argumentsOf(name).sort()).toEqual(table[name]!.split(' ').filter(Boolean).sort());
});

it.each(Object.keys(table))('%s: what a model reads', (name) => {
  const { title, description, inputSchema } = catalogue().get(name)!.listing('several');
  expect([title, description]).toEqual([expect.stringMatching(/./), expect.stringMatching(/.{40}/)]);
  for (const [argument, property] of Object.entries(inputSchema.properties as Record<string, Property>)) {
    expect([argument, property.description]).toEqual([argument, expect.stringMatching(/./)]);
  }
});

it('schemas stand by themselves, whatever dialect a client reads', () => {
  for (const ready of catalogue().values()) {
    const text = JSON.stringify(ready.listing('several'));
    expect(text).not.toMatch(/"\$(ref|defs|schema)"|prefixItems/);
    expect(text.length).toBeLessThan(16_000);
  }
});
