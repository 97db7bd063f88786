import { z } from 'zod';
import { readBounded } from '#kernel/operation/bounded-body.ts';
import type { Services } from '#kernel/operation/services.ts';
import { receiveProviderMail } from '#mail/inbound/index.ts';
import { receiveResendEvent, receiveSesEvent } from '#mail/sending/index.ts';
import type { ApiRequest } from '../exchange.ts';
import { defineOpenOperation } from '../open-operation.ts';
import { jsonAnswer } from '../respond.ts';

const taken = z.object({ status: z.literal('ok') }).meta({ id: 'HookTaken' });

type Hook = Pick<Parameters<typeof defineOpenOperation>[0], 'name' | 'path' | 'summary' | 'description'> & {
  body: { contentType: string; description: string };
  receive(services: Services, body: Buffer, request: ApiRequest): Promise<unknown>;
};

/** A route to which a provider posts. Its signature replaces a key. When the route responds, the data is stored. */
export const hook = ({ body, receive, ...described }: Hook) =>
  defineOpenOperation({
    ...described,
    method: 'POST',
    tag: 'meta',
    proof: 'signature',
    errors: ['invalid_signature', 'payload_too_large', 'unavailable'],
    input: z.strictObject({}),
    rawBody: body,
    responses: { 200: taken },
    async run({ services, exchange, request }) {
      await receive(services, await readBounded(request), request);
      return jsonAnswer(exchange, 200, { status: 'ok' });
    },
  });

const snsMessage = { contentType: 'text/plain', description: 'An SNS message as SNS posts it.' };

export const receiveProviderNews = hook({
  name: 'receive_provider_news',
  path: '/hooks/mailprovider',
  summary: 'Receive delivery events from Amazon SES',
  description:
    'Only for Amazon SNS. Takes an SES event (delivery, bounce, complaint, …), signed with SignatureVersion ' +
    '2, from a topic that the deployment allows (PM_SNS_TOPICS). It updates deliveries and their messages.',
  body: snsMessage,
  receive: (services, body) => receiveSesEvent(services, body),
});

export const receiveProviderInbound = hook({
  name: 'receive_provider_mail',
  path: '/hooks/mailprovider/inbound',
  summary: 'Receive mail from Amazon SES',
  description:
    'Only for Amazon SNS. Takes an SES receipt notification, signed with SignatureVersion 2, from a topic ' +
    'that the deployment allows. The message is in the notification or in S3 and has at most 40 MB.',
  body: snsMessage,
  receive: (services, body) => receiveProviderMail(services, body),
});

export const receiveResendNews = hook({
  name: 'receive_resend_news',
  path: '/hooks/resend',
  summary: 'Receive delivery events from Resend',
  description:
    'Takes a webhook of Resend, signed with the deployment’s RESEND_WEBHOOK_SECRET (Svix). It updates ' +
    'deliveries and their messages.',
  body: { contentType: 'application/json', description: 'An event as Resend posts it.' },
  receive: (services, body, request) => receiveResendEvent(services, body, (name) => request.header(name)),
});
