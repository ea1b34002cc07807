import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import type { Parsed } from '@tenantry/contract/endpoint';
import { getTenantMailFlow } from '@tenantry/contract/mailflow';
import { mailFlowStaleMs } from '../../blocks/mail-flow-check-query.ts';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

export type TenantMailFlow = Parsed<(typeof getTenantMailFlow)['response']>;

/** What the API takes in one call. */
const maxNamesLength = 4000;

/** The domains that no answer so far has checked. */
export function leftOutOf(answers: readonly TenantMailFlow[]): string[] {
  const checked = new Set(answers.flatMap(({ domains }) => domains.map(({ domain }) => domain)));
  return [...new Set(answers.flatMap(({ leftOut }) => leftOut))].filter((domain) => !checked.has(domain));
}

/** All domains of the tenant that the answers name, checked or not. */
export function ownDomainsOf(answers: readonly TenantMailFlow[]): Set<string> {
  return new Set(answers.flatMap(({ domains, leftOut }) => [...domains.map(({ domain }) => domain), ...leftOut]));
}

function namesFor(domains: readonly string[]): string | undefined {
  let names = '';
  for (const domain of domains) {
    const longer = names === '' ? domain : `${names},${domain}`;
    if (longer.length > maxNamesLength) break;
    names = longer;
  }
  return names === '' ? undefined : names;
}

/** The mail of all domains of a tenant; the next page checks those that were left out. */
export const tenantMailFlowQuery = (tenantId: string) =>
  infiniteQueryOptions({
    queryKey: queryKey('mail-flow', tenantId),
    queryFn: ({ pageParam, signal }) =>
      call(getTenantMailFlow, { params: { id: tenantId }, query: { domains: pageParam }, tenantId, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (_, answers) => namesFor(leftOutOf(answers)),
    staleTime: mailFlowStaleMs,
  });

/** The answers with a domain that was checked since in its place. */
export function withChecked<P>(
  known: InfiniteData<TenantMailFlow, P>,
  checked: TenantMailFlow,
): InfiniteData<TenantMailFlow, P> {
  const fresh = new Map(checked.domains.map((report) => [report.domain, report]));
  const pages = known.pages.map((page) => ({
    ...page,
    answers: checked.answers,
    domains: page.domains.map((report) => fresh.get(report.domain) ?? report),
  }));
  return { ...known, pages };
}
