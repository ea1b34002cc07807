import type { Verdict } from '@tenantry/contract/verdicts';
import type { ScriptTenant } from './remedy-plan.ts';

const entraP1 = 'Microsoft Entra ID P1';

type Known = Pick<ScriptTenant, 'tenantId' | 'scannedAt' | 'settings' | 'emergencyAccounts'> & {
  verdicts: readonly Verdict[];
};

/** What scripts need to know of a tenant, from what its latest audit says and the settings that were kept with it. Pure. */
export function scriptTenantOf({ verdicts, ...known }: Known): ScriptTenant {
  const found = verdicts.filter(({ status }) => status === 'fail' || status === 'warning');
  const idsOf = (those: readonly Verdict[]) => new Set(those.map(({ checkId }) => checkId));
  return {
    ...known,
    open: idsOf(found),
    affected: new Map(found.map(({ checkId, affected }) => [checkId, affected])),
    closedByDefaults: idsOf(found.filter(({ closedBy }) => closedBy === 'securityDefaults')),
    lacksEntraP1: verdicts.some(({ needsLicense }) => needsLicense === entraP1),
    // This check does not apply where no on-premises directory is connected.
    isCloudOnly: verdicts.some(({ checkId, status }) => checkId === 'sync.phs' && status === 'notApplicable'),
  };
}
