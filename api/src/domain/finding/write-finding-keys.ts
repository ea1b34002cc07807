import type { FindingStore } from '../../store/findings.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { writeKeys } from '../stored-keys/write-keys.ts';

/** Writes findings of before again, with what lists are ordered by (`store/findings.ts`). @returns how many */
export const writeFindingKeys = (
  findings: Pick<FindingStore, 'withoutKeys'>,
  tenants: Pick<TenantStore, 'open'>,
): Promise<number> => writeKeys(findings.withoutKeys(everyTenant), tenants, (tenant) => tenant.findings);
