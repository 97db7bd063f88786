'use client';

import { CodeForm } from './code-form.tsx';

type Props = { label: string; home: string; capturesMail: boolean };

/** The first sign-in with a provider's account. A mailed code proves that the account belongs to the member. */
export function ConfirmAccount({ label, home, capturesMail }: Props) {
  const beginAgain = () => location.assign(`/console/sign-in?next=${encodeURIComponent(home)}`);
  return (
    <CodeForm email={null} home={home} capturesMail={capturesMail} back={beginAgain}>
      Your account at {label} is new here. If its address belongs to a member, we have mailed a code to it.
      Enter it once: from then on the account signs you in.
    </CodeForm>
  );
}
