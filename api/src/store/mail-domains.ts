import type {
  MailDomain,
  MailDomainPolicy,
  MailDomainTotals,
  MailRecordKind,
  MailRecordState,
} from '@tenantry/contract/mail-domains';
import type { Condition, PageWithTotal } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import { inScope, type Scope } from './scope.ts';

/** A mail domain of a tenant as the last scan that could read its DNS saw it. Its id is that of tenant and domain. */
export type MailDomainRecord = Omit<MailDomain, 'tenantName'> & MailDomainKeys;

/** What lists are ordered and narrowed by. */
type MailDomainKeys = {
  /** The worst first. */
  sortKey: string;
  policy: MailDomainPolicy;
} & Record<(typeof stateFields)[MailRecordKind], MailRecordState>;

const stateFields = {
  spf: 'spfState',
  dkim: 'dkimState',
  dmarc: 'dmarcState',
  mx: 'mxState',
  'mta-sts': 'mtaStsState',
} as const satisfies Record<MailRecordKind, string>;

const mostLost = 1_000_000;

/** The fields by which a domain is found. @param lost how much is wrong with it */
export const mailDomainKeys = (
  { domain, spf, dkim, dmarc, mx, mtaSts }: Pick<MailDomain, 'domain' | 'spf' | 'dkim' | 'dmarc' | 'mx' | 'mtaSts'>,
  lost: number,
): MailDomainKeys => ({
  sortKey: `${String(mostLost - Math.round(lost * 100)).padStart(7, '0')} ${domain}`,
  policy: dmarc.policy,
  spfState: spf.state,
  dkimState: dkim.state,
  dmarcState: dmarc.state,
  mxState: mx.state,
  mtaStsState: mtaSts.state,
});

export type MailDomainFilters = {
  tenantId?: string | undefined;
  lacks?: MailRecordKind | undefined;
  policy?: MailDomainPolicy | undefined;
  /** A part of the domain, or one of these tenants. */
  search?: { text: string; tenantIds: readonly string[] } | undefined;
};

const withPolicy = (policy: MailDomainPolicy): Condition => ({ field: 'policy', op: 'eq', value: policy });
const lacking: readonly MailRecordState[] = ['missing', 'bad', 'weak'];

function conditionsOf({ tenantId, lacks, policy, search }: MailDomainFilters): Condition[] {
  const where: Condition[] = [];
  if (tenantId !== undefined) where.push({ field: 'tenantId', op: 'eq', value: tenantId });
  if (lacks !== undefined) where.push({ field: stateFields[lacks], op: 'in', value: lacking });
  if (policy !== undefined) where.push(withPolicy(policy));
  if (search !== undefined) {
    const { text, tenantIds } = search;
    where.push({
      anyOf: [
        { field: 'domain', op: 'contains', value: text },
        { field: 'tenantId', op: 'in', value: tenantIds },
      ],
    });
  }
  return where;
}

/** The total of the scope that says how many fit the filters; null where they must be counted. */
function totalOf({ policy }: MailDomainFilters, where: readonly Condition[]): keyof MailDomainTotals | null {
  if (where.length === 0) return 'domains';
  if (where.length > 1) return null;
  if (policy === 'missing') return 'withoutDmarc';
  return policy === 'unknown' ? 'unread' : null;
}

/** Reads of the mail domains of several tenants. A tenant's own are bound to it (`TenantRecords.mailDomains`). */
export function openMailDomainStore(records: RecordStore) {
  const domains = records.across<MailDomainRecord>(containers.mailDomains);
  return {
    /** A page, the worst first, with how many there are in the scope, and how many of them are without DMARC or not known to be. */
    async page(
      scope: Scope,
      { limit, cursor, ...filters }: MailDomainFilters & { limit: number; cursor?: string | undefined },
    ): Promise<PageWithTotal<MailDomainRecord> & { summary: MailDomainTotals }> {
      const within = inScope(domains, scope);
      const where = conditionsOf(filters);
      const total = totalOf(filters, where);
      const [page, all, withoutDmarc, unread, counted] = await Promise.all([
        within.query({ where, orderBy: { field: 'sortKey', direction: 'asc' }, limit, cursor }),
        within.count(),
        within.count([withPolicy('missing')]),
        within.count([withPolicy('unknown')]),
        total === null ? within.count(where) : 0,
      ]);
      const summary = { domains: all, withoutDmarc, unread };
      return { ...page, total: total === null ? counted : summary[total], summary };
    },
  };
}

export type MailDomainStore = ReturnType<typeof openMailDomainStore>;
