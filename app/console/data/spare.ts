const PREFIX = 'pm-spare ';

/** Keeps a value in this tab until the server has it. It survives a reload and ends with the tab. */
export function keepSpare(key: string, value: object): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Storage may be full, or forbidden in a private window. The value is only a backup.
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
    // Storage is not available, so nothing was kept.
  }
}

/** Removes all kept values when the person signs out. */
export function dropAllSpares(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
