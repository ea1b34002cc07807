import { scriptHostsOf } from '../../adapters/graph/script-hosts.ts';
import { settingsSnapshot } from '../../audit/findings/drift/settings-snapshot.ts';
import { remedies } from '../../audit/findings/remedies/remedies.ts';
import { scriptForTenant } from '../../audit/findings/remedies/scripts/script-for-tenant.ts';
import { scriptTenantOf } from '../../audit/findings/remedies/scripts/script-tenant.ts';
import { exemptionsOf } from '../../audit/snapshot/snapshot-declarations.ts';
import type { FarEnd } from '../microsoft.ts';
import type { AuditFile, AuditResult } from './audit-result.ts';

/** A check of Conditional Access: what is declared for emergencies is exempt from it. */
const anyPolicyCheck = 'ca.mfa.all';

/** A script for each remedy that Microsoft Graph can set and that closes something here (docs/remedies.md). */
export function scriptsOf(
  { tenant, facts, outcome, declarations, takenAt }: AuditResult,
  { cloud }: Pick<FarEnd, 'cloud'>,
  now: Date,
): AuditFile[] {
  const known = scriptTenantOf({
    tenantId: tenant.id,
    scannedAt: takenAt,
    settings: settingsSnapshot(facts),
    verdicts: outcome.verdicts,
    emergencyAccounts: [...(exemptionsOf(declarations, facts, now)[anyPolicyCheck]?.users ?? [])],
  });
  const hosts = scriptHostsOf(cloud.name);
  return remedies.flatMap((remedy) => {
    const made = scriptForTenant(remedy, known, hosts);
    return made === null || 'because' in made ? [] : [{ name: made.fileName, content: made.text }];
  });
}
