/** Usage that is counted as it happens, because no table contains it (spec 2.12, daily usage row). */
export const metered = ['search', 'agentic', 'assertions', 'http_signatures', 'ai_neurons'] as const;
export type Metered = (typeof metered)[number];

export type Meter = {
  /** Counts in memory. The counts are written shortly afterwards, so that no request waits for this. */
  count(tenantId: string, what: Metered, amount?: number): void;
  /** Writes the counts of this process. */
  flush(): Promise<void>;
};
