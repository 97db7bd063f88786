'use client';

import { useState } from 'react';
import { post, type Refusal } from './calls.ts';

/** Continues a sign-in to the console, or to the page for the second factor. */
export function goOn(answer: unknown, home: string): void {
  const isAsked = typeof answer === 'object' && answer !== null && 'second_factor' in answer;
  location.assign(isAsked ? `/console/sign-in?step=second&next=${encodeURIComponent(home)}` : home);
}

/** Posts one call at a time and keeps its error. */
export function usePost() {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const send = async (path: string, body: unknown, taken?: (answer: unknown) => void): Promise<boolean> => {
    setBusy(true);
    setRefusal(null);
    const refused = await post(path, body, taken);
    setRefusal(refused);
    setBusy(false);
    return refused === null;
  };
  return { busy, refusal, send };
}
