import { Button, Field, makeStyles, Select, Text, tokens } from '@fluentui/react-components';
import { CheckmarkRegular } from '@fluentui/react-icons/svg/checkmark';
import { PlayRegular } from '@fluentui/react-icons/svg/play';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { selectTenant, useSignedIn } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { ChecklistCard } from './checklist-card.tsx';
import { ScanRunner, startLabel } from './scan-runner.tsx';
import { ScanTiles } from './scan-tiles.tsx';
import { useSummary } from './use-scan-run.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)',
    alignItems: 'start',
    '@media (max-width: 1199px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  // Fluent gives a select the width of its longest option, which is wider than a phone.
  field: { maxWidth: '420px', minWidth: 0 },
  select: { minWidth: 0, width: '100%' },
  start: { justifySelf: 'start', alignSelf: 'flex-start' },
  item: { display: 'flex', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  icon: { fontSize: '20px', lineHeight: 0, color: tokens.colorBrandForeground1 },
});

const analyzed = [
  'MFA enforcement',
  'Conditional Access policies',
  'Security score and recommendations',
  'Mail flow protection',
  'External sharing',
  'Login anomaly detection',
];

/** Starts a scan of a tenant's Microsoft 365 policies and follows it. */
export function ScanPage() {
  const styles = useStyles();
  const client = useQueryClient();
  const { tenant } = useSignedIn();
  const summary = useSummary(tenant?.id ?? null);
  const isLoading = tenant !== null && summary.isPending;
  return (
    <PageShell title="Scan Internal Policies" subtitle="Checks the Microsoft 365 policies and settings of a tenant">
      <ScanTiles summary={summary.data} isLoading={isLoading} />
      {tenant !== null && summary.isError && (
        <ErrorPanel
          title="Failed to fetch latest scan data"
          error={summary.error}
          onRetry={() => void invalidateTenant(client, tenant.id)}
        />
      )}
      <div className={styles.columns}>
        <SectionCard title="Scan">
          <TenantChoice />
          {tenant === null ? (
            <NoTenant />
          ) : (
            <ScanRunner
              tenantId={tenant.id}
              tenantName={tenant.displayName}
              latestScanId={summary.data?.latestScan?.id ?? null}
              isLoading={isLoading}
              hasFailed={summary.isError}
            />
          )}
        </SectionCard>
        <Analyzed />
      </div>
      {tenant !== null && summary.data && (
        <ChecklistCard tenantId={tenant.id} scanId={summary.data.latestScan?.id ?? null} />
      )}
    </PageShell>
  );
}

/** The tenant that was last chosen on this page: the page starts afresh with it, and the choice keeps the focus. */
let chosenHere: string | null = null;

function TenantChoice() {
  const styles = useStyles();
  const { tenants, tenant, tenantsError } = useSignedIn();
  const select = useRef<HTMLSelectElement>(null);
  const tenantId = tenant?.id;
  useEffect(() => {
    // A page that the choice replaces may still run this once: what was chosen stays noted until the page that shows it.
    if (chosenHere === null || chosenHere !== tenantId) return;
    select.current?.focus();
    chosenHere = null;
  }, [tenantId]);
  const choose = (id: string) => {
    chosenHere = id;
    if (!selectTenant(id)) chosenHere = null;
  };
  return (
    <Field
      label="Tenant"
      className={styles.field}
      hint={tenantId === undefined ? 'Choose the tenant to scan' : undefined}
      validationMessage={tenantsError === null ? undefined : `The tenants could not be loaded: ${tenantsError}`}
    >
      <Select
        ref={select}
        value={tenantId ?? ''}
        select={{ className: styles.select }}
        onChange={(_, { value }) => value !== '' && choose(value)}
      >
        <option value="" disabled>
          Select a tenant
        </option>
        {tenants.map(({ id, displayName, domain }) => (
          <option key={id} value={id}>
            {displayName} ({domain})
          </option>
        ))}
      </Select>
    </Field>
  );
}

function NoTenant() {
  const styles = useStyles();
  useEffect(() => {
    showToast({
      title: 'No Tenant Selected',
      body: 'Please select a tenant before running a security scan.',
      intent: 'warning',
      yields: true,
    });
  }, []);
  return (
    <Button appearance="primary" icon={<PlayRegular />} className={styles.start} disabled>
      {startLabel}
    </Button>
  );
}

function Analyzed() {
  const styles = useStyles();
  return (
    <SectionCard title="What is analyzed">
      <PlainList gap="M">
        {analyzed.map((area) => (
          <li key={area} className={styles.item}>
            <span className={styles.icon} aria-hidden>
              <CheckmarkRegular />
            </span>
            <Text>{area}</Text>
          </li>
        ))}
      </PlainList>
    </SectionCard>
  );
}
