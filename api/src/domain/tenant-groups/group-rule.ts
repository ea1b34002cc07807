import type { GroupCondition, GroupRule } from '@tenantry/contract/tenant-groups';
import type { TenantRecord } from '../../store/tenants.ts';

/** What a rule looks at. */
export type GroupedTenant = Pick<TenantRecord, 'tags' | 'entraLicense' | 'origin' | 'isMock' | 'verifiedDomains'>;

/** One tag is another's whatever its case. */
export const tagKey = (tag: string): string => tag.trim().toLowerCase();

/** The domains that Microsoft has verified for a tenant. The one that it is shown with is typed by people, and proves nothing. */
const domainsOf = ({ verifiedDomains = '' }: GroupedTenant): string[] =>
  verifiedDomains.split(' ').filter((one) => one !== '');

function isSo(condition: GroupCondition, tenant: GroupedTenant): boolean {
  switch (condition.field) {
    case 'tag':
      return (tenant.tags ?? []).some((tag) => tagKey(tag) === tagKey(condition.value));
    case 'license':
      // A license that is not known is none of them.
      return tenant.entraLicense === condition.value;
    case 'domain': {
      const wanted = condition.value.toLowerCase().replace(/^[@.]/, '');
      return domainsOf(tenant).some((domain) => domain === wanted || domain.endsWith(`.${wanted}`));
    }
    case 'provider':
      return (tenant.origin ?? 'direct') === condition.value;
    case 'mode':
      return tenant.isMock === (condition.value === 'simulated');
  }
}

/** Whether a rule looks at one of these tags, by their keys: putting it on a tenant, or taking it off, may move the tenant. Pure. */
export const namesTag = ({ conditions }: GroupRule, keys: ReadonlySet<string>): boolean =>
  conditions.some(({ field, value }) => field === 'tag' && keys.has(tagKey(value)));

/** Whether a rule fits a tenant. A rule without conditions fits none. Pure. */
export function fitsRule({ match, conditions }: GroupRule, tenant: GroupedTenant): boolean {
  if (conditions.length === 0) return false;
  return match === 'all'
    ? conditions.every((condition) => isSo(condition, tenant))
    : conditions.some((condition) => isSo(condition, tenant));
}
