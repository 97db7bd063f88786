import type { Body, Tool } from './tool.ts';

type SendNotes = { replayed: boolean; derived: boolean };

/** Our own notes on a result for the model, placed outside the untrusted block. */
export function wordsFor(tool: Tool, body: Body, { replayed, derived }: SendNotes): string[] {
  const words: string[] = [];
  if (body.truncated === true) {
    words.push('The result was cut to stay within the size limit (truncated: true). Ask for less at a time.');
  }
  if (typeof body.next_cursor === 'string') {
    words.push(
      `More results are available: call ${tool.name} again with the same arguments and cursor "${body.next_cursor}".`,
    );
  }
  words.push(...wordsOfApproval(body));
  if (tool.sends) words.push(...wordsOfSend(body, replayed, derived));
  return words;
}

type Approval = {
  status: string;
  reasons: string[];
  expires_at: string;
  edited: boolean;
  /** Only in a dry run. */
  required?: boolean;
};

/** The state of a message that a person has to approve, and the next step for the model. */
function wordsOfApproval(body: Body): string[] {
  const { message, would_send } = body as { message?: { approval?: Approval } | null; would_send?: boolean };
  const approval = (body.approval as Approval | undefined) ?? message?.approval;
  if (!approval) return [];
  if (would_send === true) {
    return approval.required
      ? [`This message would wait for a person to approve it (${approval.reasons.join(', ')}).`]
      : [];
  }
  switch (approval.status) {
    case 'pending':
      return [
        `The message was not sent: a person has to approve it first (${approval.reasons.join(', ')}), until ` +
          `${approval.expires_at}. Do not send it again in another way. Continue with other work, or wait for the decision ` +
          'with mail_wait (kind "decision"); mail_get_message shows it later.',
      ];
    case 'approved':
      return approval.edited
        ? ['A person changed this message and approved it. The text here is the text that was sent.']
        : [];
    case 'rejected':
      return [
        'A person rejected this message, and it was not sent. `approval.comment` says why. Do not send the same content ' +
          'again: change what the comment asks for, or ask the person who gave you the task.',
      ];
    case 'expired':
      return [
        'Nobody approved this message in time, so it was not sent. If it still matters, send it again; it will wait for ' +
          'approval again.',
      ];
    default:
      return ['The request for approval was withdrawn, and the message was not sent.'];
  }
}

function wordsOfSend(body: Body, replayed: boolean, derived: boolean): string[] {
  if (body.would_send === true) return ['Dry run: nothing was sent.'];
  if (replayed) {
    return [
      'This call repeats an earlier one with the same idempotency key: nothing was sent again, and this is the earlier result.',
    ];
  }
  if (!derived) return [];
  return [
    'No idempotency_key was given, so one was derived from the content of this call: the same call within a minute does ' +
      'not send again. To send the same content twice on purpose, pass a key of your own.',
  ];
}
