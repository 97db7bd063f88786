import type { Body, Tool } from './tool.ts';

type Told = { replayed: boolean; derived: boolean };

/** Our own notes on a result for the model, placed outside the untrusted block. */
export function wordsFor(tool: Tool, body: Body, { replayed, derived }: Told): string[] {
  const words: string[] = [];
  if (body.truncated === true) {
    words.push('The result was cut to stay within the size limit (truncated: true). Ask for less at a time.');
  }
  if (typeof body.next_cursor === 'string') {
    words.push(
      `More results are available: call ${tool.name} again with the same arguments and cursor "${body.next_cursor}".`,
    );
  }
  if (tool.sends) words.push(...wordsOfSend(body, replayed, derived));
  return words;
}

function wordsOfSend(body: Body, replayed: boolean, derived: boolean): string[] {
  if (body.would_send === true) return ['Dry run: nothing was sent.'];
  if (replayed) {
    return [
      'This repeats an earlier call with the same idempotency key: nothing was sent again, this is its result.',
    ];
  }
  if (!derived) return [];
  return [
    'No idempotency_key was given, so one was derived from the content of this call: the same call within a minute does ' +
      'not send again. To send the same content twice on purpose, pass a key of your own.',
  ];
}
