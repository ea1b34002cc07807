import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { planNone } from '../../domain/scan-plan/scan-plan.ts';
import { type Changeable, update } from '../../ports/collection.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { Use } from './credential-changes.ts';
import type { CredentialService } from './credential-service.ts';

/** A success is written down at most this often: every scan asks for a token. */
const noteEveryMs = 60_000;

/**
 * AADSTS codes after which asking again with what is stored is of no use: the app is unknown in the directory or was
 * removed (700016, 7000229), nobody consents any more (65001), the secret is wrong or over (7000215, 7000222), the
 * grant was revoked or has expired (50173, 70008), the application is disabled (7000112).
 * Source: Microsoft identity platform, "Microsoft Entra authentication error codes".
 */
const final = /AADSTS(700016|7000229|65001|7000215|7000222|50173|70008|7000112)\b/;

/**
 * Keeps what asking for tokens came to. A final refusal marks the tenant for reconnection, once. That a success could not be
 * written down is logged: Microsoft's answer is good all the same.
 */
export function createTokenOutcomes({
  tenants,
  credentials,
  clock,
  log,
}: Pick<CommonParts, 'clock' | 'log'> & {
  tenants: Changeable<TenantRecord>;
  credentials: CredentialService;
}) {
  const lastNotedMs = new Map<string, number>();
  const lastAnsweredMs = new Map<string, number>();
  const nameOf = async (tenantId: string): Promise<string> => (await tenants.get(tenantId))?.value.name ?? tenantId;

  async function note(tenantId: string, use: Use): Promise<void> {
    try {
      await credentials.noteUse(tenantId, use);
    } catch (error) {
      log('What became of a token was not noted', { tenantId, error });
    }
  }

  return {
    async succeeded(tenantId: string): Promise<void> {
      const nowMs = clock.now().getTime();
      if (nowMs - (lastNotedMs.get(tenantId) ?? 0) < noteEveryMs) return;
      lastNotedMs.set(tenantId, nowMs);
      await note(tenantId, { tokenSuccess: true, graphSuccess: null });
    },

    /** Whether Graph accepts the token. A missing license or permission says nothing against the connection. */
    async answered(tenantId: string, graphSuccess: boolean): Promise<void> {
      const nowMs = clock.now().getTime();
      if (graphSuccess && nowMs - (lastAnsweredMs.get(tenantId) ?? 0) < noteEveryMs) return;
      if (graphSuccess) lastAnsweredMs.set(tenantId, nowMs);
      else lastAnsweredMs.delete(tenantId);
      await note(tenantId, { tokenSuccess: null, graphSuccess });
    },

    async refused(tenantId: string, code: string, message: string): Promise<void> {
      lastNotedMs.delete(tenantId);
      if (!(await credentials.read(tenantId))) return;
      await note(tenantId, { tokenSuccess: false, graphSuccess: null });
      const aadsts = final.exec(message)?.[0];
      if (aadsts === undefined) return;
      await credentials.needsReconnect({ id: tenantId, name: await nameOf(tenantId) }, `${aadsts} (${code})`, 'app');
      // Trying it again would fail alike: scans and the directory go on once somebody has connected the tenant anew.
      await update(tenants, tenantId, (tenant): TenantRecord => ({ ...planNone(tenant), directorySyncDueAt: null }));
    },
  };
}
