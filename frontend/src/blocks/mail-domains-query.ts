import { listMailDomains, type MailDomainTotals } from '@tenantry/contract/mail-domains';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

/** How many mail domains there are in the tenants in scope, and how many of them are without DMARC. */
export const mailDomainTotalsQuery = () =>
  callQuery(queryKey('mail-domain-totals', null), listMailDomains, {
    query: { policy: 'missing', limit: 1 },
    tenantId: null,
  });

/** How many are without DMARC; undefined where the DMARC record of none was read, since 0 would be a claim. */
export const domainsWithoutDmarc = ({ domains, withoutDmarc, unread }: MailDomainTotals): number | undefined =>
  domains === unread ? undefined : withoutDmarc;
