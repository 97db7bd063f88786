import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import forge from 'node-forge';

export const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:mail';
export const CERTIFICATE_URL =
  'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

function makeCertificate(): string {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date('2020-01-01T00:00:00Z');
  certificate.validity.notAfter = new Date('2099-01-01T00:00:00Z');
  certificate.setSubject([{ name: 'commonName', value: 'sns.amazonaws.com' }]);
  certificate.setIssuer([{ name: 'commonName', value: 'sns.amazonaws.com' }]);
  certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());
  return forge.pki.certificateToPem(certificate);
}

/** The certificate that belongs to `signed`. */
export const snsCertificate = makeCertificate();

type Fields = Record<string, string>;

/** An SNS message signed as by Amazon. `changes` are applied before signing, so that the signature stays valid. */
export function signed(changes: Fields = {}, digest = 'sha256'): Fields {
  const message: Fields = {
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: TOPIC,
    Message: '{}',
    Timestamp: new Date().toISOString(),
    SignatureVersion: '2',
    SigningCertURL: CERTIFICATE_URL,
    ...changes,
  };
  const names =
    message.Type === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const text = names.flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`]));
  return { ...message, Signature: sign(digest, Buffer.from(text.join('')), privateKey).toString('base64') };
}

type Receipt = { recipients: string[]; action: Record<string, string> };

/** The text of an SES receipt notification. */
export const sesNotification = (receipt: Receipt, content?: string): string =>
  JSON.stringify({
    notificationType: 'Received',
    mail: {
      timestamp: new Date().toISOString(),
      source: 'grace@sender.example',
      messageId: 'abc',
      destination: receipt.recipients,
      headersTruncated: false,
      headers: [
        { name: 'Return-Path', value: '<grace@sender.example>' },
        {
          name: 'Received',
          value:
            'from mx.sender.example (mx.sender.example [192.0.2.7]) by inbound-smtp.eu-west-1.amazonaws.com with SMTP id x1 for a@b; Tue, 1 Jul 2025 08:00:00 +0000 (UTC)',
        },
        {
          name: 'Received',
          value: 'from forged (forged [203.0.113.9]) by inbound-smtp.eu-west-1.amazonaws.com',
        },
      ],
    },
    receipt: { timestamp: new Date().toISOString(), processingTimeMillis: 1, ...receipt },
    ...(content !== undefined && { content }),
  });
