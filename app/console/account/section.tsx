import { type ReactNode, useId } from 'react';

type SectionProps = { title: string; text: ReactNode; action?: ReactNode; children?: ReactNode };

/** A section of the security page: its title, its main action, and its content. */
export function Section({ title, text, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-56 flex-1">
          <h2 id={id} className="text-sm font-medium">
            {title}
          </h2>
          <p className="mt-0.5 text-[13px] leading-5 text-pretty text-ink-soft">{text}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
