import { type ReactElement, type ReactNode, useId } from 'react';
import { useProblem } from './form-problems.tsx';

/** The style of text inputs. */
export const inputLook =
  'h-9 w-full min-w-0 rounded-lg border border-line-strong bg-surface px-3 text-sm text-ink placeholder:text-ink-soft/80 disabled:opacity-60';

type FieldProps = {
  label: string;
  hint?: ReactNode;
  /** The path of its value in the input, for example `owner.email`. The form's problem with this path appears here. */
  path?: string;
  /** A problem that the form itself found. */
  problem?: string | null;
  children: (props: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean;
  }) => ReactElement;
};

/** A labelled field with a hint, or with the problem of its value. */
export function Field({ label, hint, path, problem: given, children }: FieldProps) {
  const id = useId();
  const found = useProblem(path);
  const problem = given ?? found;
  const noteId = `${id}-note`;
  const note = problem ?? hint;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-[13px] font-medium text-ink">
        {label}
      </label>
      {children({ id, 'aria-describedby': note ? noteId : undefined, 'aria-invalid': Boolean(problem) })}
      {note ? (
        <p id={noteId} className={`mt-1.5 text-[13px] leading-5 ${problem ? 'text-bad' : 'text-ink-soft'}`}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
