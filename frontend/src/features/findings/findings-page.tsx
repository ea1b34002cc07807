import { Button, Card, makeStyles, tokens } from '@fluentui/react-components';
import { ShieldCheckmarkRegular } from '@fluentui/react-icons/svg/shield-checkmark';
import { useInfiniteQuery } from '@tanstack/react-query';
import { listFindings } from '@tenantry/contract/findings';
import { lazy, Suspense, useCallback } from 'react';
import { ComingSoonBadge } from '../../blocks/coming-soon-badge.tsx';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { useHasRole, useTenant } from '../../lib/session.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { useAddressed } from '../../lib/use-addressed.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ExportFindings } from './export-findings.tsx';
import { FindingCounters } from './finding-counters.tsx';
import { FindingFilters } from './finding-filters.tsx';
import { FindingList } from './finding-list.tsx';
import { type FindingFilters as Filters, findingsQuery } from './findings-queries.ts';
import { usePlanSelection } from './use-plan-selection.ts';

const FindingDrawer = lazy(async () => ({ default: (await import('./finding-drawer.tsx')).FindingDrawer }));

const PlanSelectionBar = lazy(async () => ({
  default: (await import('./plan-selection-bar.tsx')).PlanSelectionBar,
}));

const useStyles = makeStyles({
  card: { padding: tokens.spacingHorizontalXL, gap: tokens.spacingVerticalL, minWidth: 0 },
});

/** Findings of the selected organization, or of all in the user's scope. */
export function FindingsPage() {
  const styles = useStyles();
  const { tenantId } = useTenant();
  const [{ status, severity, category, search }, setParams] = useTableParams(listFindings.query);
  const filters: Filters = { status, severity, category, search: search || undefined };
  const query = useInfiniteQuery(findingsQuery(tenantId, filters));
  // A changed finding may no longer fit the filters: then the keyboard goes to the list.
  const { opened, open, close, fallback } = useAddressed<HTMLDivElement>('finding');
  const change = useCallback((patch: Filters) => setParams(patch), [setParams]);
  const chosen = usePlanSelection(tenantId);
  const done = () => {
    chosen?.clear();
    // The bar goes away, and the button that was pressed with it.
    fallback.current?.focus();
  };
  const first = query.data?.pages[0];
  return (
    <PageShell title="Findings" subtitle="What the scans found, most urgent first" actions={<ExportFindings />}>
      <FindingCounters totals={first?.summary} isLoading={query.isPending} hasFailed={query.isError} />
      <Card className={styles.card} ref={fallback} tabIndex={-1} role="region" aria-label="List of findings">
        <FindingFilters filters={filters} onChange={change} />
        {chosen && tenantId !== null && chosen.selection.ids.size > 0 && (
          <Suspense>
            <PlanSelectionBar tenantId={tenantId} selection={chosen.selection} onDone={done} />
          </Suspense>
        )}
        <ComingSoonBadge error={query.error} what="security findings" />
        <QueryState
          query={query}
          loading={<SkeletonRows rows={5} size={64} label="Loading findings" />}
          errorTitle={httpErrorTitle(query.error)}
          isEmpty={(data) => data.pages[0]?.total === 0}
          empty={<NoFindings hasAny={(first?.summary.total ?? 0) > 0} />}
        >
          {(data) => (
            <FindingList
              data={data}
              query={query}
              marksSimulated={tenantId === null}
              selection={chosen?.selection ?? null}
              onOpen={({ id }) => open(id)}
            />
          )}
        </QueryState>
      </Card>
      {opened && (
        <Suspense>
          <FindingDrawer findingId={opened} tenantId={tenantId} onClose={close} />
        </Suspense>
      )}
    </PageShell>
  );
}

function NoFindings({ hasAny }: { hasAny: boolean }) {
  const isAdmin = useHasRole('admin');
  const [, setParams] = useTableParams(listFindings.query);
  if (hasAny) {
    const clear = () => setParams({ status: undefined, severity: undefined, category: undefined, search: undefined });
    return (
      <EmptyState
        title="No findings match these filters"
        body="There are findings, but none matches all filters."
        actions={<Button onClick={clear}>Clear filters</Button>}
        headingLevel="h2"
      />
    );
  }
  return (
    <EmptyState
      icon={<ShieldCheckmarkRegular />}
      title="No security findings detected yet"
      body="A scan compares a tenant's Microsoft 365 settings with recommendations and lists the differences here."
      actions={isAdmin && <LinkButton to={paths.scan}>Scan Internal Policies</LinkButton>}
      headingLevel="h2"
    />
  );
}
