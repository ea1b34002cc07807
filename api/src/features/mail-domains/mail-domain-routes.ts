import { listMailDomains, type MailDomain } from '@tenantry/contract/mail-domains';
import { callerRoute, type Route } from '../../http/route.ts';
import type { MailDomainRecord, MailDomainStore } from '../../store/mail-domains.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { TenantRecord } from '../../store/tenants.ts';

type Dependencies = { mailDomains: MailDomainStore; tenants: Pick<TenantStore, 'ofRecords' | 'idsNamed'> };

function domainView(
  { sortKey: _, policy: _p, spfState, dkimState, dmarcState, mxState, mtaStsState, ...domain }: MailDomainRecord,
  tenants: ReadonlyMap<string, TenantRecord>,
): MailDomain {
  return { ...domain, tenantName: tenants.get(domain.tenantId)?.name ?? '' };
}

/** The mail domains of all tenants in scope. */
export function mailDomainRoutes({ mailDomains, tenants }: Dependencies): Route[] {
  return [
    callerRoute(listMailDomains, async ({ caller: { scope }, query: { search: text, ...query } }) => {
      const search = text === undefined ? undefined : { text, tenantIds: await tenants.idsNamed(scope, text) };
      const page = await mailDomains.page(scope, { ...query, search });
      const named = await tenants.ofRecords(scope, page.items);
      return { ...page, items: page.items.map((domain) => domainView(domain, named)) };
    }),
  ];
}
