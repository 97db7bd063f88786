import { describe, expect, it } from 'vitest';
import type { Envelope } from '#kernel/ports/mail-transport.ts';
import { createCaptureTransport } from './capture.ts';

const envelope: Envelope = { from: 'agent@example.com', to: ['a@example.net', 'b@example.net'] };

describe('capture driver', () => {
  it('keeps the message and accepts every recipient', async () => {
    const kept: { envelope: Envelope; raw: Uint8Array; messageId: string }[] = [];
    const transport = createCaptureTransport({
      store: async (of, raw, { messageId }) => {
        kept.push({ envelope: of, raw, messageId });
      },
    });
    const raw = Buffer.from('Subject: x\r\n\r\n');
    const result = await transport.submit(envelope, raw, { messageId: '<m1@example.com>' });
    expect(kept).toEqual([{ envelope, raw, messageId: '<m1@example.com>' }]);
    expect(result.recipients.map(({ address, outcome }) => [address, outcome])).toEqual(
      envelope.to.map((to) => [to, 'accepted']),
    );
    expect(result.providerMessageId).toBe('capture-m1@example.com');
    expect(result.reason).toBeUndefined();
  });

  it('accepts nothing when the message could not be kept', async () => {
    const transport = createCaptureTransport({ store: () => Promise.reject(new Error('disk full')) });
    const result = await transport.submit(envelope, new Uint8Array(), { messageId: '<m1@example.com>' });
    expect(result.recipients.every(({ outcome }) => outcome === 'refused_temporarily')).toBe(true);
    expect(result).toMatchObject({ providerMessageId: null, reason: 'transport_unavailable' });
  });
});
