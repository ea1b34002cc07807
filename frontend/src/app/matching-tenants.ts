import type { Tenant } from '@tenantry/contract/tenants';

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * The tenants whose name or domain has every word of a search, without regard to case and accents: those whose
 * name begins with it first. While nothing is searched for, the one that is selected comes first.
 */
export function matchingTenants(tenants: readonly Tenant[], search: string, selected: Tenant | null): Tenant[] {
  const wanted = folded(search.trim());
  if (wanted === '')
    return [...(selected === null ? [] : [selected]), ...tenants.filter(({ id }) => id !== selected?.id)];
  const words = wanted.split(/\s+/);
  const matching = tenants.filter(({ displayName, name, domain }) => {
    const text = folded(`${displayName} ${name} ${domain}`);
    return words.every((word) => text.includes(word));
  });
  const begins = ({ displayName }: Tenant) => folded(displayName).startsWith(wanted);
  return [...matching.filter(begins), ...matching.filter((tenant) => !begins(tenant))];
}
