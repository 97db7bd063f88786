'use client';

import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { failureOf, problemAt, problemsOf } from '../data/failures.ts';
import { Refusal } from './refusal.tsx';

type Problems = {
  at(path: string): string | null;
  /** Registers a field that shows the problems of its path. @returns a function that unregisters it */
  claim(path: string): () => void;
};

const none: Problems = { at: () => null, claim: () => () => undefined };
const ProblemsContext = createContext<Problems>(none);

type Props = {
  /** The error of the last attempt to submit, if any. */
  error: unknown;
  /** The form, whose first wrong field gets the focus. */
  form: RefObject<HTMLElement | null>;
  children: (banner: ReactNode) => ReactNode;
};

/**
 * Passes each problem of a rejected input to the field with its path (`Field path="username"`). Problems without a
 * field are in the banner, which the form places where it cannot scroll out of view.
 */
export function FormProblems({ error, form, children }: Props) {
  const [claimed, setClaimed] = useState<readonly string[]>([]);
  const problems = useMemo(() => (error ? problemsOf(failureOf(error)) : new Map<string, string>()), [error]);
  const claim = useCallback((path: string) => {
    setClaimed((paths) => [...paths, path]);
    return () => setClaimed((paths) => paths.toSpliced(paths.indexOf(path), 1));
  }, []);
  const value = useMemo<Problems>(
    () => ({ at: (path) => problemAt(problems, path), claim }),
    [problems, claim],
  );
  const shown = new Set(claimed.flatMap((path) => problemAt(problems, path) ?? []));
  const rest = [...problems.values()].filter((sentence) => !shown.has(sentence));
  const focused = useRef<unknown>(null);
  useEffect(() => {
    if (!error || focused.current === error) return;
    focused.current = error;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error, form]);
  return (
    <ProblemsContext value={value}>
      {children(
        error && (shown.size === 0 || rest.length > 0) ? (
          <div role="alert" className="text-[13px] leading-5">
            {shown.size === 0 ? <Refusal error={error} /> : <p className="text-bad">{rest.join(' ')}</p>}
          </div>
        ) : null,
      )}
    </ProblemsContext>
  );
}

/** The problem with the field of this path; null if there is none or the field has no path. */
export function useProblem(path: string | undefined): string | null {
  const { at, claim } = useContext(ProblemsContext);
  useEffect(() => (path === undefined ? undefined : claim(path)), [path, claim]);
  return path === undefined ? null : at(path);
}
