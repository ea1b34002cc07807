import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealPack } from '../../api/src/domain/evidence/seal-pack.ts';
import { packSigner } from '../../api/src/domain/evidence/testing/pack-signer.ts';
import { packContent } from '../../api/src/features/evidence/pack-content.ts';
import { sampleOrder } from '../../api/src/features/evidence/testing/sample-order.ts';

/** Writes `pack.zip`, and beside it `changed.zip`, of which one byte is another. */
export async function writeSamplePacks(folder: string): Promise<void> {
  const pack = await sealPack(await packContent(sampleOrder()), await packSigner(), null);
  writeFileSync(join(folder, 'pack.zip'), pack);
  const middle = pack.length >> 1;
  pack[middle] = (pack[middle] ?? 0) ^ 1;
  writeFileSync(join(folder, 'changed.zip'), pack);
}
