/** How often a path was asked for, by tenant; `tenantId` null where no tenant was known. */
export interface RequestCount {
  tenantId: string | null;
  path: string;
  count: number;
  /** Of these, how many came inside a $batch. */
  batched: number;
}

export interface RequestLog {
  record(tenantId: string | null, path: string, batched: boolean): void;
  counts(): RequestCount[];
  clear(): void;
}

const guidForm = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

export function createRequestLog(): RequestLog {
  const counts = new Map<string, RequestCount>();
  return {
    record(tenantId, path, batched) {
      // Ids become one placeholder: else a scan over every user would grow the log with the directory.
      const shape = path.replace(guidForm, '{id}');
      const key = `${tenantId}${shape}`;
      const entry = counts.get(key) ?? { tenantId, path: shape, count: 0, batched: 0 };
      entry.count++;
      if (batched) entry.batched++;
      counts.set(key, entry);
    },
    counts: () => [...counts.values()].map((entry) => ({ ...entry })),
    clear: () => counts.clear(),
  };
}
