import { setImmediate } from 'node:timers/promises';
import type { FrameworkId } from '@tenantry/contract/framework-id';
import { evaluateFacts } from '../../audit/findings/evaluate.ts';
import { frameworkOf } from '../../audit/findings/frameworks/frameworks.ts';
import { leaksOf } from '../../audit/snapshot/redaction/leaks.ts';
import { catalogueVersion } from '../../domain/evidence/catalogue-version.ts';
import { jsonFile, type Manifest, packFiles, type SnapshotForm } from '../../domain/evidence/manifest.ts';
import type { PackContent } from '../../domain/evidence/seal-pack.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { ScannedFacts } from '../../store/scanned-facts.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { NoPackError, type PackSnapshot, packSnapshot, toReport } from './evidence-snapshot.ts';
import { packAcceptances, providerOf } from './pack-acceptances.ts';
import { controlsCsv, packControls } from './pack-controls.ts';
import { packPage } from './pack-page.ts';
import { packReadme } from './pack-readme.ts';

export type PackOrder = {
  /** By which developers find what became of it. */
  packId: string;
  tenant: TenantRecord;
  audit: AuditRecord;
  /** The open findings of the tenant. */
  findings: readonly Pick<FindingRecord, 'checkId' | 'title' | 'acceptance'>[];
  kept: ScannedFacts | null;
  frameworkId: FrameworkId;
  form: SnapshotForm;
  now: Date;
  madeBy: string;
  /** The provider's name, which stands for its staff in redacted packs. */
  provider: string | null;
  tool: Manifest['tool'];
  /** `npm run evaluate` in one file; null where this product is not built. */
  evaluateTool: Uint8Array | null;
  installation: Manifest['installation'];
};

function headOf(order: PackOrder): PackContent['head'] {
  const { tenant, audit, form, now, tool, installation } = order;
  const { id, name, version } = frameworkOf(order.frameworkId);
  return {
    evidencePack: 1,
    tenant: { id: tenant.id, name: tenant.name, directoryId: tenant.m365TenantId },
    framework: { id, name, version },
    audit: { id: audit.id, judgedAt: audit.createdAt, isSimulated: audit.data.isSimulated },
    snapshot: form,
    catalogue: catalogueVersion(),
    tool,
    madeAt: now.toISOString(),
    // Redacted packs are shared with clients, who are told no name of the staff.
    madeBy: form === 'redacted' ? providerOf(order) : order.madeBy,
    installation,
  };
}

/** The net behind the redaction. @throws NoPackError that says how many there are and where, and none of them */
async function refuseLeaks(
  order: PackOrder,
  { originals }: PackSnapshot,
  files: Readonly<Record<string, Buffer>>,
): Promise<void> {
  if (originals === null) return;
  // What the same files say of an organization of which nothing is known: words of ours.
  const nothing = evaluateFacts({}, { now: order.now });
  const context = { judgedAt: order.audit.createdAt, datasets: [], acceptances: new Map() };
  const own = JSON.stringify([nothing, packControls(frameworkOf(order.frameworkId), nothing.verdicts, context)]);
  const leaks = new Set<string>();
  const places: string[] = [];
  for (const [name, bytes] of Object.entries(files)) {
    await setImmediate();
    const found = leaksOf(bytes.toString('utf8'), originals, [own]);
    if (found.length > 0) places.push(name);
    for (const one of found) leaks.add(one);
  }
  if (leaks.size === 0) return;
  const what = leaks.size === 1 ? '1 name or id' : `${leaks.size} names or ids`;
  const is = leaks.size === 1 ? 'is' : 'are';
  throw new NoPackError(
    `${what} of the organization ${is} left in what is redacted (${places.join(', ')}), so no pack was made and nothing was handed out. ${toReport(order.packId)}`,
  );
}

/**
 * The files of a pack, before they are signed.
 * @throws NoPackError where it would say something else than the audit, or tell what a redacted one must not
 */
export async function packContent(order: PackOrder): Promise<PackContent> {
  const { audit, findings, frameworkId, form, now } = order;
  const snapshot = await packSnapshot(order, form, order.tool);
  const { verdicts, score, coverage } = snapshot.outcome;
  const head = headOf(order);
  const context = { judgedAt: audit.createdAt, datasets: audit.data.datasets ?? [], acceptances: new Map() };
  const framework = frameworkOf(frameworkId);
  const told = jsonFile({ catalogue: head.catalogue, judgedAt: audit.createdAt, score, coverage, verdicts });
  await refuseLeaks(order, snapshot, {
    [packFiles.snapshot]: snapshot.bytes,
    [packFiles.verdicts]: told,
    [packFiles.controls]: jsonFile(packControls(framework, verdicts, context)),
  });
  const acceptances = packAcceptances(findings, snapshot.originals, providerOf(order), now);
  const controls = packControls(framework, verdicts, { ...context, acceptances });
  return {
    head,
    files: [
      { name: 'README.txt', bytes: Buffer.from(packReadme(head, order.evaluateTool !== null)) },
      { name: 'evidence.html', bytes: Buffer.from(packPage(head, controls)) },
      { name: packFiles.controls, bytes: jsonFile(controls) },
      { name: 'controls.csv', bytes: controlsCsv(controls) },
      { name: packFiles.verdicts, bytes: told },
      { name: packFiles.snapshot, bytes: snapshot.bytes },
      ...(order.evaluateTool === null ? [] : [{ name: packFiles.tool, bytes: order.evaluateTool }]),
    ],
  };
}
