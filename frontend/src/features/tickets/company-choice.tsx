import { Button } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { TicketSystem } from '@tenantry/contract/ticket-systems';
import type { CompanyMatch } from '@tenantry/contract/tickets';
import { useState } from 'react';
import { countOf } from '../../lib/format.ts';
import { Hint } from '../../ui/muted.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Row } from '../../ui/row.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { companiesQuery } from './ticket-queries.ts';

type Props = {
  system: TicketSystem;
  match: CompanyMatch;
  onChoose: (companyId: string) => void;
  onCancel: () => void;
};

/** Looks for the company of one tenant by its name. */
export function CompanyChoice({ system, match: { tenantName }, onChoose, onCancel }: Props) {
  const [search, setSearch] = useState<string | undefined>();
  const query = useQuery(companiesQuery(system.id, search));
  return (
    <SectionCard title={`Company of ${tenantName}`} actions={<Button onClick={onCancel}>Cancel</Button>}>
      <SearchBox label="Company" placeholder="Part of its name" value={search ?? ''} onChange={setSearch} />
      <QueryState query={query} loadingLabel="Loading companies" errorTitle="The companies could not be read">
        {({ companies, total }) => (
          <>
            <Row gap="S">
              {companies.map(({ id, name }) => (
                <Button key={id} size="small" onClick={() => onChoose(id)}>
                  {name}
                </Button>
              ))}
            </Row>
            <Hint role="status">
              {total > companies.length
                ? `${companies.length} of ${total}: search for more`
                : countOf(total, 'company', 'companies')}
            </Hint>
          </>
        )}
      </QueryState>
    </SectionCard>
  );
}
