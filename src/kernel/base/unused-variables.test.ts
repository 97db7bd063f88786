import { expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { unusedVariables } from './unused-variables.ts';

const linesFor = (env: Record<string, string>): string[] => unusedVariables(env, loadConfig(env));

it.each(['PM_SMPT_PORT', 'STRIPE_SECRET', 'CF_API_TOKEM', 'S3_BUKCET'])(
  'names %s, which is unknown',
  (name) => {
    expect(linesFor({ [name]: 'x' })).toEqual([`${name} is set, but this version does not use it.`]);
  },
);

it('names variables that lack another one', () => {
  expect(linesFor({ PM_SMTP_URL: 'smtp://mail.example.org' })).toEqual([
    'PM_SMTP_URL is set, but it has no effect without PM_BASIC_TRANSPORT=smtp.',
  ]);
  expect(linesFor({ PM_SMTP_URL: 'smtp://mail.example.org', PM_BASIC_TRANSPORT: 'smtp' })).toEqual([]);
  const secret = { STRIPE_WEBHOOK_SECRET: 'whsec_x' };
  expect(linesFor(secret)).toEqual([
    'STRIPE_WEBHOOK_SECRET is set, but it has no effect without STRIPE_SECRET_KEY.',
  ]);
  expect(linesFor({ ...secret, STRIPE_SECRET_KEY: 'sk_test_x' })).toEqual([]);
  expect(linesFor({ ...secret, STRIPE_SECRET_KEY: 'sk_test_x', PM_BILLING: 'off' })).toHaveLength(1);
  expect(linesFor({ INNGEST_DEV: 'on' })).toHaveLength(1);
  expect(linesFor({ INNGEST_DEV: 'on', PM_JOBS: 'inngest' })).toEqual([]);
});

it('is silent about empty variables and those of other programs', () => {
  expect(linesFor({ PM_SMPT_PORT: '', PATH: '/bin', AWS_PROFILE: 'x', HOME: '/' })).toEqual([]);
});
