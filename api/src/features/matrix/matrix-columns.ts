import type { TenantRecord } from '../../store/tenants.ts';
import type { MatrixQuery } from './matrix-rows.ts';

/** Whether a tenant is a column. What narrows tenants by group or baseline is asked here. */
export function isColumn(
  tenant: TenantRecord,
  { tenant: search, mode }: Pick<MatrixQuery, 'tenant' | 'mode'>,
): boolean {
  if (mode !== undefined && (mode === 'simulated') !== tenant.isMock) return false;
  if (search === undefined || search === '') return true;
  const words = search.toLowerCase();
  const { name, displayName, domain, verifiedDomains = '' } = tenant;
  return [name, displayName, domain, verifiedDomains].some((text) => text.toLowerCase().includes(words));
}
