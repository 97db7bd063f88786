'use client';

import { useState } from 'react';
import type { ApprovalWithMessage } from '../data/trpc.ts';
import { recipientsOf } from '../mailbox/compose-draft.ts';
import { cn } from '../parts/class-names.ts';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { type Edit, useDecision } from './decision.ts';
import { Diff } from './versions.tsx';

/** Changes the message and approves it. Only what was changed is sent to the server. */
export function EditForm({ approval, onDone }: { approval: ApprovalWithMessage; onDone: () => void }) {
  const { message } = approval;
  const before = {
    to: message.to.map(({ address }) => address).join(', '),
    subject: message.subject,
    text: message.extracted_text,
  };
  const [now, setNow] = useState(before);
  const { approveEdited } = useDecision(approval, onDone);
  const change = (field: keyof typeof before, value: string) =>
    setNow((present) => ({ ...present, [field]: value }));
  const edit: Edit = {
    ...(now.to !== before.to && { to: recipientsOf(now.to) }),
    ...(now.subject !== before.subject && { subject: now.subject }),
    ...(now.text !== before.text && { text: now.text }),
  };
  const line = (field: 'to' | 'subject', label: string) => (
    <Field label={label} path={field}>
      {(props) => (
        <input
          {...props}
          value={now[field]}
          maxLength={field === 'subject' ? 998 : undefined}
          onChange={(event) => change(field, event.target.value)}
          className={inputLook}
        />
      )}
    </Field>
  );
  return (
    <DialogForm
      action="Approve this version"
      isPending={approveEdited.isPending}
      isIncomplete={Object.keys(edit).length === 0}
      error={approveEdited.error}
      onSubmit={() => approveEdited.mutate({ seen: approval, edit })}
      onCancel={onDone}
    >
      {line('to', 'To')}
      {line('subject', 'Subject')}
      <Field
        label="Message"
        path="text"
        hint={message.html ? 'The design is replaced by this text.' : undefined}
      >
        {(props) => (
          <textarea
            {...props}
            data-autofocus
            rows={8}
            value={now.text}
            onChange={(event) => change('text', event.target.value)}
            className={cn(inputLook, 'h-auto py-2')}
          />
        )}
      </Field>
      {now.text === before.text ? null : (
        <section aria-label="Your changes" className="rounded-lg border border-line p-2">
          <Diff before={before.text} after={now.text} />
        </section>
      )}
    </DialogForm>
  );
}
