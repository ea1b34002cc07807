import { readAnything } from '../../domain/audit-trail/read-anything.ts';
import type { Exported, ExportReads } from '../../store/export-reads.ts';
import { everyTenant } from '../../store/scope.ts';

/** Reads the records of a container; one that is none is told of, and left out. */
export async function* readRecords<K extends keyof Exported>(
  reads: ExportReads,
  name: K,
  unreadable: (id: string) => void,
): AsyncGenerator<Exported[K]> {
  for await (const partition of reads.of(everyTenant, name)) {
    const found = readAnything(partition, '', [], { add: ({ record }) => unreadable(record) });
    for await (const record of found) yield record as Exported[K];
  }
}
