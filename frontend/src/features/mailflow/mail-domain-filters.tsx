import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { MailDomainPolicy, MailRecordKind } from '@tenantry/contract/mail-domains';
import { useCallback } from 'react';
import { TenantFilter } from '../../blocks/tenant-filter.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { FilterField } from '../../ui/select-field.tsx';
import type { MailDomainsAddress } from './mail-domains-queries.ts';

// Most installations begin without groups.
const GroupFilter = onDemand(async () => (await import('../../blocks/group-filter.tsx')).GroupFilter);

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    alignItems: 'end',
    '@media (max-width: 1023px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '@media (max-width: 639px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  clear: { justifySelf: 'start', gridColumn: '1 / -1' },
});

const kindLabels: Record<MailRecordKind, string> = {
  spf: 'SPF',
  dkim: 'DKIM',
  dmarc: 'DMARC',
  mx: 'MX',
  'mta-sts': 'MTA-STS',
};

const policyLabels: Record<MailDomainPolicy, string> = {
  missing: 'No DMARC',
  none: 'p=none',
  quarantine: 'p=quarantine',
  reject: 'p=reject',
  unknown: 'Unknown',
};

const noFilters = {
  search: undefined,
  tenantId: undefined,
  groupId: undefined,
  lacks: undefined,
  policy: undefined,
};

type Props = { address: MailDomainsAddress; onChange: (patch: Partial<MailDomainsAddress>) => void };

/** Narrows the domains by name, group, tenant, DMARC policy and what is wrong. */
export function MailDomainFilters({ address, onChange }: Props) {
  const styles = useStyles();
  const { search, tenantId, groupId, lacks, policy } = address;
  const onSearch = useCallback((text: string | undefined) => onChange({ search: text }), [onChange]);
  return (
    <search className={styles.root}>
      <SearchBox label="Search" placeholder="Domain or tenant" value={search ?? ''} onChange={onSearch} />
      <GroupFilter value={groupId} onChange={(id) => onChange({ groupId: id })} />
      <TenantFilter label="Tenant" allLabel="All" value={tenantId} onChange={(id) => onChange({ tenantId: id })} />
      <FilterField
        label="Missing or weak"
        allLabel="Any record"
        options={MailRecordKind.options}
        labelOf={(option) => kindLabels[option]}
        value={lacks}
        onChange={(option) => onChange({ lacks: option })}
      />
      <FilterField
        label="DMARC policy"
        options={MailDomainPolicy.options}
        labelOf={(option) => policyLabels[option]}
        value={policy}
        onChange={(option) => onChange({ policy: option })}
      />
      {isFiltered(address) && (
        <Button
          icon={<DismissRegular />}
          appearance="subtle"
          className={styles.clear}
          onClick={() => onChange(noFilters)}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}

export const isFiltered = (address: MailDomainsAddress): boolean =>
  Object.values(address).some((value) => value !== undefined);
