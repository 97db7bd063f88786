import type { Envelope, MailTransport, SubmitResult } from '#kernel/ports/mail-transport.ts';

export type CaptureOptions = {
  name?: MailTransport['name'];
  /**
   * Stores a message durably before it resolves. After a failure, it is called again with the same `messageId`.
   */
  store(envelope: Envelope, raw: Uint8Array, options: { messageId: string }): Promise<void>;
};

/**
 * The driver that sends nothing (decisions 1, `PM_BASIC_TRANSPORT=capture`). It stores every message and accepts every
 * recipient. If it cannot store a message, it refuses all recipients temporarily.
 */
export const createCaptureTransport = ({ name = 'basic', store }: CaptureOptions): MailTransport => ({
  name,
  driver: 'capture',
  async submit(envelope, raw, options): Promise<SubmitResult> {
    try {
      await options.beforeHandOver?.();
      await store(envelope, raw, options);
    } catch (error) {
      const response = `The message could not be kept: ${error instanceof Error ? error.message : String(error)}`;
      return {
        recipients: envelope.to.map((address) => ({
          address,
          outcome: 'refused_temporarily',
          smtp_code: null,
          enhanced_code: null,
          response,
        })),
        providerMessageId: null,
        reason: 'transport_unavailable',
      };
    }
    return {
      recipients: envelope.to.map((address) => ({
        address,
        outcome: 'accepted',
        smtp_code: 250,
        enhanced_code: '2.0.0',
        response: 'Captured',
      })),
      providerMessageId: `capture-${options.messageId.replace(/^<|>$/g, '')}`,
    };
  },
  async close() {},
});
