import { settleOutbox } from '../../domain/audit-trail/outbox.ts';
import type { Trail } from '../../ports/trail.ts';
import type { EvidenceFiles } from '../../store/evidence-files.ts';
import { hasPackEnded, packsKept } from '../../store/evidence-packs.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

const deletedAtOnce = 50;

/** Makes room after a pack: the oldest go, with their files. Where it is cut off, the next goes on. */
export async function makeRoomForPacks(
  { evidencePacks }: Pick<TenantRecords, 'evidencePacks'>,
  { evidenceFiles, trail }: { evidenceFiles: EvidenceFiles; trail: Trail },
): Promise<void> {
  const excess = (await evidencePacks.count()) - packsKept;
  if (excess <= 0) return;
  const orderBy = { field: 'requestedAt', direction: 'asc' } as const;
  const { items } = await evidencePacks.query({ orderBy, limit: Math.min(excess, deletedAtOnce) });
  for (const pack of items.filter(hasPackEnded)) {
    await settleOutbox(evidencePacks, pack, trail);
    // The record first, so that none promises a file that is gone.
    await evidencePacks.delete(pack.id);
    await evidenceFiles.delete(pack.id);
  }
}
