/** A finding of `doctor`, and how to fix it. */
export type Status = 'ok' | 'warning' | 'failed' | 'skipped';
export type Finding = { check: string; status: Status; detail: string; fix?: string };

export const ok = (check: string, detail: string): Finding => ({ check, status: 'ok', detail });
export const skipped = (check: string, detail: string): Finding => ({ check, status: 'skipped', detail });
