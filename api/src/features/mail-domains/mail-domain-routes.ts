import { listMailDomains, type MailDomain } from '@tenantry/contract/mail-domains';
import { callerRoute, type Route } from '../../http/route.ts';
import type { MailDomainRecord, MailDomainStore } from '../../store/mail-domains.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { TenantRecord } from '../../store/tenants.ts';

type Dependencies = { mailDomains: MailDomainStore; tenants: Pick<TenantStore, 'ofRecords' | 'searched'> };

function domainView(
  { sortKey: _, policy: _p, spfState, dkimState, dmarcState, mxState, mtaStsState, ...domain }: MailDomainRecord,
  tenants: ReadonlyMap<string, TenantRecord>,
): MailDomain {
  return { ...domain, tenantName: tenants.get(domain.tenantId)?.name ?? '' };
}

/** As many tenants are looked for by a part of their name. */
const maxTenants = 200;

async function tenantsWith({ searched }: Pick<TenantStore, 'searched'>, scope: Scope, text: string): Promise<string[]> {
  const { items } = await searched(scope, { text, fields: ['name', 'displayName'] }, { limit: maxTenants });
  return items.map(({ id }) => id);
}

/** The mail domains of all tenants in scope. */
export function mailDomainRoutes({ mailDomains, tenants }: Dependencies): Route[] {
  return [
    callerRoute(listMailDomains, async ({ caller: { scope }, query: { search: text, ...query } }) => {
      const search = text === undefined ? undefined : { text, tenantIds: await tenantsWith(tenants, scope, text) };
      const page = await mailDomains.page(scope, { ...query, search });
      const named = await tenants.ofRecords(scope, page.items);
      return { ...page, items: page.items.map((domain) => domainView(domain, named)) };
    }),
  ];
}
