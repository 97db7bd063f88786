import { expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

const key = { STRIPE_SECRET_KEY: 'sk_test_x' };

it('bills where it is switched on or can be paid, and sells only with a key', () => {
  const of = (env: Record<string, string>) => {
    const { billing, stripe } = loadConfig(env);
    return [billing, stripe !== null];
  };
  expect(of({})).toEqual([false, false]);
  expect(of({ PM_BILLING: 'on' })).toEqual([true, false]);
  expect(of(key)).toEqual([true, true]);
  expect(of({ ...key, PM_BILLING: 'off' })).toEqual([false, false]);
});

it('reads Stripe with the address of its API as the default', () => {
  expect(loadConfig(key).stripe).toEqual({
    url: 'https://api.stripe.com',
    secretKey: 'sk_test_x',
    webhookSecret: null,
    tax: false,
  });
  const set = { STRIPE_WEBHOOK_SECRET: 'whsec_y', PM_STRIPE_URL: 'http://127.0.0.1:9/', PM_STRIPE_TAX: 'on' };
  expect(loadConfig({ ...key, ...set }).stripe).toMatchObject({
    url: 'http://127.0.0.1:9',
    webhookSecret: 'whsec_y',
    tax: true,
  });
});

it.each([
  ['STRIPE_SECRET_KEY', 'pk_test_x'],
  ['STRIPE_WEBHOOK_SECRET', 'secret'],
  ['PM_STRIPE_URL', 'api.stripe.com'],
  ['PM_STRIPE_TAX', 'maybe'],
])('%s is not %s', (name, value) => {
  expect(() => loadConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => loadConfig({ [name]: value })).toThrow(name);
});
