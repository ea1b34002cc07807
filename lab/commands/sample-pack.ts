import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluateFacts } from '../../api/src/audit/findings/evaluate.ts';
import { sealPack } from '../../api/src/domain/evidence/seal-pack.ts';
import { packSigner } from '../../api/src/domain/evidence/testing/pack-signer.ts';
import { type PackOrder, packContent } from '../../api/src/features/evidence/pack-content.ts';

const at = '2026-11-20T08:00:00.000Z';
const tenantId = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';

/** An order for a pack of a tenant of which nothing could be read. */
function order(): PackOrder {
  const facts = {};
  const { verdicts } = evaluateFacts(facts, { now: new Date(at) });
  const tenant = { id: tenantId, name: 'Contoso', domain: 'contoso.example', m365TenantId: tenantId };
  const scanLogId = `${tenantId}_scan-1`;
  const audit = {
    id: `${tenantId}_audit-1`,
    scanLogId,
    createdAt: at,
    data: { verdicts, isSimulated: true, datasets: [] },
  };
  const kept = { scanLogId, scannedAt: at, isSimulated: true, facts, exemptions: {} };
  const tool = { name: 'Tenantry', version: 'unbuilt', commit: null };
  const installation = { name: 'MSP', address: 'https://msp.example', keysAt: 'https://msp.example/api/evidence/keys' };
  const rest = {
    findings: [],
    frameworkId: 'cmmc-level-1',
    form: 'redacted',
    now: new Date(at),
    madeBy: 'ada',
  } as const;
  // Of both records a pack reads no more than this.
  return { tenant, audit, kept, tool, evaluateTool: null, installation, ...rest } as unknown as PackOrder;
}

/** Writes `pack.zip`, and beside it `changed.zip`, of which one byte is another. */
export async function writeSamplePacks(folder: string): Promise<void> {
  const pack = await sealPack(packContent(order()), await packSigner(), null);
  writeFileSync(join(folder, 'pack.zip'), pack);
  const middle = pack.length >> 1;
  pack[middle] = (pack[middle] ?? 0) ^ 1;
  writeFileSync(join(folder, 'changed.zip'), pack);
}
