'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../data/session.tsx';
import { useTRPC, type Webhook, type WebhookFields, type WebhookWithSecret } from '../data/trpc.ts';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { EventPicker } from './event-picker.tsx';
import { IdentityPicker } from './identity-picker.tsx';

type NewProps = { onCancel: () => void; onMade: (endpoint: WebhookWithSecret) => void };

/** Creates an endpoint for the workspace. */
export function NewWebhookForm({ onCancel, onMade }: NewProps) {
  const trpc = useTRPC();
  const { workspace } = useSession();
  const { mutate, isPending, error } = useMutation(
    trpc.webhooks.create_for_tenant.mutationOptions({ onSuccess: onMade }),
  );
  if (!workspace) return null;
  return (
    <Form
      initial={{ url: '', description: '', events: ['*'], identity_ids: null }}
      action="Create endpoint"
      isPending={isPending}
      error={error}
      onCancel={onCancel}
      onSubmit={(fields) => mutate({ tenant_id: workspace.id, ...fields })}
    />
  );
}

type EditProps = { endpoint: Webhook; onCancel: () => void; onDone: () => void };

export function EditWebhookForm({ endpoint, onCancel, onDone }: EditProps) {
  const trpc = useTRPC();
  const { mutate, isPending, error } = useMutation(
    trpc.webhooks.update.mutationOptions({ onSuccess: onDone }),
  );
  const { id, url, description, events, identity_ids } = endpoint;
  return (
    <Form
      initial={{ url, description, events: events as WebhookFields['events'], identity_ids }}
      action="Save"
      isPending={isPending}
      error={error}
      onCancel={onCancel}
      onSubmit={(fields) => mutate({ webhook_id: id, ...fields })}
    />
  );
}

type FormProps = {
  initial: WebhookFields;
  action: string;
  isPending: boolean;
  error: unknown;
  onCancel: () => void;
  onSubmit: (fields: WebhookFields) => void;
};

function Form({ initial, action, isPending, error, onCancel, onSubmit }: FormProps) {
  const [fields, setFields] = useState(initial);
  const change = (changed: Partial<WebhookFields>) => setFields((before) => ({ ...before, ...changed }));
  const isEmpty = fields.events.length === 0 || fields.identity_ids?.length === 0;
  const submit = () =>
    onSubmit({ ...fields, url: fields.url.trim(), description: fields.description.trim() });
  return (
    <DialogForm
      action={action}
      isPending={isPending}
      isIncomplete={isEmpty}
      error={error}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Field label="URL" hint="Events are posted to this public https URL." path="url">
        {(props) => (
          <input
            {...props}
            data-autofocus
            type="url"
            inputMode="url"
            className={inputLook}
            value={fields.url}
            onChange={(event) => change({ url: event.target.value })}
            placeholder="https://example.com/hooks/mail"
            required
            maxLength={2_048}
          />
        )}
      </Field>
      <Field label="Description" path="description" hint="Helps people tell endpoints apart.">
        {(props) => (
          <input
            {...props}
            className={inputLook}
            value={fields.description}
            onChange={(event) => change({ description: event.target.value })}
            maxLength={500}
          />
        )}
      </Field>
      <EventPicker
        chosen={fields.events}
        onChange={(events) => change({ events: events as WebhookFields['events'] })}
      />
      <IdentityPicker chosen={fields.identity_ids} onChange={(identity_ids) => change({ identity_ids })} />
    </DialogForm>
  );
}
