import { approve } from '@tenantry/contract/approvals';
import { criticalProfile } from '@tenantry/simulator/profiles/critical-profile';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import type { TenantProfile } from '@tenantry/simulator/tenant-profile';
import { openSimulatedApp } from '../../../../testing/simulated-app.ts';
import { every } from '../../../ports/collection.ts';
import type { ApprovalRecord } from '../../../store/approvals.ts';
import { everyTenant } from '../../../store/scope.ts';
import type { TaskRecord } from '../../../store/tasks.ts';

/** Tidewell Motors: no Entra ID P1, security defaults off. */
export const unlicensed = criticalProfile.id;
/** Bracken Freight Group: Entra ID P1. */
export const licensed = weakProfile.id;
export const p1Work = 'license-microsoft-entra-id-p1';

/** The whole API with a simulator of its own, in which tenants buy and lose products. */
export async function openLicenseApp() {
  const opened = await openSimulatedApp();
  const { app, cloud, cookie } = opened;
  const had = [criticalProfile, weakProfile].map((profile) => ({ profile, skus: [...profile.skus] }));
  // Directories are copies of their profile that share its list.
  const hold = ({ skus }: TenantProfile, ...names: TenantProfile['skus']) => skus.splice(0, skus.length, ...names);

  async function tenant(tenantId: string) {
    const found = await app.app.stores.tenants.open(everyTenant, tenantId);
    if (!found) throw new Error('There is no such tenant');
    return found;
  }

  return {
    ...opened,
    tenant,
    /** Tidewell Motors buys Microsoft 365 E3, of which P1 is a part. */
    buyP1: () => hold(criticalProfile, 'SPE_E3'),
    /** Bracken Freight Group goes back to Business Basic. */
    loseP1: () => hold(weakProfile, 'O365_BUSINESS_ESSENTIALS'),
    /** Graph refuses the licenses of a tenant from now on. */
    refuseLicenses: (tenantId: string) =>
      cloud.faults.set({ tenantId, pathPrefix: '/subscribedSkus', kind: 'status', status: 403 }),
    async requests(tenantId: string, remedyId: string): Promise<ApprovalRecord[]> {
      const { approvals } = await tenant(tenantId);
      const found = await every(approvals, { where: [{ field: 'remedyId', op: 'eq', value: remedyId }] });
      return found.toSorted((a, b) => a.id.localeCompare(b.id));
    },
    /** What waits about a piece of work in both tenants. */
    async pending(): Promise<{ tenantId: string; remedyId: string }[]> {
      const both = [await tenant(unlicensed), await tenant(licensed)];
      const found = await Promise.all(
        both.map(({ approvals }) => every(approvals, { where: [{ field: 'status', op: 'eq', value: 'pending' }] })),
      );
      return found.flat().flatMap(({ tenantId, remedyId }) => (remedyId === null ? [] : [{ tenantId, remedyId }]));
    },
    tasks: async (tenantId: string): Promise<TaskRecord[]> => every((await tenant(tenantId)).tasks),
    /** Approves what waits about a piece of work. @returns the id of its task */
    async approved(tenantId: string, remedyId: string): Promise<string> {
      const { approvals } = await tenant(tenantId);
      const pending = await every(approvals, {
        where: [
          { field: 'remedyId', op: 'eq', value: remedyId },
          { field: 'status', op: 'eq', value: 'pending' },
        ],
      });
      const params = { id: pending[0]?.id ?? `nothing waits about ${remedyId}` };
      return String((await app.call(approve, { params, body: {}, cookie })).json.taskId);
    },
    async close() {
      for (const { profile, skus } of had) hold(profile, ...skus);
      await opened.close();
    },
  };
}

export type LicenseApp = Awaited<ReturnType<typeof openLicenseApp>>;
