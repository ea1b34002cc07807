import type { Facts } from '../../../audit/facts/facts.ts';
import { evaluateFacts } from '../../../audit/findings/evaluate.ts';
import { datasetStates } from '../../../domain/audit-results/dataset-states.ts';
import type { PackOrder } from '../pack-content.ts';

const tenantId = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';

/** An order for a pack of a tenant of which a scan read these facts at a time: without any, of one of which nothing could be read. */
export function sampleOrder(facts: Facts = {}, at = '2026-11-20T08:00:00.000Z', id = tenantId): PackOrder {
  const { verdicts } = evaluateFacts(facts, { now: new Date(at) });
  const tenant = { id, name: 'Contoso', domain: 'contoso.example', m365TenantId: id };
  const scanLogId = `${id}_scan-1`;
  const datasets = datasetStates(facts, { entraTenantId: id, clientId: null });
  const audit = { id: `${id}_audit-1`, scanLogId, createdAt: at, data: { verdicts, isSimulated: true, datasets } };
  const kept = { scanLogId, scannedAt: at, isSimulated: true, facts, exemptions: {} };
  const tool = { name: 'Tenantry', version: 'unbuilt', commit: null };
  const installation = { name: 'MSP', address: 'https://msp.example', keysAt: 'https://msp.example/api/evidence/keys' };
  const rest = {
    packId: `${id}_evidence-1`,
    findings: [],
    frameworkId: 'cmmc-level-1',
    form: 'redacted',
    now: new Date(at),
    madeBy: 'ada',
    provider: 'Northwind IT',
  } as const;
  // Of both records a pack reads no more than this.
  return { tenant, audit, kept, tool, evaluateTool: null, installation, ...rest } as unknown as PackOrder;
}
