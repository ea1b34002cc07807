import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronRightRegular } from '@fluentui/react-icons/svg/chevron-right';
import type { AdminTenant } from '@tenantry/contract/connections';
import { lazy, Suspense, useId, useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { reconnectPath } from '../../lib/reconnect-path.ts';
import { useShownRows } from '../../lib/use-shown-rows.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ServerLinkButton } from '../../ui/server-link-button.tsx';
import { ConnectionBadge, SimulatedBadge } from './connection-badges.tsx';

// Seldom looked at.
const OAuthDebugPanel = lazy(async () => ({ default: (await import('./oauth-debug.tsx')).OAuthDebugPanel }));

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
    width: '20%',
  },
  {
    id: 'domain',
    label: 'Domain',
    cell: ({ domain }) => <Text>{domain}</Text>,
    compare: byText(({ domain }) => domain),
    width: '17%',
  },
  {
    id: 'onboarded',
    label: 'Onboarded',
    cell: ({ onboardedDate }) => <Text>{formatDate(onboardedDate)}</Text>,
    compare: byText(({ onboardedDate }) => onboardedDate),
    width: '11%',
  },
  { id: 'credentials', label: 'Credentials', cell: (tenant) => <Connection tenant={tenant} />, width: '18%' },
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

type ToggleProps = { tenant: AdminTenant; isOpen: boolean; panelId: string; onToggle: () => void };

function DebugToggle({ tenant, isOpen, panelId, onToggle }: ToggleProps) {
  return (
    <Button
      size="small"
      icon={isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      aria-label={`OAuth Debug: ${tenant.orgName}`}
      onClick={onToggle}
    >
      OAuth Debug
    </Button>
  );
}

/** The tenants with what can be done about their connection. */
export function TenantTable({ tenants }: { tenants: readonly AdminTenant[] }) {
  const { shown, query } = useShownRows(tenants);
  const panelId = useId();
  const [openIds, setOpenIds] = useState<readonly string[]>([]);
  const toggle = (id: string) =>
    setOpenIds(openIds.includes(id) ? openIds.filter((open) => open !== id) : [...openIds, id]);
  return (
    <DataTable
      label="Tenants"
      rows={shown}
      columns={query.hasNextPage ? unsortable : columns}
      rowId={({ id }) => id}
      minWidth="1000px"
      actionsWidth="230px"
      rowActions={(tenant) => (
        <>
          <ConnectAgain tenant={tenant} />
          <DebugToggle
            tenant={tenant}
            isOpen={openIds.includes(tenant.id)}
            panelId={`${panelId}${tenant.id}`}
            onToggle={() => toggle(tenant.id)}
          />
        </>
      )}
      rowDetails={(tenant) =>
        openIds.includes(tenant.id) && (
          <Suspense>
            <OAuthDebugPanel tenant={tenant} id={`${panelId}${tenant.id}`} />
          </Suspense>
        )
      }
      footer={<LoadMore query={query} shown={shown.length} total={tenants.length} />}
    />
  );
}
