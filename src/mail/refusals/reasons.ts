/** Why mail was refused, with the code that its sender got. */
export const refusalReasons = {
  unknown_recipient: 550,
  recipient_not_ready: 450,
  mailbox_full: 552,
  message_too_large: 552,
  mail_loop: 554,
  not_stored: 451,
} as const;
export type RefusalReason = keyof typeof refusalReasons;

/** The stage of the refusal: at the recipient (RCPT), or after the message (DATA). */
export const refusalStages = ['recipient', 'data'] as const;
export type RefusalStage = (typeof refusalStages)[number];
