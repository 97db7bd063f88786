import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '#kernel/base/config.ts';
import { testCertificate } from '#testing/tls-certificate.ts';
import { smtpCertificate } from './smtp-certificate.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'proofmail-tls-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const configOf = (env: Record<string, string> = {}) => loadConfig({ PM_DATA_DIR: dataDir, ...env });
const now = new Date('2027-03-01T12:00:00Z');

describe('what STARTTLS shows', () => {
  it('a self-signed certificate, stored privately, renewed before it expires', async () => {
    const first = await smtpCertificate(configOf(), now);
    const certificate = new X509Certificate(first.cert);
    expect(certificate.checkHost('mail.localhost')).toBe('mail.localhost');
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(statSync(join(dataDir, 'smtp-certificate.pem')).mode & 0o077).toBe(0);
    expect((await smtpCertificate(configOf(), now)).cert).toBe(first.cert);
    const nearItsEnd = new Date(certificate.validToDate.getTime() - 86_400_000);
    expect((await smtpCertificate(configOf(), nearItsEnd)).cert).not.toBe(first.cert);
  });

  it('the files that are named; what cannot be read is said by its variable', async () => {
    const [cert, key] = [join(dataDir, 'c.pem'), join(dataDir, 'k.pem')];
    writeFileSync(cert, testCertificate.cert);
    writeFileSync(key, testCertificate.key);
    const env = { PM_TLS_CERT: cert, PM_TLS_KEY: key };
    expect(await smtpCertificate(configOf(env), now)).toEqual(testCertificate);
    const missing = configOf({ ...env, PM_TLS_KEY: join(dataDir, 'missing.pem') });
    await expect(smtpCertificate(missing, now)).rejects.toThrow(/^PM_TLS_KEY cannot be read/);
    const wrong = configOf({ ...env, PM_TLS_KEY: cert });
    await expect(smtpCertificate(wrong, now)).rejects.toThrow(/^PM_TLS_CERT and PM_TLS_KEY cannot be used/);
    expect(() => configOf({ PM_TLS_CERT: cert })).toThrow(ConfigError);
  });
});
