import type { Readable } from 'node:stream';

export type StoredMail = { bucket: string; key: string; region: string; endpoint: string | null };

/**
 * The bytes of a message that SES put into S3. Credentials are those of the process (AWS_ACCESS_KEY_ID and so on).
 * @throws when it cannot be read
 */
export async function openStoredMail(mail: StoredMail): Promise<AsyncIterable<Uint8Array>> {
  // Loaded with the first such message, because most deployments never get one.
  const { GetObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    region: mail.region,
    ...(mail.endpoint && { endpoint: mail.endpoint, forcePathStyle: true }),
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
  });
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: mail.bucket, Key: mail.key }));
    return closing(Body as Readable, () => client.destroy());
  } catch (error) {
    client.destroy();
    throw error;
  }
}

async function* closing(body: Readable, close: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    close();
  }
}
