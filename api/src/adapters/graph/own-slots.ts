import type { SlotsEntity, SlotsTable } from './shared-slots.ts';

/** The places under Microsoft's limits of a process that shares them with no other one. */
export function ownSlots(): SlotsTable {
  const buckets = new Map<string, { value: SlotsEntity; etag: string }>();
  let writes = 0;
  const write = (bucket: string, value: SlotsEntity): true => {
    writes += 1;
    buckets.set(bucket, { value, etag: String(writes) });
    return true;
  };
  return {
    get: async (_partition, bucket) => buckets.get(bucket) ?? null,
    create: async (_partition, bucket, value) => !buckets.has(bucket) && write(bucket, value),
    replace: async (_partition, bucket, value, etag) => buckets.get(bucket)?.etag === etag && write(bucket, value),
  };
}
