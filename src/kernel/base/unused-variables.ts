import { type Config, knownVariables } from './config.ts';

/** Names of variables that are meant for this program, or for a service that people expect it to use. */
const RELATED = /^(PM|S3|STRIPE|CF|CLOUDFLARE|INNGEST|MEILISEARCH|RESEND|OTEL)_/;

type Need = { variables: readonly string[]; isMet(config: Config): boolean };

/** The condition under which a variable has an effect, with the log line that explains it. */
const needs: Record<string, Need> = {
  'PM_BASIC_TRANSPORT=smtp': {
    variables: ['PM_SMTP_URL'],
    isMet: ({ basicTransport }) => basicTransport === 'smtp',
  },
  'PM_BASIC_TRANSPORT=resend': {
    variables: ['RESEND_API_KEY', 'PM_RESEND_URL'],
    isMet: ({ basicTransport }) => basicTransport === 'resend',
  },
  'PM_JOBS=inngest': {
    variables: [
      'INNGEST_EVENT_KEY',
      'INNGEST_SIGNING_KEY',
      'INNGEST_SIGNING_KEY_FALLBACK',
      'INNGEST_BASE_URL',
      'INNGEST_DEV',
      'INNGEST_ENV',
    ],
    isMet: ({ jobs }) => jobs === 'inngest',
  },
  AWS_REGION: { variables: ['PM_SES_ENDPOINT'], isMet: ({ ses }) => ses !== null },
  CF_API_TOKEN: { variables: ['PM_CF_URL'], isMet: ({ cloudflare }) => cloudflare !== null },
  PM_LLM_URL: { variables: ['PM_LLM_KEY'], isMet: ({ llm }) => llm !== null },
  PM_EMBEDDINGS_URL: {
    variables: ['PM_EMBEDDINGS_KEY'],
    isMet: ({ embeddings }) => embeddings?.kind === 'api',
  },
  'PM_EMBEDDINGS=local': {
    variables: ['PM_EMBEDDINGS_PATH'],
    isMet: ({ embeddings }) => embeddings?.kind === 'local',
  },
  MEILISEARCH_URL: { variables: ['MEILISEARCH_API_KEY'], isMet: ({ meilisearch }) => meilisearch !== null },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    variables: ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_SERVICE_NAME', 'OTEL_TRACES_SAMPLER_ARG'],
    isMet: ({ tracing }) => tracing !== null,
  },
  S3_BUCKET: { variables: ['S3_REGION', 'S3_PREFIX'], isMet: ({ s3 }) => s3 !== null },
  STRIPE_SECRET_KEY: {
    variables: ['STRIPE_WEBHOOK_SECRET', 'PM_STRIPE_URL', 'PM_STRIPE_TAX'],
    isMet: ({ stripe }) => stripe !== null,
  },
  GOOGLE_CLIENT_ID: { variables: ['PM_GOOGLE_URL'], isMet: ({ google }) => google !== null },
  GITHUB_CLIENT_ID: { variables: ['PM_GITHUB_URL'], isMet: ({ github }) => github !== null },
  MICROSOFT_CLIENT_ID: { variables: ['PM_MICROSOFT_URL'], isMet: ({ microsoft }) => microsoft !== null },
  PM_OIDC_ISSUER: { variables: ['PM_OIDC_NAME'], isMet: ({ oidc }) => oidc !== null },
};

/** One line for each variable that has no effect: it is misspelt, belongs to another version, or needs another variable. */
export function unusedVariables(source: Record<string, string | undefined>, config: Config): string[] {
  const isSet = (name: string): boolean => source[name] !== undefined && source[name] !== '';
  const unknown = Object.keys(source)
    .filter((name) => isSet(name) && RELATED.test(name) && !knownVariables.has(name))
    .map((name) => `${name} is set, but this version does not use it.`);
  const idle = Object.entries(needs)
    .filter(([, { isMet }]) => !isMet(config))
    .flatMap(([needed, { variables }]) =>
      variables.filter(isSet).map((name) => `${name} is set, but it has no effect without ${needed}.`),
    );
  return [...unknown.sort(), ...idle];
}
