import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { AdminTenant } from '@tenantry/contract/connections';
import { formatDate } from '../../lib/format.ts';
import { reconnectPath } from '../../lib/reconnect-path.ts';
import { useShownRows } from '../../lib/use-shown-rows.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ServerLinkButton } from '../../ui/server-link-button.tsx';
import { ConnectionBadge, SimulatedBadge } from './connection-badges.tsx';

const useStyles = makeStyles({
  badges: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
});

function Connection({ tenant }: { tenant: AdminTenant }) {
  return (
    <span className={useStyles().badges}>
      <ConnectionBadge state={tenant.credentialStatus} />
      {tenant.isMock && <SimulatedBadge />}
    </span>
  );
}

const byText = (text: (tenant: AdminTenant) => string) => (a: AdminTenant, b: AdminTenant) =>
  text(a).localeCompare(text(b));

const columns: readonly Column<AdminTenant>[] = [
  {
    id: 'orgName',
    label: 'Organization',
    cell: ({ orgName }) => <Text weight="semibold">{orgName}</Text>,
    compare: byText(({ orgName }) => orgName),
    width: '24%',
  },
  {
    id: 'domain',
    label: 'Domain',
    cell: ({ domain }) => <Text>{domain}</Text>,
    compare: byText(({ domain }) => domain),
    width: '22%',
  },
  {
    id: 'onboarded',
    label: 'Onboarded',
    cell: ({ onboardedDate }) => <Text>{formatDate(onboardedDate)}</Text>,
    compare: byText(({ onboardedDate }) => onboardedDate),
  },
  { id: 'credentials', label: 'Credentials', cell: (tenant) => <Connection tenant={tenant} />, width: '20%' },
  {
    id: 'lastScan',
    label: 'Last scan',
    cell: ({ lastScanDate }) => <RelativeTime instant={lastScanDate} />,
    compare: byText(({ lastScanDate }) => lastScanDate ?? ''),
  },
];

/** Rows that are not shown yet would be missing from an order. */
const unsortable = columns.map(({ compare: _, ...column }) => column);

function ConnectAgain({ tenant }: { tenant: AdminTenant }) {
  if (tenant.isMock || tenant.credentialStatus === 'connected') return null;
  const label = tenant.credentialStatus === 'none' ? 'Connect' : 'Reconnect';
  return (
    <ServerLinkButton href={reconnectPath(tenant.id)} size="small" aria-label={`${label} ${tenant.orgName}`}>
      {label}
    </ServerLinkButton>
  );
}

/** The tenants with what can be done about their connection. */
export function TenantTable({ tenants }: { tenants: readonly AdminTenant[] }) {
  const { shown, query } = useShownRows(tenants);
  return (
    <DataTable
      label="Tenants"
      rows={shown}
      columns={query.hasNextPage ? unsortable : columns}
      rowId={({ id }) => id}
      minWidth="900px"
      rowActions={(tenant) => <ConnectAgain tenant={tenant} />}
      footer={<LoadMore query={query} shown={shown.length} total={tenants.length} />}
    />
  );
}
