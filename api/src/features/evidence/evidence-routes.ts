import {
  downloadEvidencePack,
  type EvidencePack,
  getEvidenceKeys,
  listEvidencePacks,
  makeEvidencePack,
  shareEvidencePack,
} from '@tenantry/contract/evidence';
import { changeEvidenceTimeStamp, getEvidenceTimeStamp } from '@tenantry/contract/evidence-time-stamp';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import { type Caller, mayCall } from '../../http/caller.ts';
import { Reply } from '../../http/reply.ts';
import { callerRoute, publicRoute, type Route, tenantRoute } from '../../http/route.ts';
import type { SigningKey } from '../../ports/signing-key.ts';
import type { EvidenceFiles } from '../../store/evidence-files.ts';
import { type EvidencePackRecord, hasPackEnded, packsOf } from '../../store/evidence-packs.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { createPackRequests, type PackRequestDependencies } from './pack-requests.ts';
import { createTimeStampSetting } from './time-stamp-setting.ts';

type Dependencies = PackRequestDependencies &
  Pick<CommonParts, 'systemConfig'> & { evidenceFiles: EvidenceFiles; signingKey: SigningKey };

function packView(pack: EvidencePackRecord): EvidencePack {
  return {
    packId: pack.id,
    tenantId: pack.tenantId,
    frameworkId: pack.frameworkId,
    snapshot: pack.snapshot,
    status: pack.status,
    error: pack.error,
    fileName: pack.fileName,
    sizeBytes: pack.sizeBytes,
    sha256: pack.sha256,
    keyId: pack.keyId,
    timeStampedBy: pack.timeStampedBy,
    noTimeStampBecause: pack.noTimeStampBecause,
    requestedAt: pack.requestedAt,
    createdAt: pack.createdAt,
    madeBy: pack.madeBy,
    auditedAt: pack.auditedAt,
    isSimulated: pack.isSimulated,
    shared: pack.shared && { at: pack.shared.at, by: pack.shared.by },
  };
}

/** What a contact of the client may see: redacted packs that somebody shared. */
const isForClient = ({ shared, snapshot, status }: EvidencePackRecord): boolean =>
  shared !== null && snapshot === 'redacted' && status === 'ready';

/** Who of the staff made and shared it is the provider's own. */
function clientView(pack: EvidencePackRecord): EvidencePack {
  const view = packView(pack);
  return { ...view, madeBy: '', shared: view.shared && { ...view.shared, by: '' } };
}

const noSuchPack = () => new AppError('NOT_FOUND', 'There is no such evidence pack.');

/** @throws AppError NOT_FOUND, which is what one that the caller may not know of is answered with; FORBIDDEN */
async function packFor(
  { evidencePacks }: TenantRecords,
  packId: string,
  { user, role }: Caller,
): Promise<EvidencePackRecord> {
  const pack = (await evidencePacks.get(packId))?.value;
  if (!pack || (user.client && !isForClient(pack))) throw noSuchPack();
  if (pack.snapshot === 'whole' && !mayCall(role, 'admin'))
    throw new AppError('FORBIDDEN', 'A pack with the whole snapshot is for administrators.');
  return pack;
}

export function evidenceRoutes(dependencies: Dependencies): Route[] {
  const { evidenceFiles, signingKey, trail, clock } = dependencies;
  const requests = createPackRequests(dependencies);
  const timeStamp = createTimeStampSetting(dependencies);
  return [
    tenantRoute(makeEvidencePack, async ({ tenant, caller, body }) => {
      const pack = await requests.request(tenant, caller, body);
      return Reply.json(packView(pack), { status: hasPackEnded(pack) ? 201 : 202 });
    }),

    tenantRoute(listEvidencePacks, async ({ tenant, caller }) => {
      const packs = await packsOf(tenant.evidencePacks);
      const isClient = caller.user.client != null;
      return { items: isClient ? packs.filter(isForClient).map(clientView) : packs.map(packView) };
    }),

    tenantRoute(downloadEvidencePack, async ({ tenant, params, caller }) => {
      const pack = await packFor(tenant, params.packId, caller);
      const bytes = pack.status === 'ready' ? await evidenceFiles.read(pack.id) : null;
      if (bytes === null) throw new AppError('NOT_FOUND', 'This evidence pack has no file. Make a new one.');
      const { name: target, id: tenantId } = tenant.tenant;
      const { frameworkId: framework, snapshot, sha256 } = pack;
      const details = { packId: pack.id, framework, snapshot, sha256, asClient: caller.user.client != null };
      const user = caller.user.username;
      await trail.record({ eventType: 'evidence_pack_downloaded', user, target, tenantId, details });
      return Reply.file({ fileName: pack.fileName, contentType: 'application/zip', bytes });
    }),

    tenantRoute(shareEvidencePack, async ({ tenant, params, body: { shared }, caller }) => {
      const pack = await packFor(tenant, params.packId, caller);
      if (shared && pack.snapshot !== 'redacted')
        throw new AppError('CONFLICT', 'Only a redacted pack can be shared with the client.');
      if (shared && pack.status !== 'ready')
        throw new AppError('CONFLICT', 'The pack is not ready. Share it once it is.');
      const { name: target, id: tenantId } = tenant.tenant;
      const by = caller.user.username;
      const now = clock.now();
      const changed = await changeAndSeal(trail, tenant.evidencePacks, pack.id, (current): EvidencePackRecord => {
        if ((current.shared !== null) === shared) return current;
        const eventType = shared ? 'evidence_pack_shared' : 'evidence_pack_unshared';
        const next = { ...current, shared: shared ? { at: now.toISOString(), by } : null };
        return withEntry(next, { eventType, user: by, target, tenantId, details: { packId: pack.id } }, now);
      });
      if (!changed) throw noSuchPack();
      return packView(changed);
    }),

    callerRoute(getEvidenceTimeStamp, () => timeStamp.read()),
    callerRoute(changeEvidenceTimeStamp, ({ body: { url }, caller }) => timeStamp.change(url, caller.user.username)),

    publicRoute(getEvidenceKeys, async () => ({ keys: [...(await signingKey.publicKeys())] })),
  ];
}
