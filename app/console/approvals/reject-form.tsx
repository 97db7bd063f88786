'use client';

import { useState } from 'react';
import type { ApprovalWithMessage } from '../data/trpc.ts';
import { cn } from '../parts/class-names.ts';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { useDecision } from './decision.ts';

export function RejectForm({ approval, onDone }: { approval: ApprovalWithMessage; onDone: () => void }) {
  const [comment, setComment] = useState('');
  const { reject } = useDecision(approval, onDone);
  return (
    <DialogForm
      action="Reject"
      isPending={reject.isPending}
      isIncomplete={!comment.trim()}
      error={reject.error}
      onSubmit={() => reject.mutate({ seen: approval, comment: comment.trim() })}
      onCancel={onDone}
    >
      <Field label="Why?" path="comment" hint="The agent reads this and can act on it.">
        {(props) => (
          <textarea
            {...props}
            data-autofocus
            rows={3}
            maxLength={2_000}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
            className={cn(inputLook, 'h-auto py-2')}
          />
        )}
      </Field>
    </DialogForm>
  );
}
