import { type ReactNode, useId } from 'react';

type Props = { title: string; about?: string; action?: ReactNode; children: ReactNode };

/** A part of the page with its own heading. */
export function Section({ title, about, action, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-2.5 flex items-end justify-between gap-4">
        <div>
          <h2 id={id} className="text-[15px] font-semibold tracking-tight">
            {title}
          </h2>
          {about ? <p className="mt-0.5 text-[13px] leading-5 text-pretty text-ink-soft">{about}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
