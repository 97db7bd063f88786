import type { SMTPServer } from 'smtp-server';
import type { Reading } from '#kernel/base/metrics.ts';
import { traced } from '#kernel/base/tracing.ts';
import type { Services } from '#kernel/operation/services.ts';

/** Counts the work of one listener for the metrics. */
export class SessionCounts {
  readonly #metrics: Services['metrics'];
  #receiving = 0;

  constructor({ metrics }: Pick<Services, 'metrics'>) {
    this.#metrics = metrics;
  }

  /** Reports the state of the server's sessions. @returns a function that stops this */
  serve(server: SMTPServer): () => void {
    return this.#metrics.read('proofmail_smtp_sessions', (): Reading<'proofmail_smtp_sessions'>[] => {
      const sessions = [...server.connections] as unknown as { secure?: boolean }[];
      return [
        { labels: { state: 'open' }, value: sessions.length },
        { labels: { state: 'tls' }, value: sessions.filter(({ secure }) => secure === true).length },
        { labels: { state: 'data' }, value: this.#receiving },
      ];
    });
  }

  /** A message that a client submits. */
  async receiving<T>(take: () => Promise<T>): Promise<T> {
    this.#receiving += 1;
    try {
      return await traced('smtp message', { kind: 'server' }, take);
    } finally {
      this.#receiving -= 1;
    }
  }

  /** Passes on a refusal. Only our 5xx replies are permanent; after any other reply, the server may retry. */
  refusal(
    recipients: number,
    pass: (error: Error) => void,
  ): (error: Error & { responseCode?: number }) => void {
    return (error) => {
      const outcome = (error.responseCode ?? 451) >= 500 ? 'refused' : 'deferred';
      this.#metrics.count('proofmail_mail_received_total', { outcome }, Math.max(1, recipients));
      pass(error);
    };
  }
}
