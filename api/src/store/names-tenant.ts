import type { TenantRecord } from './tenants.ts';

/** What names a tenant in texts. */
export type TenantNames = Pick<TenantRecord, 'id' | 'm365TenantId' | 'name' | 'displayName' | 'domain'>;

/** A name that is shorter stands in too many other words. */
const shortestName = 3;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The ids under which something of a tenant is filed: its own, and its directory's, which steps before it was a tenant have. */
export const idsOf = ({ id, m365TenantId }: Pick<TenantNames, 'id' | 'm365TenantId'>): string[] => [
  ...new Set([id, m365TenantId]),
];

/** Tells whether a value names the tenant anywhere in it: by an id, or by its name or domain as whole words. */
export function namesTenant(tenant: TenantNames): (value: unknown) => boolean {
  const { name, displayName, domain } = tenant;
  const ids = idsOf(tenant);
  const words = [...new Set([name, displayName, domain])].filter((word) => word.length >= shortestName);
  // `contoso.com` within `notcontoso.com` or `contoso.com.example` is somebody else's.
  const patterns = words.map(
    (word) => new RegExp(`(?<![\\p{L}\\p{N}.-])${escaped(word)}(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`, 'iu'),
  );
  const inText = (text: string) => {
    const lower = text.toLowerCase();
    return ids.some((id) => lower.includes(id)) || patterns.some((pattern) => pattern.test(text));
  };
  const inValue = (value: unknown): boolean => {
    if (typeof value === 'string') return inText(value);
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(value).some(([key, inner]) => inText(key) || inValue(inner));
  };
  return inValue;
}
