import { expect, test } from '@playwright/test';

test('pages carry a strict policy with a fresh nonce and cannot be framed', async ({ request }) => {
  for (const path of ['/console/sign-in', '/no-such-page']) {
    // With a browser's Accept header, because other clients get the API's response for a path that does not exist.
    const headers = (await request.get(path, { headers: { accept: 'text/html' } })).headers();
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toMatch(/script-src 'self' 'nonce-[0-9a-f]{32}' 'strict-dynamic'(;|$)/);
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(headers['x-powered-by']).toBeUndefined();
  }
  const [first, second] = [await request.get('/console/sign-in'), await request.get('/console/sign-in')];
  expect(first.headers()['content-security-policy']).not.toBe(second.headers()['content-security-policy']);
});

test('every inline script of a page carries the nonce of its policy', async ({ request }) => {
  const response = await request.get('/console/sign-in');
  const nonce = /'nonce-([^']+)'/.exec(response.headers()['content-security-policy'] ?? '')?.[1];
  const scripts = (await response.text()).match(/<script\b[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
});

test('page headers stay off the API', async ({ request }) => {
  const headers = (await request.get('/v1/me')).headers();
  expect(headers['content-security-policy'] ?? '').not.toContain('strict-dynamic');
});
