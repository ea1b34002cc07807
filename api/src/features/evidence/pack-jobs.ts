import { changeAndSeal, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { Manifest } from '../../domain/evidence/manifest.ts';
import { sha256 } from '../../domain/evidence/manifest.ts';
import { openPack } from '../../domain/evidence/open-pack.ts';
import { sealPack } from '../../domain/evidence/seal-pack.ts';
import { acquireLease } from '../../domain/lease/lease.ts';
import { underLease } from '../../domain/lease/under-lease.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { providerName } from '../../domain/settings/report-settings.ts';
import { every, replaceIfUnchanged, update } from '../../ports/collection.ts';
import type { SigningKey } from '../../ports/signing-key.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import type { EvidenceFiles } from '../../store/evidence-files.ts';
import { type EvidencePackRecord, type EvidencePackStore, hasPackEnded } from '../../store/evidence-packs.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { ScannedFactsStore } from '../../store/scanned-facts.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { NoPackError } from './evidence-snapshot.ts';
import { packContent } from './pack-content.ts';
import { makeRoomForPacks } from './pack-keeping.ts';
import type { TimeStamping } from './time-stamping.ts';

export type PackJobDependencies = Pick<
  CommonParts,
  'tenants' | 'systemConfig' | 'leases' | 'queue' | 'trail' | 'clock' | 'log'
> & {
  evidencePacks: EvidencePackStore;
  evidenceFiles: EvidenceFiles;
  scannedFacts: ScannedFactsStore;
  signingKey: SigningKey;
  timeStamping: TimeStamping;
  tool: Manifest['tool'];
  /** `npm run evaluate` in one file; null where there is none. */
  evaluateTool(): Promise<Uint8Array | null>;
  organizationName: string | null;
  publicOrigin: string;
};

type PackMessage = { tenantId: string; packId: string };
type Begun = { tenant: TenantRecords; pack: EvidencePackRecord };

/** When a worker died, another one may have its pack after this long. */
const leaseForMs = 30_000;
const maxAttempts = 3;
const silentAfterMs = 120_000;
const resentAtOnce = 50;
const gaveUp = `The pack could not be made in ${maxAttempts} attempts. Make it again. If that fails too, see the log of the function app.`;
const newerAudit =
  'The tenant was scanned again since this pack was asked for. Make it again: it is made of the latest audit.';

/** Another worker makes this pack now. Nothing more is written. */
class PackLostError extends Error {}

export const sendPack = (
  queue: WorkQueue,
  { id, tenantId }: Pick<EvidencePackRecord, 'id' | 'tenantId'>,
  delayMs = 0,
) => queue.send('upkeep', { kind: 'evidence', tenantId, packId: id }, delayMs);

/** Begins or resumes the pack. @returns null where there is nothing to do, or no longer */
async function begin(parts: PackJobDependencies, { tenantId, packId }: PackMessage): Promise<Begun | null> {
  const tenant = await parts.tenants.open(everyTenant, tenantId);
  if (!tenant) return null;
  const heardAt = parts.clock.now().toISOString();
  const pack = await update(
    tenant.evidencePacks,
    packId,
    (current): EvidencePackRecord =>
      hasPackEnded(current) ? current : { ...current, status: 'running', attempts: current.attempts + 1, heardAt },
  );
  if (!pack) return null;
  await settleOutbox(tenant.evidencePacks, pack, parts.trail);
  return hasPackEnded(pack) ? null : { tenant, pack };
}

async function fail(parts: PackJobDependencies, { tenant, pack }: Begun, error: string): Promise<void> {
  const { id: tenantId, name: target } = tenant.tenant;
  const { frameworkId: framework, snapshot, scanLogId, madeBy: user } = pack;
  const details = { packId: pack.id, framework, snapshot, scanLogId, error };
  await changeAndSeal(parts.trail, tenant.evidencePacks, pack.id, (current): EvidencePackRecord => {
    if (hasPackEnded(current)) return current;
    const failed: EvidencePackRecord = { ...current, status: 'failed', error, heardAt: '' };
    return withEntry(failed, { eventType: 'evidence_pack_failed', user, target, tenantId, details }, parts.clock.now());
  });
  await parts.evidenceFiles.delete(pack.id);
}

async function installationOf({
  systemConfig,
  organizationName,
  publicOrigin,
}: PackJobDependencies): Promise<Manifest['installation']> {
  const settings = (await systemConfig.reportSettings.get('report-settings'))?.value;
  const name = settings?.organizationName ?? organizationName ?? new URL(publicOrigin).host;
  return { name, address: publicOrigin, keysAt: `${publicOrigin}/api/evidence/keys` };
}

async function packOf(parts: PackJobDependencies, { tenant, pack }: Begun) {
  const audit = await latestAudit(tenant);
  if (audit === null || audit.id !== pack.auditId) throw new NoPackError(newerAudit);
  const open = { where: [{ field: 'status', op: 'ne', value: 'RESOLVED' } as const] };
  const [findings, kept, installation, signer, authority, evaluateTool] = await Promise.all([
    every(tenant.findings, open),
    parts.scannedFacts.read(tenant.tenant),
    installationOf(parts),
    parts.signingKey.signer(),
    parts.timeStamping.authority(),
    parts.evaluateTool(),
  ]);
  const about = {
    packId: pack.id,
    tenant: tenant.tenant,
    audit,
    findings,
    kept,
    frameworkId: pack.frameworkId,
    form: pack.snapshot,
  };
  const provider = await providerName(parts.systemConfig, parts.organizationName);
  const made = { now: parts.clock.now(), madeBy: pack.madeBy, provider, tool: parts.tool, evaluateTool };
  const order = { ...about, ...made, installation };
  const bytes = await sealPack(await packContent(order), signer, authority);
  // What cannot be verified is not handed out.
  return { bytes, manifest: (await openPack(bytes)).manifest };
}

/** Notes that the pack is there; the record is gone where its tenant is, or has other results by now. */
async function finish(
  parts: PackJobDependencies,
  { tenant, pack }: Begun,
  { bytes, manifest }: Awaited<ReturnType<typeof packOf>>,
): Promise<void> {
  await parts.evidenceFiles.write(pack.id, bytes);
  const now = parts.clock.now();
  const { id: tenantId, name: target } = tenant.tenant;
  const { frameworkId, snapshot, scanLogId, madeBy: user } = pack;
  const keyId = manifest.key.kid;
  const details = { packId: pack.id, framework: frameworkId, snapshot, scanLogId, sha256: sha256(bytes), keyId };
  const ready = await changeAndSeal(parts.trail, tenant.evidencePacks, pack.id, (current): EvidencePackRecord => {
    if (hasPackEnded(current)) return current;
    const file = { sizeBytes: bytes.length, sha256: details.sha256, keyId, createdAt: now.toISOString() };
    const stamp = {
      timeStampedBy: manifest.timeStamp?.authority ?? null,
      noTimeStampBecause: manifest.noTimeStampBecause,
    };
    const done: EvidencePackRecord = { ...current, ...file, ...stamp, status: 'ready', heardAt: '' };
    return withEntry(done, { eventType: 'evidence_pack_made', user, target, tenantId, details }, now);
  });
  if (!ready) return parts.evidenceFiles.delete(pack.id);
  await makeRoomForPacks(tenant, parts);
}

async function make(parts: PackJobDependencies, begun: Begun, signal: AbortSignal): Promise<void> {
  try {
    const made = await packOf(parts, begun);
    signal.throwIfAborted();
    await finish(parts, begun, made);
  } catch (error) {
    if (!(error instanceof NoPackError)) throw error;
    await fail(parts, begun, error.message);
  }
}

async function afterError(parts: PackJobDependencies, { tenant, pack }: Begun, error: unknown): Promise<void> {
  const { id: packId, tenantId, attempts } = pack;
  parts.log('The evidence pack broke off', { tenantId, packId, attempt: attempts, error });
  if (attempts >= maxAttempts) return fail(parts, { tenant, pack }, gaveUp);
  await sendPack(parts.queue, pack, 1000 * 2 ** attempts);
}

async function work(parts: PackJobDependencies, message: PackMessage): Promise<void> {
  const lease = await acquireLease(parts.leases, `evidence-${message.packId}`, {
    clock: parts.clock,
    forMs: leaseForMs,
  });
  // Another worker is at it; where it has died, the sweep sends the message again.
  if (!lease) return;
  try {
    const begun = await begin(parts, message);
    if (!begun) return;
    if (begun.pack.attempts > maxAttempts) return await fail(parts, begun, gaveUp);
    const renewal = {
      everyMs: leaseForMs / 4,
      lost: () => new PackLostError(),
      notRenewed: (error: unknown) => parts.log('The lease of an evidence pack was not renewed', { error }),
    };
    try {
      await underLease(lease, renewal, (signal) => make(parts, begun, signal));
    } catch (error) {
      if (!(error instanceof PackLostError)) await afterError(parts, begun, error);
    }
  } finally {
    await lease.release();
  }
}

/** Takes up packs of which nothing is heard, claimed by their etag. Called each minute. @returns how many */
async function requeue(parts: PackJobDependencies): Promise<number> {
  const now = parts.clock.now();
  let sent = 0;
  const silentSince = new Date(now.getTime() - silentAfterMs);
  for (const { id, tenantId } of await parts.evidencePacks.unheardSince(everyTenant, silentSince, resentAtOnce)) {
    const tenant = await parts.tenants.open(everyTenant, tenantId);
    const stored = await tenant?.evidencePacks.get(id);
    if (!tenant || !stored || hasPackEnded(stored.value)) continue;
    const claimed = { ...stored.value, heardAt: now.toISOString() };
    if (!(await replaceIfUnchanged(tenant.evidencePacks, claimed, stored.etag))) continue;
    await sendPack(parts.queue, claimed);
    sent += 1;
  }
  return sent;
}

/** Makes the packs that were asked for. Delivered twice, late or after a crash, a message makes one pack. */
export function createPackJobs(parts: PackJobDependencies) {
  return {
    work: (message: PackMessage) => work(parts, message),
    requeue: () => requeue(parts),
  };
}
