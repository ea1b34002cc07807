import { Button, Text } from '@fluentui/react-components';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { TicketSystem } from '@tenantry/contract/ticket-systems';
import { type CompanyMatch, matchCompanies, maxMatchesAtOnce } from '@tenantry/contract/tickets';
import { useCallback, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { countOf } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Hint } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Row } from '../../ui/row.tsx';
import { rowSelection } from '../../ui/row-selection.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { FilterField } from '../../ui/select-field.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Stack } from '../../ui/stack.tsx';
import { CompanyChoice } from './company-choice.tsx';
import { type MatchFilters, matchesQuery } from './ticket-queries.ts';

type Match = { tenantId: string; companyId: string | null };

function Company({ match: { company, suggestions } }: { match: CompanyMatch }) {
  const [first] = suggestions;
  if (company !== null) {
    return (
      <Stack gap="XXS">
        <Text>{company.name}</Text>
        <Hint>{`Matched by ${company.by}`}</Hint>
      </Stack>
    );
  }
  return first === undefined ? (
    <Hint>No company: no tickets</Hint>
  ) : (
    <Stack gap="XXS">
      <Text>{`Suggested: ${first.name}`}</Text>
      <Hint>{first.because}</Hint>
    </Stack>
  );
}

const columns: readonly Column<CompanyMatch>[] = [
  {
    id: 'tenant',
    label: 'Tenant',
    width: '34%',
    cell: ({ tenantName, domain }) => (
      <Stack gap="XXS">
        <Text weight="semibold">{tenantName}</Text>
        <Hint>{domain}</Hint>
      </Stack>
    ),
  },
  { id: 'company', label: 'Company', cell: (match) => <Company match={match} /> },
];

const states = ['matched', 'unmatched'] as const;
const stateLabels = { matched: 'Matched', unmatched: 'No company' } as const;

/** Matches tenants with the companies of a ticket system: suggestions are accepted by a person, never by themselves. */
export function CompaniesDrawer({ system, onClose }: { system: TicketSystem; onClose: () => void }) {
  const client = useQueryClient();
  const [filters, setFilters] = useState<MatchFilters>({});
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [choosing, setChoosing] = useState<CompanyMatch | null>(null);
  const query = useInfiniteQuery(matchesQuery(system.id, filters));
  const search = useCallback((text: string | undefined) => setFilters((before) => ({ ...before, search: text })), []);
  const { submit, pending } = useAction('Companies not matched', async (matches: Match[]) => {
    const { changed } = await call(matchCompanies, {
      params: { systemId: system.id },
      body: { matches: matches.slice(0, maxMatchesAtOnce) },
      tenantId: null,
    });
    showToast({ title: 'Companies matched', body: countOf(changed, 'tenant'), intent: 'success' });
    setSelected(new Set());
    setChoosing(null);
    await client.invalidateQueries({ queryKey: ['ticket-matches'] });
    await client.invalidateQueries({ queryKey: ['ticket-systems'] });
  });
  const [first] = query.data?.pages ?? [];
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const chosen = rows.flatMap(({ tenantId, suggestions: [one] }) =>
    selected.has(tenantId) && one ? [{ tenantId, companyId: one.id }] : [],
  );
  const canAccept = ({ company, suggestions }: CompanyMatch) => company === null && suggestions.length > 0;
  return (
    <DetailsDrawer
      title={`Companies in ${system.name}`}
      widthPx={820}
      onClose={onClose}
      footer={
        <Button
          appearance="primary"
          disabledFocusable={pending || chosen.length === 0}
          onClick={() => void submit(chosen)}
        >
          {`Accept ${countOf(chosen.length, 'suggestion')}`}
        </Button>
      }
    >
      {first && <Hint role="status">{`${first.matched} of ${countOf(first.tenants, 'tenant')} matched`}</Hint>}
      {first && first.companiesUnknownBecause !== null && (
        <Notice intent="error" title="The companies could not be read.">
          {first.companiesUnknownBecause}
        </Notice>
      )}
      <Row gap="M">
        <SearchBox label="Tenant" placeholder="Name or domain" value={filters.search ?? ''} onChange={search} />
        <FilterField
          label="State"
          options={states}
          labelOf={(state) => stateLabels[state]}
          value={filters.state}
          onChange={(state) => setFilters((before) => ({ ...before, state }))}
        />
      </Row>
      {choosing && (
        <CompanyChoice
          system={system}
          match={choosing}
          onChoose={(companyId) => void submit([{ tenantId: choosing.tenantId, companyId }])}
          onCancel={() => setChoosing(null)}
        />
      )}
      <PagedList
        query={query}
        loading={<SkeletonRows rows={5} size={48} label="Loading companies" />}
        errorTitle={httpErrorTitle(query.error)}
        empty={<Hint>No tenant fits.</Hint>}
      >
        {(matches) => (
          <DataTable
            label="Companies of tenants"
            rows={matches}
            columns={columns}
            rowId={({ tenantId }) => tenantId}
            minWidth="560px"
            actionsWidth="190px"
            selection={rowSelection({
              rowId: ({ tenantId }) => tenantId,
              allIds: matches.filter(canAccept).map(({ tenantId }) => tenantId),
              selectedIds: selected,
              onChange: setSelected,
              rowLabel: ({ tenantName }) => `Accept the suggestion for ${tenantName}`,
              canSelect: canAccept,
            })}
            rowActions={(match) => (
              <>
                <Button
                  size="small"
                  onClick={() => setChoosing(match)}
                  aria-label={`Choose a company for ${match.tenantName}`}
                >
                  Choose
                </Button>
                {match.company && (
                  <Button
                    size="small"
                    aria-label={`Take the company of ${match.tenantName} away`}
                    onClick={() => void submit([{ tenantId: match.tenantId, companyId: null }])}
                  >
                    Remove
                  </Button>
                )}
              </>
            )}
          />
        )}
      </PagedList>
    </DetailsDrawer>
  );
}
