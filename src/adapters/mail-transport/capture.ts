import type { Envelope, MailTransport, SubmitResult } from '#kernel/ports/mail-transport.ts';

export type CaptureOptions = {
  name?: MailTransport['name'];
  /**
   * Keeps a message; once the promise resolves, it is durable. It is called again with the same `messageId` after a
   * failure.
   */
  store(envelope: Envelope, raw: Uint8Array, options: { messageId: string }): Promise<void>;
};

/**
 * The driver with which nothing leaves the machine (decisions 1, `PM_BASIC_TRANSPORT=capture`). It keeps every message
 * and accepts every recipient. If it cannot keep a message, it accepts nothing.
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
