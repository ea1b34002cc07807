import { Button, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronRightRegular } from '@fluentui/react-icons/svg/chevron-right';
import type { AdminTenant } from '@tenantry/contract/connections';
import type { TenantTrouble } from '@tenantry/contract/tenant-health';
import { useId, useState } from 'react';
import { reconnectPath } from '../../blocks/reconnect-path.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useSeesAllTenants } from '../../lib/session.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { useShownRows } from '../../lib/use-shown-rows.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PagedRows } from '../../ui/paged-rows.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { rowSelection } from '../../ui/row-selection.tsx';
import { ServerLinkButton } from '../../ui/server-link-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { ConnectionBadge, LastScanBadge, SimulatedBadge } from './connection-badges.tsx';
import { NextScan } from './next-scan.tsx';

// Loaded where a tenant is in trouble.
const TroubleActions = onDemand(async () => (await import('../../blocks/trouble-actions.tsx')).TroubleActions);
const TroubleFacts = onDemand(async () => (await import('../../blocks/trouble-facts.tsx')).TroubleFacts);
// Both are loaded when they are first opened.
const OAuthDebugPanel = onDemand(async () => (await import('./oauth-debug.tsx')).OAuthDebugPanel);
const dialogs = {
  schedule: onDemand(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog),
  labels: onDemand(async () => (await import('./labels-dialog.tsx')).LabelsDialog),
  contacts: onDemand(async () => (await import('../../blocks/contacts-dialog.tsx')).ContactsDialog),
  edit: onDemand(async () => (await import('./edit-tenant-dialog.tsx')).EditTenantDialog),
  offboard: onDemand(async () => (await import('./offboard-tenant-dialog.tsx')).OffboardTenantDialog),
};
type Opened = { dialog: keyof typeof dialogs; tenant: AdminTenant };

const useStyles = makeStyles({
  stack: { display: 'grid', minWidth: 0, justifyItems: 'start' },
  trouble: { padding: `${tokens.spacingVerticalS} 0` },
  badges: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
});

function Connection({ tenant }: { tenant: AdminTenant }) {
  const styles = useStyles();
  return (
    <span className={styles.badges}>
      <ConnectionBadge state={tenant.credentialStatus} />
      {tenant.isMock && <SimulatedBadge />}
    </span>
  );
}

/** Its name, and the ways to its accounts, with their number where that is known, and to its configuration. */
function Tenant({ tenant: { id, orgName, domain, linkedM365Users } }: { tenant: AdminTenant }) {
  const count = linkedM365Users === null ? '' : ` (${formatNumber(linkedM365Users)})`;
  return (
    <span className={useStyles().stack}>
      <Text weight="semibold">{orgName}</Text>
      <Text size={200}>{domain}</Text>
      <TextLink to={paths.adminTenantUsers.replace(':id', id)}>
        View Users{count}
        <VisuallyHidden> of {orgName}</VisuallyHidden>
      </TextLink>
      <TextLink to={paths.adminTenantConfiguration.replace(':id', id)}>
        Tenant configuration
        <VisuallyHidden> of {orgName}</VisuallyHidden>
      </TextLink>
    </span>
  );
}

/** Why nothing new is known of it, below its row: in a column it would be a tower of words. */
function Trouble({ tenant, trouble }: { tenant: AdminTenant; trouble: TenantTrouble }) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.stack, styles.trouble)}>
      <TroubleFacts trouble={trouble} lastAuditDate={tenant.lastAuditDate} />
    </div>
  );
}

function LastScanCell({ tenant: { lastScanStatus, lastScanDate } }: { tenant: AdminTenant }) {
  return (
    <span className={useStyles().stack}>
      <LastScanBadge status={lastScanStatus} />
      <RelativeTime instant={lastScanDate} />
    </span>
  );
}

const byText = (text: (tenant: AdminTenant) => string) => (a: AdminTenant, b: AdminTenant) =>
  text(a).localeCompare(text(b));

const columnsWith = (onSchedule: (tenant: AdminTenant) => void): readonly Column<AdminTenant>[] => [
  {
    id: 'orgName',
    label: 'Tenant',
    cell: (tenant) => <Tenant tenant={tenant} />,
    compare: byText(({ orgName }) => orgName),
  },
  {
    id: 'onboarded',
    label: 'Onboarded',
    cell: ({ onboardedDate }) => <Text>{formatDate(onboardedDate)}</Text>,
    compare: byText(({ onboardedDate }) => onboardedDate),
    width: '96px',
  },
  { id: 'credentials', label: 'Credentials', cell: (tenant) => <Connection tenant={tenant} />, width: '136px' },
  {
    id: 'lastScan',
    label: 'Last scan',
    cell: (tenant) => <LastScanCell tenant={tenant} />,
    compare: byText(({ lastScanDate }) => lastScanDate ?? ''),
    width: '116px',
  },
  {
    id: 'nextScan',
    label: 'Next scan',
    cell: (tenant) => <NextScan tenant={tenant} onEdit={() => onSchedule(tenant)} />,
    // Those without a plan come last.
    compare: byText(({ nextScanAt }) => nextScanAt ?? '~'),
    width: '116px',
  },
];

/** Rows that are not shown yet would be missing from an order. */
const unsortable = (columns: readonly Column<AdminTenant>[]) => columns.map(({ compare: _, ...column }) => column);

function ConnectAgain({ tenant }: { tenant: AdminTenant }) {
  if (tenant.trouble) {
    return <TroubleActions tenantId={tenant.id} name={tenant.orgName} trouble={tenant.trouble} />;
  }
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

type Props = {
  tenants: readonly AdminTenant[];
  selectedIds: ReadonlySet<string>;
  onSelect: (selectedIds: ReadonlySet<string>) => void;
};

/** The tenants with what can be done about their connection and their scans. */
export function TenantTable({ tenants, selectedIds, onSelect }: Props) {
  const { shown, query } = useShownRows(tenants);
  const panelId = useId();
  const [openIds, setOpenIds] = useState<readonly string[]>([]);
  const toggle = (id: string) =>
    setOpenIds(openIds.includes(id) ? openIds.filter((open) => open !== id) : [...openIds, id]);
  const { opened, open, close } = useOpened<Opened>();
  const seesAll = useSeesAllTenants();
  const columns = columnsWith((tenant) => open({ dialog: 'schedule', tenant }));
  const OpenedDialog = opened && dialogs[opened.dialog];
  return (
    <>
      <PagedRows query={query} shown={shown.length} total={tenants.length}>
        <DataTable
          label="Tenants"
          rows={shown}
          columns={query.hasNextPage ? unsortable(columns) : columns}
          rowId={({ id }) => id}
          minWidth="900px"
          cardsOnTablets
          selection={rowSelection<AdminTenant>({
            rowId: ({ id }) => id,
            allIds: tenants.map(({ id }) => id),
            selectedIds,
            onChange: onSelect,
            rowLabel: ({ orgName }) => `Select ${orgName}`,
          })}
          actionsWidth="136px"
          rowActions={(tenant) => (
            <>
              <ConnectAgain tenant={tenant} />
              <DebugToggle
                tenant={tenant}
                isOpen={openIds.includes(tenant.id)}
                panelId={`${panelId}${tenant.id}`}
                onToggle={() => toggle(tenant.id)}
              />
              <Button
                size="small"
                aria-label={`Edit ${tenant.orgName}`}
                onClick={() => open({ dialog: 'edit', tenant })}
              >
                Edit
              </Button>
              <Button
                size="small"
                aria-label={`Tags and owner of ${tenant.orgName}`}
                onClick={() => open({ dialog: 'labels', tenant })}
              >
                Tags
              </Button>
              <Button
                size="small"
                aria-label={`Contacts of ${tenant.orgName}`}
                onClick={() => open({ dialog: 'contacts', tenant })}
              >
                Contacts
              </Button>
              {seesAll && (
                <Button
                  size="small"
                  aria-label={`Offboard ${tenant.orgName}`}
                  onClick={() => open({ dialog: 'offboard', tenant })}
                >
                  Offboard
                </Button>
              )}
            </>
          )}
          rowDetails={(tenant) => {
            const isOpen = openIds.includes(tenant.id);
            return (
              (tenant.trouble !== null || isOpen) && (
                <>
                  {tenant.trouble && <Trouble tenant={tenant} trouble={tenant.trouble} />}
                  {isOpen && <OAuthDebugPanel tenant={tenant} id={`${panelId}${tenant.id}`} />}
                </>
              )
            );
          }}
        />
      </PagedRows>
      {opened && OpenedDialog && <OpenedDialog tenant={opened.tenant} onClose={close} />}
    </>
  );
}
