'use client';

import { useState } from 'react';
import { post, type Refusal } from './calls.ts';

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
