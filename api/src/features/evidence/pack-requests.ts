import type { Parsed } from '@tenantry/contract/endpoint';
import type { makeEvidencePack } from '@tenantry/contract/evidence';
import { tenantRecordId } from '@tenantry/contract/ids';
import { emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { endedWithin } from '../../domain/deadline/ended-within.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import { type Caller, mayCall, requireRecentProof } from '../../http/caller.ts';
import { createOnce } from '../../ports/collection.ts';
import type { AuditRecord } from '../../store/audits.ts';
import { type EvidencePackRecord, type EvidencePackStore, hasPackEnded } from '../../store/evidence-packs.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { sendPack } from './pack-jobs.ts';

export type PackRequestDependencies = Pick<CommonParts, 'queue' | 'trail' | 'clock'> & {
  evidencePacks: EvidencePackStore;
  /** How long a request waits for its pack before it answers that it goes on. */
  answerAfterMs: number;
};

type Wanted = Parsed<(typeof makeEvidencePack)['body']>;

const maxUnderWay = 10;
const maxPerUser = 2;

/** @throws AppError FORBIDDEN, STEP_UP_REQUIRED: a whole snapshot names every account of the tenant */
function refuseWhole(caller: Caller, { snapshot }: Wanted, now: Date): void {
  if (snapshot !== 'whole') return;
  if (!mayCall(caller.role, 'admin'))
    throw new AppError('FORBIDDEN', 'A pack with the whole snapshot is for administrators. Make a redacted one.');
  requireRecentProof(caller, now);
}

function askedPack(
  { tenant }: TenantRecords,
  audit: AuditRecord,
  { user }: Caller,
  { requestId, frameworkId, snapshot }: Wanted,
  now: Date,
): EvidencePackRecord {
  const at = now.toISOString();
  const id = tenantRecordId(tenant.id, `evidence-${requestId}`);
  const record: EvidencePackRecord = {
    ...{ id, tenantId: tenant.id, frameworkId, snapshot, status: 'queued', error: null },
    // Nobody is to hand over the whole one by mistake.
    fileName: `Evidence_${tenant.name}_${frameworkId}_${at.slice(0, 10)}${snapshot === 'whole' ? '_whole' : ''}.zip`,
    ...{ sizeBytes: null, sha256: null, keyId: null, timeStampedBy: null, noTimeStampBecause: null },
    ...{ requestedAt: at, createdAt: null, madeBy: user.username, madeById: user.id },
    ...{ auditId: audit.id, scanLogId: audit.scanLogId, auditedAt: audit.createdAt },
    ...{ isSimulated: audit.data.isSimulated, shared: null, attempts: 0, heardAt: at },
    ...emptyOutbox,
  };
  const details = { packId: id, framework: frameworkId, snapshot, scanLogId: audit.scanLogId };
  const entry = { user: user.username, target: tenant.name, tenantId: tenant.id, details };
  return withEntry(record, { eventType: 'evidence_pack_requested', ...entry }, now);
}

/** Asking for packs: each becomes a record and a message, and a worker makes it (pack-jobs.ts). */
export function createPackRequests({
  evidencePacks: store,
  queue,
  trail,
  clock,
  answerAfterMs,
}: PackRequestDependencies) {
  async function refuseTooMany(userId: string): Promise<void> {
    const [own, all] = await Promise.all([store.underWay(everyTenant, userId), store.underWay(everyTenant)]);
    const retry = { retryAfterSeconds: 10 };
    if (own >= maxPerUser)
      throw new AppError(
        'TOO_MANY_ATTEMPTS',
        'Two of your packs are already being made. Try again when they are ready.',
        retry,
      );
    if (all >= maxUnderWay)
      throw new AppError('UNAVAILABLE', 'Many packs are being made. Try again in half a minute.', retry);
  }

  async function begin(tenant: TenantRecords, caller: Caller, wanted: Wanted): Promise<EvidencePackRecord> {
    const { evidencePacks } = tenant;
    const id = tenantRecordId(tenant.tenant.id, `evidence-${wanted.requestId}`);
    const earlier = (await evidencePacks.get(id))?.value;
    if (earlier) return earlier;
    const audit = await latestAudit(tenant);
    if (!audit) throw new AppError('NO_SCAN_YET', 'No scan found for this tenant. Please run a scan first.');
    await refuseTooMany(caller.userId);
    const made = await createOnce(evidencePacks, askedPack(tenant, audit, caller, wanted, clock.now()));
    // The same request came twice at once: the other one made it.
    if (!made) {
      const other = (await evidencePacks.get(id))?.value;
      if (!other) throw new AppError('CONFLICT', 'This pack was deleted meanwhile. Make it again.');
      return other;
    }
    await sendPack(queue, made.value);
    await settleOutbox(evidencePacks, made.value, trail, made.etag);
    return made.value;
  }

  return {
    /**
     * Asks for the pack of a framework, or joins the one that the same request has asked for, and waits a little for it.
     * @throws AppError NO_SCAN_YET, FORBIDDEN, STEP_UP_REQUIRED, CONFLICT, TOO_MANY_ATTEMPTS, UNAVAILABLE
     */
    async request(tenant: TenantRecords, caller: Caller, wanted: Wanted): Promise<EvidencePackRecord> {
      refuseWhole(caller, wanted, clock.now());
      const pack = await begin(tenant, caller, wanted);
      if (
        pack.frameworkId !== wanted.frameworkId ||
        pack.snapshot !== wanted.snapshot ||
        pack.madeById !== caller.userId
      )
        throw new AppError('CONFLICT', 'This request was made before, for another pack. Make a new one.');
      return endedWithin(pack, {
        clock,
        ms: answerAfterMs,
        read: async () => (await tenant.evidencePacks.get(pack.id))?.value ?? null,
        hasEnded: hasPackEnded,
      });
    },
  };
}
