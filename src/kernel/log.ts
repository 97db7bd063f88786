import { type Logger, pino } from 'pino';

export type { Logger };

/**
 * Structured log lines on standard output. Log ids and outcomes, never secrets and never
 * what a mail says; the redaction is only the last net.
 */
export const createLogger = (level: string): Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['authorization', '*.authorization', 'secret', '*.secret', 'headers.authorization'], censor: '[hidden]' },
  });
