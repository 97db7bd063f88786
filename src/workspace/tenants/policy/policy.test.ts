import { describe, expect, it } from 'vitest';
import type { Level } from '#kernel/catalogue/permissions.ts';
import { type PolicyPatch, policyEntries, type StoredPolicy } from './catalogue.ts';
import { effectivePolicy, mergePolicy, touchedBy } from './document.ts';
import { authorizePolicyChange, type Ceilings, nextCeilings } from './permission.ts';
import { policyPatchSchema, policySchema } from './schema.ts';

/** The table of decisions.md section 2, repeated here on purpose so that a mistake in the catalogue is found. */
const documented: [path: string, fallback: unknown, fieldClass: string][] = [
  ['identity_daily_send_cap', 500, 'lower-only'],
  ['tenant_daily_send_cap', 5000, 'lower-only'],
  ['max_recipients', 10, 'lower-only'],
  ['send_allowlist_only', false, 'free'],
  ['large_attachments', 'refuse', 'free'],
  ['link_ttl_hours', 72, 'lower-only'],
  ['ai_disclosure.mode', 'none', 'free'],
  ['ai_disclosure.text', 'This message was written by an AI agent.', 'free'],
  ['auto_reply.allowed', true, 'free'],
  ['auto_reply.max_automatic_exchanges', 2, 'free'],
  ['sending.approval', 'never', 'stricter-only'],
  ['sending.guard', 'advise', 'stricter-only'],
  ['sending.guard_secrets', ['keys', 'cards'], 'free'],
  ['sending.signed_mail', false, 'free'],
  ['sending.approval_expiry_hours', 72, 'lower-only'],
  ['quarantine.on_auth_fail', true, 'platform-only'],
  ['quarantine.spam_threshold', 0.8, 'lower-only'],
  ['quarantine.unsolicited_otp', true, 'platform-only'],
  ['quarantine.key_release', null, 'key-release'],
  ['inbound.per_sender_per_hour', 60, 'lower-only'],
  ['inbound.extract_attachment_text', ['pdf', 'office', 'text', 'html'], 'free'],
  ['triage.enabled', true, 'free'],
  ['search.agentic', true, 'free'],
  ['search.agentic_max_steps', 6, 'lower-only'],
  ['search.agentic_max_seconds', 8, 'lower-only'],
  ['search.agentic_daily_cap', 500, 'lower-only'],
  ['retention.events_days', 30, 'lower-only'],
  ['retention.raw_days', 90, 'lower-only'],
  ['limits.requests_per_minute', 60_000, 'platform-only'],
  ['limits.queued_sends', 50_000, 'platform-only'],
  ['limits.queued_jobs', 10_000, 'platform-only'],
  ['webhook_text_bytes', 16384, 'free'],
  ['web_bot_auth.allowed', false, 'platform-only'],
  ['domains.allow_create_zone', false, 'platform-only'],
  ['domains.fallback', true, 'free'],
  ['abuse.min_sends', 50, 'platform-only'],
  ['abuse.bounce_rate', 0.08, 'platform-only'],
  ['abuse.complaint_rate', 0.003, 'platform-only'],
];

/** A patch of one field, given by its dotted path. */
function patchOf(path: string, value: unknown): PolicyPatch {
  const [first, second] = path.split('.') as [string, string | undefined];
  return (second === undefined ? { [first]: value } : { [first]: { [second]: value } }) as PolicyPatch;
}

const refusedField = (level: Level, patch: PolicyPatch, ceilings: Ceilings = {}): unknown => {
  try {
    authorizePolicyChange(level, patch, { policy: {}, policy_ceilings: ceilings, partner_id: null });
    return null;
  } catch (error) {
    return (error as { details?: { field?: string } }).details?.field;
  }
};

describe('the catalogue (decisions.md section 2)', () => {
  it('holds exactly the documented fields with default and class', () => {
    const actual = policyEntries.map(({ path, field }) => [path, field.default, field.class]);
    expect(actual).toEqual(documented);
  });

  it('has defaults that keep their own bounds', () => {
    for (const { path, field } of policyEntries) {
      expect([path, field.schema.safeParse(field.default).success]).toEqual([path, true]);
    }
    expect(policySchema.parse(effectivePolicy({ policy: {} }))).toEqual(effectivePolicy({ policy: {} }));
  });
});

describe('the patch schema', () => {
  const bounds: [path: string, good: unknown[], bad: unknown[]][] = [
    ['identity_daily_send_cap', [0, 1_000_000], [-1, 1_000_001, 1.5, '5', true, {}]],
    ['max_recipients', [1, 49], [0, 50, Number.NaN, []]],
    ['send_allowlist_only', [true, false], [0, 'true']],
    ['large_attachments', ['refuse', 'link'], ['drop', '']],
    ['link_ttl_hours', [1, 168], [0, 169]],
    ['ai_disclosure.mode', ['none', 'first_message', 'every_message'], ['always']],
    ['ai_disclosure.text', ['', 'Two\nlines'], ['\u0000', '\ud800', 'x'.repeat(1001), 4]],
    ['auto_reply.max_automatic_exchanges', [0, 100], [-1, 101]],
    ['quarantine.on_auth_fail', [true, false], ['no']],
    ['quarantine.spam_threshold', [0, 0.5, 1], [-0.1, 1.1, Number.POSITIVE_INFINITY]],
    ['quarantine.key_release', [true, false], ['yes', 1]],
    ['inbound.per_sender_per_hour', [1, 1_000_000], [0]],
    ['inbound.extract_attachment_text', [[], ['pdf', 'html']], [['pdf', 'pdf'], ['exe'], 'pdf']],
    ['search.agentic_max_steps', [2, 10], [1, 11]],
    ['search.agentic_max_seconds', [3, 30], [2, 31]],
    ['retention.raw_days', [1, 3650], [0, 3651]],
    ['webhook_text_bytes', [0, 65_536], [-1, 65_537]],
    ['abuse.complaint_rate', [0, 1], [1.01]],
  ];

  it.each(bounds)('%s keeps its bounds', (path, good, bad) => {
    for (const value of [...good, null]) {
      expect([value, policyPatchSchema.safeParse(patchOf(path, value)).success]).toEqual([value, true]);
    }
    for (const value of bad) {
      const parsed = policyPatchSchema.safeParse(patchOf(path, value));
      expect([value, parsed.success]).toEqual([value, false]);
      expect(parsed.error!.issues[0]!.path.slice(0, path.split('.').length).join('.')).toBe(path);
    }
  });

  it('refuses unknown fields at both depths', () => {
    expect(policyPatchSchema.safeParse({ unknown: 1 }).success).toBe(false);
    expect(policyPatchSchema.safeParse({ quarantine: { unknown: 1 } }).success).toBe(false);
    expect(policyPatchSchema.safeParse({ quarantine: true }).success).toBe(false);
  });
});

describe('merge', () => {
  const table: [name: string, stored: StoredPolicy, patch: PolicyPatch, merged: StoredPolicy][] = [
    ['nothing', { max_recipients: 5 }, {}, { max_recipients: 5 }],
    ['a new field', {}, { max_recipients: 5 }, { max_recipients: 5 }],
    ['a changed field', { max_recipients: 5 }, { max_recipients: 6 }, { max_recipients: 6 }],
    ['null on a field', { max_recipients: 5 }, { max_recipients: null }, {}],
    ['null on an unset field', {}, { max_recipients: null }, {}],
    [
      'one field of a group, the others stay',
      { quarantine: { on_auth_fail: false } },
      { quarantine: { spam_threshold: 0.5 } },
      { quarantine: { on_auth_fail: false, spam_threshold: 0.5 } },
    ],
    [
      'null inside a group',
      { quarantine: { on_auth_fail: false, spam_threshold: 0.5 } },
      { quarantine: { spam_threshold: null } },
      { quarantine: { on_auth_fail: false } },
    ],
    [
      'null inside a group, the last field of it',
      { triage: { enabled: false } },
      { triage: { enabled: null } },
      {},
    ],
    [
      'null on a whole group',
      { quarantine: { on_auth_fail: false, spam_threshold: 0.5 }, max_recipients: 3 },
      { quarantine: null },
      { max_recipients: 3 },
    ],
    ['an empty group', { triage: { enabled: false } }, { triage: {} }, { triage: { enabled: false } }],
    [
      'a list as a whole, not by its items',
      { inbound: { extract_attachment_text: ['pdf', 'html'] } },
      { inbound: { extract_attachment_text: ['text'] } },
      { inbound: { extract_attachment_text: ['text'] } },
    ],
    [
      'false and zero as values',
      {},
      { send_allowlist_only: false, webhook_text_bytes: 0 },
      { send_allowlist_only: false, webhook_text_bytes: 0 },
    ],
  ];

  it.each(table)('%s', (_name, stored, patch, merged) => {
    const before = structuredClone(stored);
    expect(mergePolicy(stored, patch)).toEqual(merged);
    expect(stored).toEqual(before);
  });

  it('reads effective values over the defaults, and defaults for the rest', () => {
    const policy = effectivePolicy({
      policy: { send_allowlist_only: true, quarantine: { spam_threshold: 0 } },
    });
    expect(policy.send_allowlist_only).toBe(true);
    expect(policy.quarantine).toEqual({
      on_auth_fail: true,
      spam_threshold: 0,
      unsolicited_otp: true,
      key_release: null,
    });
    expect(policy.max_recipients).toBe(10);
  });

  it('leaves out stored fields that the catalogue does not know', () => {
    const policy = effectivePolicy({ policy: { former: 1 } as StoredPolicy });
    expect(policy).toEqual(effectivePolicy({ policy: {} }));
  });

  it('counts every field of a group that is null as touched', () => {
    expect(touchedBy({ triage: null, search: null }).map(({ entry }) => entry.path)).toEqual([
      'triage.enabled',
      'search.agentic',
      'search.agentic_max_steps',
      'search.agentic_max_seconds',
      'search.agentic_daily_cap',
    ]);
  });
});

describe('classes for partner keys (spec 2.3)', () => {
  it.each(documented.filter(([, , name]) => name === 'platform-only'))(
    '%s is refused, whatever the value',
    (path, fallback) => {
      expect(refusedField('partner', patchOf(path, fallback))).toBe(`policy.${path}`);
      expect(refusedField('partner', patchOf(path, null))).toBe(`policy.${path}`);
      expect(refusedField('platform', patchOf(path, fallback))).toBeNull();
    },
  );

  it.each(documented.filter(([, , name]) => name === 'lower-only'))(
    '%s may only be lowered',
    (path, fallback) => {
      const limit = fallback as number;
      expect(refusedField('partner', patchOf(path, limit))).toBeNull();
      expect(refusedField('partner', patchOf(path, limit * 0.5))).toBeNull();
      expect(refusedField('partner', patchOf(path, limit * 1.01))).toBe(`policy.${path}`);
      expect(refusedField('partner', patchOf(path, limit * 0.9), { [path]: limit * 0.5 })).toBe(
        `policy.${path}`,
      );
      expect(refusedField('partner', patchOf(path, limit * 0.5), { [path]: limit * 0.5 })).toBeNull();
      // A ceiling above the default does not raise the limit above the default.
      expect(refusedField('partner', patchOf(path, limit * 1.01), { [path]: limit * 2 })).toBe(
        `policy.${path}`,
      );
      expect(refusedField('platform', patchOf(path, limit * 2))).toBeNull();
    },
  );

  it('sending.approval may only be made stricter', () => {
    const refused = (mode: string, ceiling?: string) =>
      refusedField(
        'partner',
        patchOf('sending.approval', mode),
        ceiling === undefined ? {} : { 'sending.approval': ceiling },
      ) !== null;
    const modes = ['never', 'new_recipients', 'external', 'risky', 'always'];
    const allowedOver = (ceiling?: string) => modes.filter((mode) => !refused(mode, ceiling));
    expect(allowedOver()).toEqual(modes);
    expect(allowedOver('new_recipients')).toEqual(['new_recipients', 'external', 'always']);
    // Neither mode holds every message that the other one holds.
    expect(allowedOver('external')).toEqual(['external', 'always']);
    expect(allowedOver('risky')).toEqual(['risky', 'always']);
    expect(allowedOver('always')).toEqual(['always']);
    expect(refusedField('platform', patchOf('sending.approval', 'never'))).toBeNull();
    expect(nextCeilings('platform', { sending: { approval: 'external' } }, {})).toEqual({
      'sending.approval': 'external',
    });
  });

  it.each(documented.filter(([, , name]) => name === 'free' || name === 'key-release'))(
    '%s is free',
    (path, fallback) => {
      expect(refusedField('partner', patchOf(path, fallback))).toBeNull();
      expect(refusedField('partner', patchOf(path, null))).toBeNull();
    },
  );

  it('takes a reset for setting the default', () => {
    expect(refusedField('partner', { max_recipients: null })).toBeNull();
    expect(refusedField('partner', { max_recipients: null }, { max_recipients: 20 })).toBeNull();
    expect(refusedField('partner', { max_recipients: null }, { max_recipients: 4 })).toBe(
      'policy.max_recipients',
    );
    expect(refusedField('partner', { quarantine: null })).toBe('policy.quarantine.on_auth_fail');
  });
});

describe('ceilings', () => {
  it('are what a platform key has set on lower-only fields, and go with a reset', () => {
    const set = nextCeilings(
      'platform',
      { max_recipients: 4, search: { agentic_max_steps: 3 }, triage: { enabled: false } },
      {},
    );
    expect(set).toEqual({ max_recipients: 4, 'search.agentic_max_steps': 3 });
    expect(nextCeilings('platform', { max_recipients: 20 }, set)).toEqual({
      max_recipients: 20,
      'search.agentic_max_steps': 3,
    });
    expect(nextCeilings('platform', { max_recipients: null, search: null }, set)).toEqual({});
    expect(nextCeilings('platform', {}, set)).toEqual(set);
  });

  it('are not moved by a partner key', () => {
    expect(nextCeilings('partner', { max_recipients: 2 }, { max_recipients: 4 })).toEqual({
      max_recipients: 4,
    });
    expect(nextCeilings('partner', { max_recipients: null }, { max_recipients: 20 })).toEqual({
      max_recipients: 20,
    });
  });
});
