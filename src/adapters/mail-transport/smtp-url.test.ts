import { describe, expect, it } from 'vitest';
import { parseSmtpUrl } from './smtp-url.ts';

describe('parseSmtpUrl', () => {
  it.each([
    ['smtp://mail.example', { port: 587, secure: false, requireTls: false, auth: null }],
    ['smtps://mail.example', { port: 465, secure: true, auth: null }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525 }],
    ['smtp://u:p%40ss@mail.example:25', { port: 25, requireTls: true, auth: { user: 'u', pass: 'p@ss' } }],
    ['smtp://u:p@127.0.0.1:25', { requireTls: false }],
    ['smtp://u:p@mail.example?ignoreTLS=true', { requireTls: false, ignoreTls: true }],
    ['smtps://mail.example?tls.rejectUnauthorized=false', { verifyCertificate: false }],
  ])('%s', (url, expected) => {
    expect(parseSmtpUrl(url)).toMatchObject(expected);
  });

  it.each([
    'http://mail.example',
    'mail.example:25',
    'smtp://',
    'smtp://m.example?pool=true',
    'smtp://m.example?requireTLS=yes',
  ])('refuses %s', (url) => {
    expect(() => parseSmtpUrl(url)).toThrow(/SMTP URL/);
  });

  it('does not repeat a password in its error', () => {
    expect(() => parseSmtpUrl('ftp://u:hunter2@mail.example')).toThrow(
      expect.not.stringContaining('hunter2'),
    );
  });
});
