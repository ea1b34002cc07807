import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Verdict } from '@tenantry/contract/verdicts';
import type { JsonObject } from '../../audit/facts/json-reader.ts';
import type { AuditOutcome } from '../../audit/findings/evaluate.ts';
import { type Redacted, redactFacts } from '../../audit/snapshot/redaction/redact-facts.ts';
import { sameVerdicts } from '../../audit/snapshot/redaction/same-verdicts.ts';
import { type Declarations, nothingDeclared } from '../../audit/snapshot/snapshot-declarations.ts';
import { snapshotOf } from '../../audit/snapshot/snapshot-facts.ts';
import { judgeSnapshot } from '../../domain/evidence/judge-snapshot.ts';
import { jsonFile, type Manifest, type SnapshotForm } from '../../domain/evidence/manifest.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { ScannedFacts } from '../../store/scanned-facts.ts';
import type { TenantRecord } from '../../store/tenants.ts';

/** Why a pack is not made: in words for whoever asked for it. Nothing false is handed out. */
export class NoPackError extends Error {
  override name = 'NoPackError';
}

/** A snapshot as it goes into a pack, and what it is judged as. */
export type PackSnapshot = {
  bytes: Buffer;
  outcome: AuditOutcome;
  /** What must not stand in any file beside the names of the organization itself; null where the snapshot is whole. */
  originals: Redacted['originals'] | null;
};

/** The whole snapshot is no way out for whoever has to hand over a redacted one. */
export const toReport = (packId: string): string =>
  `Report this to the developers of Tenantry, with the id of the pack: ${packId}`;

const keyBytes = 32;

const changedSince =
  'The latest audit was judged by an earlier version of Tenantry, or its data is not all kept. Scan the tenant, then make the pack.';

/** What an audit keeps of a verdict, as far as both tell it (features/scans/scan-results.ts). */
const keptOf = ({ checkId, status, severity, message, evidence, affectedCount }: Verdict): string =>
  JSON.stringify({ checkId, status, severity, message, evidence, affectedCount });

/** @throws NoPackError where the kept data does not give the verdicts that the audit tells */
function refuseOthers({ data: { verdicts } }: AuditRecord, outcome: AuditOutcome): void {
  const again = new Map(outcome.verdicts.map((verdict) => [verdict.checkId, keptOf(verdict)]));
  const isSame = verdicts.length === again.size && verdicts.every((one) => again.get(one.checkId) === keptOf(one));
  if (!isSame) throw new NoPackError(changedSince);
}

function snapshotBytes(
  { scannedAt, isSimulated }: ScannedFacts,
  tool: Manifest['tool'],
  part: { tenant: JsonObject; facts: ScannedFacts['facts']; declared: Declarations; isRedacted: boolean },
): Buffer {
  const marks = { commit: tool.commit, isRedacted: part.isRedacted, isSimulated };
  const head = { takenAt: scannedAt, tool: `${tool.name} ${tool.version}`, marks, tenant: part.tenant };
  return jsonFile(snapshotOf(head, part.facts, part.declared));
}

/** Judged as whoever gets the file judges it: by its bytes. */
const judged = (bytes: Buffer): AuditOutcome => judgeSnapshot(JSON.parse(bytes.toString('utf8')) as JsonObject);

/**
 * The snapshot of a pack. It is judged again, and has to give the verdicts of the audit; a redacted one has to be judged as the whole one
 * is.
 * @throws NoPackError where it does not
 */
export async function packSnapshot(
  {
    packId,
    tenant,
    audit,
    kept,
  }: { packId: string; tenant: TenantRecord; audit: AuditRecord; kept: ScannedFacts | null },
  form: SnapshotForm,
  tool: Manifest['tool'],
): Promise<PackSnapshot> {
  if (kept === null || kept.scanLogId !== audit.scanLogId) throw new NoPackError(changedSince);
  const { facts, exemptions } = kept;
  const about = { id: tenant.m365TenantId, name: tenant.name, domain: tenant.domain };
  const declared = { ...nothingDeclared, exemptions };
  const whole = snapshotBytes(kept, tool, { tenant: about, facts, declared, isRedacted: false });
  const outcome = judged(whole);
  refuseOthers(audit, outcome);
  if (form === 'whole') return { bytes: whole, outcome, originals: null };
  // Of a large tenant each of these steps takes seconds: others run between them.
  await setImmediate();
  const redacted = redactFacts(facts, declared, about, randomBytes(keyBytes));
  const bytes = snapshotBytes(kept, tool, { ...redacted, declared: redacted.declarations, isRedacted: true });
  await setImmediate();
  const after = judged(bytes);
  const differences = sameVerdicts(outcome, after);
  if (differences.length > 0)
    throw new NoPackError(
      `With stand-ins for the names the verdicts would be others (${differences[0]}), so no pack was made. ${toReport(packId)}`,
    );
  return { bytes, outcome: after, originals: redacted.originals };
}
