import type { Parsed } from '@tenantry/contract/endpoint';
import type { CompanyMatch, listCompanyMatches, matchCompanies, searchCompanies } from '@tenantry/contract/tickets';
import { changeAndSeal, emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { finishForgetting } from '../../domain/tickets/forget-tickets.ts';
import { companyMatchId } from '../../domain/tickets/request-ticket.ts';
import type { TicketParts } from '../../domain/tickets/ticket-parts.ts';
import { beginRuleAnew } from '../../domain/tickets/ticket-rule.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { createOnce } from '../../ports/collection.ts';
import { everyTenant, isInScope } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { TicketSystemRecord } from '../../store/ticket-systems.ts';
import type { CompanyMatchRecord } from '../../store/tickets.ts';
import type { CompanyLists } from './ask-system.ts';
import { suggester } from './suggest-companies.ts';
import { retryFailed, systemOf } from './ticket-system-service.ts';

type Query = Parsed<typeof listCompanyMatches.query>;

function viewOf(
  { id: tenantId, name: tenantName, domain }: TenantRecord,
  match: CompanyMatchRecord | undefined,
  suggestions: CompanyMatch['suggestions'],
): CompanyMatch {
  const company = match?.company ? { ...match.company, by: match.matchedBy, at: match.updatedAt } : null;
  return { tenantId, tenantName, domain, company, suggestions: company === null ? suggestions : [] };
}

/** The tenants with their companies, by name; suggestions for those that have none. @throws AppError NOT_FOUND */
export async function matchPage(parts: TicketParts, lists: CompanyLists, systemId: string, query: Query) {
  const system = await systemOf(parts, systemId);
  const [matches, answer, tenants] = await Promise.all([
    parts.tickets.matches(everyTenant, systemId),
    lists.of(system),
    parts.tenants.ofScope(everyTenant),
  ]);
  const companiesUnknownBecause = answer.kind === 'ok' ? null : answer.reason;
  const suggest = answer.kind === 'ok' ? suggester(answer.value) : () => [];
  const sought = query.search?.toLowerCase() ?? '';
  const wanted = tenants.filter(({ id, name, domain }) => {
    const isMatched = matches.has(id);
    const fits = query.state === undefined || (query.state === 'matched') === isMatched;
    return fits && (sought === '' || `${name} ${domain}`.toLowerCase().includes(sought));
  });
  const begin = Number(query.cursor ?? '0');
  if (!Number.isInteger(begin) || begin < 0)
    throw new AppError('INVALID_INPUT', 'This cursor is not one of this list.');
  const items = wanted.slice(begin, begin + query.limit).map((tenant) => {
    const match = matches.get(tenant.id);
    return viewOf(tenant, match, match ? [] : suggest(tenant));
  });
  const end = begin + items.length;
  const next = end < wanted.length ? { nextCursor: String(end) } : {};
  const known = new Set(tenants.map(({ id }) => id));
  const matched = [...matches.keys()].filter((id) => known.has(id)).length;
  return { items, total: wanted.length, matched, tenants: tenants.length, companiesUnknownBecause, ...next };
}

type Company = NonNullable<CompanyMatchRecord['company']>;

/** Writes the match of one tenant, with its entry in the trail. @returns whether it is another now */
async function match(
  { trail, clock }: TicketParts,
  { tenant, companyMatches }: TenantRecords,
  system: TicketSystemRecord,
  company: Company | null,
  caller: Caller,
): Promise<boolean> {
  const now = clock.now();
  const id = companyMatchId(tenant.id, system.id);
  const entryOf = (before: Company | null) => ({
    eventType: company === null ? ('ticket_company_unmatched' as const) : ('ticket_company_matched' as const),
    user: caller.user.username,
    target: tenant.name,
    tenantId: tenant.id,
    details: { systemId: system.id, system: system.name, before, after: company },
  });
  const stamp = { company, matchedBy: caller.name, updatedAt: now.toISOString() };
  if (company !== null) {
    const blank = { id, tenantId: tenant.id, kind: 'company', systemId: system.id, isSimulated: false } as const;
    const made: CompanyMatchRecord = { ...blank, ...stamp, ...emptyOutbox };
    const created = await createOnce(companyMatches, withEntry(made, entryOf(null), now));
    if (created) {
      await settleOutbox(companyMatches, created.value, trail, created.etag);
      return true;
    }
  }
  let isChanged = false;
  await changeAndSeal(trail, companyMatches, id, (current) => {
    isChanged = (current.company?.id ?? null) !== (company?.id ?? null);
    return isChanged ? withEntry({ ...current, ...stamp }, entryOf(current.company), now) : current;
  });
  return isChanged;
}

/**
 * Matches tenants with companies, as a person said. Tickets that waited for the match are opened, and a rule looks again at the tasks
 * that it has passed over.
 * @throws AppError NOT_FOUND; INVALID_INPUT for a company that the system does not list, or a tenant that there is not
 */
export async function setMatches(
  parts: TicketParts,
  lists: CompanyLists,
  caller: Caller,
  systemId: string,
  { matches }: Parsed<typeof matchCompanies.body>,
): Promise<{ changed: number }> {
  const system = await systemOf(parts, systemId);
  await finishForgetting(parts, system);
  const isNaming = matches.some(({ companyId }) => companyId !== null);
  const companies = isNaming ? new Map((await lists.required(system)).map((one) => [one.id, one])) : new Map();
  const wanted = await Promise.all(
    matches.map(async ({ tenantId, companyId }, index) => {
      const tenant = isInScope(caller.scope, tenantId) ? await parts.tenants.open(caller.scope, tenantId) : null;
      const company = companyId === null ? null : companies.get(companyId);
      const problem =
        tenant === null ? 'There is no such tenant' : company === undefined ? 'There is no such company' : null;
      if (problem !== null || tenant === null || company === undefined) {
        const path = `matches.${index}.${tenant === null ? 'tenantId' : 'companyId'}`;
        throw new AppError('INVALID_INPUT', `${problem}.`, { fields: [{ path, message: problem ?? '' }] });
      }
      return { tenant, company: company && { id: company.id, name: company.name } };
    }),
  );
  let changed = 0;
  for (const { tenant, company } of wanted) {
    if (!(await match(parts, tenant, system, company, caller))) continue;
    changed += 1;
    await retryFailed(parts, systemId, tenant.tenant.id);
  }
  if (changed > 0) await beginRuleAnew(parts, systemId);
  return { changed };
}

/** Companies by a part of their name. @throws AppError NOT_FOUND; CONFLICT with what the system answered */
export async function searchedCompanies(
  parts: TicketParts,
  lists: CompanyLists,
  systemId: string,
  { search = '', limit }: Parsed<typeof searchCompanies.query>,
) {
  const all = await lists.required(await systemOf(parts, systemId));
  const found = all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  const companies = found.slice(0, limit).map(({ id, name }) => ({ id, name }));
  return { companies, total: found.length };
}
