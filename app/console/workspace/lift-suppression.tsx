'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { useTRPC } from '../data/trpc.ts';
import { nameOf, type Suppression, suppressionReasons } from '../labels/suppressions.ts';
import { Button } from '../parts/button.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { useSay } from '../shell/toasts.tsx';

type Props = {
  tenantId: string;
  item: Suppression;
  /** The full address that was searched for, if the entry's address was erased. */
  lookedUp: string;
  close: () => void;
  refresh: () => Promise<void>;
};

/**
 * Asks before mail is sent to an address again. An erased person's address must be typed. After a spam report, asks twice.
 */
export function LiftSuppression({ tenantId, item, lookedUp, close, refresh }: Props) {
  const trpc = useTRPC();
  const say = useSay();
  const [address, setAddress] = useState(item.address ?? lookedUp);
  const [isSure, setSure] = useState(false);
  const { mutate, isPending, error } = useMutation(
    trpc.suppressions.delete.mutationOptions({
      onSuccess: () => {
        say.done(`Mail can be sent to ${address.trim()} again`);
        close();
        return refresh();
      },
    }),
  );
  const problem = error ? problemOf(failureOf(error)) : null;
  const isComplaint = item.reason === 'complaint';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ tenant_id: tenantId, address: address.trim(), confirm_complaint_removal: isSure });
  };
  return (
    <form onSubmit={submit} className="space-y-4 overflow-y-auto px-5 pb-5">
      <p className="text-sm leading-6 text-pretty text-ink-soft">
        <span className="font-mono text-[13px] break-all text-ink">{nameOf(item)}</span>:{' '}
        {suppressionReasons[item.reason].why} The removal is kept in the audit log.
      </p>
      {item.address === null ? (
        <Field
          label="Full address"
          hint="This person was erased, so the list does not have their address any more."
          problem={problem}
        >
          {(props) => (
            <input
              {...props}
              data-autofocus
              required
              autoComplete="off"
              spellCheck={false}
              className={inputLook}
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </Field>
      ) : null}
      {item.address !== null && problem ? (
        <p role="alert" className="text-[13px] leading-5 text-bad">
          {problem}
        </p>
      ) : null}
      {isComplaint ? (
        <label className="flex items-start gap-2.5 rounded-lg bg-bad-wash px-3 py-2.5 text-[13px] leading-5 text-bad">
          <input
            type="checkbox"
            className="mt-0.5 size-4 accent-bad"
            checked={isSure}
            onChange={(event) => setSure(event.target.checked)}
          />
          <span>
            The recipient reported our mail as spam but has since told us that they want it. Another report
            would harm every sender of this deployment.
          </span>
        </label>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button tone="quiet" onClick={close}>
          Keep it suppressed
        </Button>
        <Button tone="danger" type="submit" disabled={isPending || (isComplaint && !isSure)}>
          Allow sending
        </Button>
      </div>
    </form>
  );
}

const problemOf = ({ code, message, fix }: ReturnType<typeof failureOf>): string =>
  code === 'suppression_not_found'
    ? 'This address is not suppressed. Enter the full address.'
    : `${message} ${fix}`;
