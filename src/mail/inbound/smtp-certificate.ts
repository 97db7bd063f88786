import { generateKeyPair, randomBytes, X509Certificate } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { promisify } from 'node:util';
import { type Config, ConfigError } from '#kernel/base/config.ts';
import { secretInFile } from '#kernel/keys/secret-file.ts';

const DAY = 24 * 60 * 60 * 1000;
const VALID_DAYS = 3650;
const RENEW_DAYS = 30;

export type Certificate = { cert: string; key: string };

/**
 * The certificate for STARTTLS: the files in PM_TLS_CERT and PM_TLS_KEY, or else a self-signed one in the data
 * directory. Senders encrypt with either. They check the name only if MTA-STS or DANE requires it. @throws ConfigError
 */
export const smtpCertificate = (config: Config, now: Date): Promise<Certificate> =>
  config.tlsFiles ? readCertificate(config.tlsFiles) : ownCertificate(config, now);

async function readCertificate(files: { cert: string; key: string }): Promise<Certificate> {
  const read = (path: string, name: string) =>
    readFile(path, 'utf8').catch((error: Error) => {
      throw new ConfigError([`${name} cannot be read (${error.message}).`]);
    });
  const cert = await read(files.cert, 'PM_TLS_CERT');
  const key = await read(files.key, 'PM_TLS_KEY');
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new ConfigError([`PM_TLS_CERT and PM_TLS_KEY cannot be used (${(error as Error).message}).`]);
  }
  return { cert, key };
}

async function ownCertificate({ dataDir, mailDomain }: Config, now: Date): Promise<Certificate> {
  const path = join(dataDir, 'smtp-certificate.pem');
  const kept = await readFile(path, 'utf8').catch(() => null);
  if (kept !== null && isUsable(kept, now)) return split(kept);
  await rm(path, { force: true });
  const made = await makeCertificate(mailDomain, now);
  // Another process may have been first.
  const { secret } = await secretInFile(path, () => made);
  return split(secret);
}

function isUsable(pem: string, now: Date): boolean {
  try {
    return new X509Certificate(pem).validToDate.getTime() - now.getTime() > RENEW_DAYS * DAY;
  } catch {
    return false;
  }
}

/** One file holds both, so that they always belong together; each reader finds its own block. */
const split = (pem: string): Certificate => ({ cert: pem.trim(), key: pem.trim() });

async function makeCertificate(mailDomain: string, now: Date): Promise<string> {
  const { default: forge } = await import('node-forge');
  const keys = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(keys.publicKey);
  // RFC 5280 4.1.2.2 requires a positive number.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(now.getTime() - DAY);
  certificate.validity.notAfter = new Date(now.getTime() + VALID_DAYS * DAY);
  // A common name has at most 64 characters (X.520). Clients check the alternative name.
  const name = [{ name: 'commonName', value: mailDomain.slice(0, 64) }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames: [{ type: 2, value: mailDomain }] },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(keys.privateKey), forge.md.sha256.create());
  return `${forge.pki.certificateToPem(certificate).replaceAll('\r', '').trim()}\n${keys.privateKey}`;
}
