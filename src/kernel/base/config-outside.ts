import { z } from 'zod';

// The variables for services outside the program when it runs on many machines: the destinations of blobs and traces.

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((url) => url.replace(/\/+$/, ''));

export const storageVariables = {
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be a region such as eu-west-1')
    .optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[\w.-]+(\/[\w.-]+)*\/?$/, 'must be a folder such as mail or prod/mail')
    .max(200)
    .transform((prefix) => prefix.replace(/\/$/, ''))
    .optional(),
  PM_BLOBS: z.enum(['files', 's3'], 'must be files or s3').optional(),
  PM_SES_S3_ENDPOINT: httpUrl.optional(),
};

export const probeVariables = {
  PM_DRAIN_SECONDS: z.coerce
    .number({ error: 'must be a number of seconds from 0 to 60' })
    .int('must be a number of seconds from 0 to 60')
    .min(0, 'must be a number of seconds from 0 to 60')
    .max(60, 'must be a number of seconds from 0 to 60')
    .default(0),
};

const MOST_DAYS = 3_650;

function days(least: number) {
  const message = `must be a number of days from ${least} to ${MOST_DAYS}`;
  return z.coerce
    .number({ error: message })
    .int(message)
    .min(least, message)
    .max(MOST_DAYS, message)
    .optional();
}

export const retentionVariables = {
  PM_AUDIT_DAYS: days(30).optional(),
  // Bills are computed from daily usage, so it is kept at least this long.
  PM_USAGE_DAYS: days(100).optional(),
};

export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .max(4_000)
    .regex(/^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/, 'must be name=value, separated by commas')
    .optional(),
  OTEL_SERVICE_NAME: z.string().max(200).default('proofmail'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'must be a number from 0 to 1' })
    .min(0)
    .max(1)
    .default(1),
};

/** A bucket. Credentials are those of every AWS program (AWS_ACCESS_KEY_ID and so on). */
export type BucketSettings = {
  bucket: string;
  /** A server that speaks S3; null means Amazon's. */
  endpoint: string | null;
  region: string;
  /** The prefix of every object key, without a trailing slash; empty for none. */
  prefix: string;
};

export type OutsideConfig = {
  /** The minimum number of days that rows of the audit log are kept; null for forever. */
  auditDays: number | null;
  /** The minimum number of days that usage is kept; null for forever. */
  usageDays: number | null;
  /** Seconds in which the process still accepts work after it has announced that it will stop. */
  drainSeconds: number;
  /** Where large blobs are written. Blobs in the other storage, if it is configured, can still be read. */
  blobs: 'files' | 's3';
  /** The bucket for blobs; null means that all blobs are files. */
  s3: BucketSettings | null;
  /** An S3-compatible endpoint for messages that the mail provider stored; null means Amazon S3. */
  sesS3Endpoint: string | null;
  /** The OTLP/HTTP endpoint for traces and the ratio of requests that are traced; null turns tracing off. */
  tracing: { endpoint: string; headers: Record<string, string>; service: string; ratio: number } | null;
};

type Variables = z.output<
  z.ZodObject<
    typeof storageVariables & typeof tracingVariables & typeof probeVariables & typeof retentionVariables
  >
>;

export function outsideOf(env: Variables & { AWS_REGION?: string | undefined }): OutsideConfig {
  const s3 = env.S3_BUCKET
    ? {
        bucket: env.S3_BUCKET,
        endpoint: env.S3_ENDPOINT ?? null,
        region: env.S3_REGION ?? env.AWS_REGION ?? 'us-east-1',
        prefix: env.S3_PREFIX ?? '',
      }
    : null;
  return {
    auditDays: env.PM_AUDIT_DAYS ?? null,
    usageDays: env.PM_USAGE_DAYS ?? null,
    drainSeconds: env.PM_DRAIN_SECONDS,
    s3,
    blobs: s3 ? (env.PM_BLOBS ?? 's3') : 'files',
    // Without a bucket for blobs, S3_ENDPOINT has the meaning that it had before buckets were supported.
    sesS3Endpoint: env.PM_SES_S3_ENDPOINT ?? (s3 ? null : (env.S3_ENDPOINT ?? null)),
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: headersIn(env.OTEL_EXPORTER_OTLP_HEADERS),
          service: env.OTEL_SERVICE_NAME,
          ratio: env.OTEL_TRACES_SAMPLER_ARG,
        }
      : null,
  };
}

export const contradictionsOutside = (env: Variables): string[] =>
  env.PM_BLOBS === 's3' && !env.S3_BUCKET ? ['S3_BUCKET must be set when PM_BLOBS is s3.'] : [];

/** `name=value,name=value`, percent-encoded, as OpenTelemetry writes headers. */
const headersIn = (list = ''): Record<string, string> =>
  Object.fromEntries(
    list.split(',').flatMap((pair) => {
      const [name, ...value] = pair.split('=');
      return name ? [[name.trim(), decoded(value.join('=').trim())]] : [];
    }),
  );

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
