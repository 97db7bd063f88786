export type Metric = {
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  /** Every label with its possible values; null if the values come from a registry of the program. */
  labels: Readonly<Record<string, readonly string[] | null>>;
  /** Upper bounds of the histogram's buckets in seconds, if they differ from those for requests. */
  buckets?: readonly number[];
  /**
   * `process`: each process counts its own, so add them up. `deployment`: all read the same database, so take the maximum.
   */
  scope: 'process' | 'deployment';
};

/** The outcomes that a transport can report for a recipient (`RecipientOutcome` of its port). */
const outcomes = ['accepted', 'refused_permanently', 'refused_temporarily', 'unknown'] as const;

/** The purposes for which a model is called. */
const modelPurposes = ['triage', 'answer', 'embedding'] as const;

/**
 * The metrics that `/metrics` serves in addition to Node's defaults (decisions.md, Metrics: the names are a
 * contract). No label has a value that a stranger or a tenant can choose.
 */
export const metricCatalogue = {
  proofmail_mail_received_total: {
    type: 'counter',
    help: 'Mail from SMTP, from SES and from this deployment, counted once for each recipient.',
    labels: {
      outcome: [
        'received',
        'quarantined',
        'hidden',
        'throttled',
        'repeated',
        'no_mailbox',
        'refused',
        'deferred',
      ],
    },
    scope: 'process',
  },
  proofmail_mail_sent_total: {
    type: 'counter',
    help: 'Mail handed to a transport, counted once for each recipient and attempt.',
    labels: { transport: ['basic', 'ses', 'relay', 'inside'], outcome: outcomes },
    scope: 'process',
  },
  proofmail_mail_submit_seconds: {
    type: 'histogram',
    help: 'Time that a transport took for one envelope of a message, whatever the outcome.',
    labels: { transport: ['basic', 'ses', 'relay'] },
    scope: 'process',
  },
  proofmail_queue_length: {
    type: 'gauge',
    help: 'Work that is due and waiting, by queue; for jobs, by job name. Counted up to 10,000.',
    labels: { queue: null },
    scope: 'deployment',
  },
  proofmail_queue_oldest_seconds: {
    type: 'gauge',
    help: 'Age of the oldest waiting work of a queue, since it became due.',
    labels: { queue: null },
    scope: 'deployment',
  },
  proofmail_job_runs_total: {
    type: 'counter',
    help: 'Attempts of jobs. "again" requested another run, "put_off" used up no attempt, "dead" was the last attempt.',
    labels: { job: null, outcome: ['done', 'again', 'failed', 'dead', 'put_off'] },
    scope: 'process',
  },
  proofmail_job_duration_seconds: {
    type: 'histogram',
    help: 'Duration of an attempt of a job.',
    labels: { job: null },
    scope: 'process',
  },
  proofmail_http_requests_total: {
    type: 'counter',
    help: 'Answered requests to the API, by operation and HTTP status. "none" stands for requests to no known operation.',
    labels: { operation: null, status: null },
    scope: 'process',
  },
  proofmail_http_duration_seconds: {
    type: 'histogram',
    help: 'Time from a request to its answer; for a stream, to its first byte.',
    labels: { operation: null },
    scope: 'process',
  },
  proofmail_smtp_sessions: {
    type: 'gauge',
    help: 'Open SMTP sessions, those of them with TLS, and those that are transferring a message.',
    labels: { state: ['open', 'tls', 'data'] },
    scope: 'process',
  },
  proofmail_request_log_dropped_total: {
    type: 'counter',
    help: 'Calls that are missing from the request log because too many were waiting for the database.',
    labels: {},
    scope: 'process',
  },
  proofmail_webhook_attempts_total: {
    type: 'counter',
    help: 'Attempts to deliver an event to an endpoint. "dead" was the last attempt of its delivery.',
    labels: { outcome: ['succeeded', 'failed', 'dead', 'error'] },
    scope: 'process',
  },
  proofmail_search_duration_seconds: {
    type: 'histogram',
    help: 'Duration of a search, by the requested mode.',
    labels: { mode: null },
    scope: 'process',
  },
  proofmail_model_calls_total: {
    type: 'counter',
    help: 'Calls of a language or embeddings model. "invalid" answered, but not in the requested form.',
    labels: { purpose: modelPurposes, outcome: ['answered', 'invalid', 'timed_out', 'failed'] },
    scope: 'process',
  },
  proofmail_model_seconds: {
    type: 'histogram',
    help: 'Duration of a call of a model, whatever the outcome.',
    labels: { purpose: modelPurposes },
    scope: 'process',
  },
  proofmail_dead_letters: {
    type: 'gauge',
    help: 'Jobs that have no attempts left and that an operator has neither run again nor discarded.',
    labels: { job: null },
    scope: 'deployment',
  },
  proofmail_db_pool: {
    type: 'gauge',
    help: 'Database connections in use and idle, and the work that is waiting for a connection.',
    labels: { state: ['busy', 'idle', 'waiting'] },
    scope: 'process',
  },
  proofmail_db_statement_seconds: {
    type: 'histogram',
    help: 'Time from requesting a statement to its answer, including the wait for a connection. "room" is the part of the program that its name gives.',
    labels: { room: null },
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    scope: 'process',
  },
  proofmail_part_restarts_total: {
    type: 'counter',
    help: 'How often a long-running part of this process failed and was started again.',
    labels: { part: null },
    scope: 'process',
  },
  proofmail_approvals: {
    type: 'gauge',
    help: 'Sends that needed the approval of a person, by the status of the approval.',
    labels: { status: null },
    scope: 'deployment',
  },
} as const satisfies Record<string, Metric>;

type Catalogue = typeof metricCatalogue;
export type MetricName = keyof Catalogue;

/** Names of the metrics of one type. */
export type MetricOf<T extends Metric['type']> = {
  [N in MetricName]: Catalogue[N]['type'] extends T ? N : never;
}[MetricName];

/** The labels of a metric, as far as the catalogue knows their values. */
export type LabelsOf<N extends MetricName> = {
  [L in keyof Catalogue[N]['labels']]: Catalogue[N]['labels'][L] extends readonly (infer V)[] ? V : string;
};
