import type { Logger } from '#kernel/base/log.ts';
import type { MailTransport } from '#kernel/ports/mail-transport.ts';

/** The minimum time between connections that only test the transport, in milliseconds. */
const CHECK_EVERY = 30_000;

type Options = { log: Pick<Logger, 'warn' | 'info'>; checkEvery?: number };

/**
 * A transport that remembers why it cannot be used, for the health page and for one log line at the beginning and at
 * the end of each outage, however many messages are affected.
 */
export function watched(
  transport: MailTransport,
  { log, checkEvery = CHECK_EVERY }: Options,
): MailTransport & { lacks(): string | null; check(): Promise<void> } {
  let trouble: string | null = null;
  let lastCheck: { startedAt: number; done: Promise<void> } | null = null;
  const about = { transport: transport.name, driver: transport.driver };
  const note = (unusable: string | null): void => {
    if (unusable !== null && trouble === null)
      log.warn({ ...about, reason: unusable }, 'outgoing mail waits: its transport cannot be used');
    if (unusable === null && trouble !== null) log.info(about, 'the transport of outgoing mail works again');
    trouble = unusable;
  };
  return {
    name: transport.name,
    driver: transport.driver,
    async submit(envelope, raw, options) {
      const result = await transport.submit(envelope, raw, options);
      // A refusal of this message alone says nothing about an outage.
      if (result.unusable !== undefined) note(result.unusable);
      else if (result.recipients.some(({ outcome }) => outcome === 'accepted')) note(null);
      return result;
    },
    lacks: () => trouble,
    async check() {
      const { probe } = transport;
      if (!probe) return;
      if (!lastCheck || performance.now() - lastCheck.startedAt >= checkEvery)
        lastCheck = { startedAt: performance.now(), done: probe().then(note) };
      await lastCheck.done;
    },
    close: () => transport.close(),
  };
}
