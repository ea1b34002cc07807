import { listMailDomains } from '@tenantry/contract/mail-domains';
import * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { pagedQuery, queryKey } from '../../lib/query-client.ts';

/** What stands in the page's address. */
export const MailDomainsAddress = z.pick(listMailDomains.query, {
  search: true,
  tenantId: true,
  groupId: true,
  lacks: true,
  policy: true,
});
export type MailDomainsAddress = z.output<typeof MailDomainsAddress>;

/** The mail domains of the tenants in scope, the worst first. */
export const mailDomainsQuery = (filters: MailDomainsAddress) =>
  pagedQuery(queryKey('mail-domains', null, filters), (cursor, signal) =>
    call(listMailDomains, { query: { ...filters, cursor }, tenantId: null, signal }),
  );
