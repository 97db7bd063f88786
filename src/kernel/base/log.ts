import { type DestinationStream, type Logger, pino } from 'pino';
import { currentTrace } from './tracing.ts';

export type { Logger };

/**
 * Structured log lines on standard output. Log ids and outcomes, never secrets and never
 * the content of a mail. Redaction is only the last safety net.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => currentTrace() ?? {},
    serializers: { err: describeError, error: describeError },
    redact: {
      paths: ['authorization', '*.authorization', 'secret', '*.secret', 'headers.authorization'],
      censor: '[hidden]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * The parts of an error that may be logged. Its other properties may not: a database error carries the row that failed
 * (`detail`, `where`, `parameters`), and that may be mail.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  return {
    type: name,
    message,
    stack,
    code,
    constraint,
    table,
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}
