const PREFIX = 'pm-spare ';

/** What this tab keeps until the server has it. It outlives a reload, and ends with the tab. */
export function keepSpare(key: string, value: object): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Full, or forbidden in a private window: what the server has is what counts.
  }
}

export function spareOf<Value>(key: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') as Value | null;
  } catch {
    return null;
  }
}

export function dropSpare(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept then.
  }
}

/** Whoever signs out leaves nothing behind. */
export function dropAllSpares(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
