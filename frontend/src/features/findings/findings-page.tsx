import { useInfiniteQuery } from '@tanstack/react-query';
import { listFindings } from '@tenantry/contract/findings';
import { useEffect, useMemo, useRef } from 'react';
import { TenantIncidents } from '../../blocks/incidents-notice.tsx';
import { useTenant } from '../../lib/session.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { useAddressed } from '../../lib/use-addressed.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { DoFirst } from './do-first.tsx';
import { ExportFindings } from './export-findings.tsx';
import { FindingCounters } from './finding-counters.tsx';
import { FindingsCard } from './findings-card.tsx';
import { findingsQuery, selectionOf } from './findings-queries.ts';

const FindingDrawer = onDemand(async () => (await import('./finding-drawer.tsx')).FindingDrawer);

/** Findings of the selected tenant, or of all in the user's scope. */
export function FindingsPage() {
  const { tenantId } = useTenant();
  const [params, setParams] = useTableParams(listFindings.query);
  const wanted = useMemo(() => selectionOf(params), [params]);
  const query = useInfiniteQuery(findingsQuery(tenantId, wanted));
  // A changed finding may no longer fit the filters: then the keyboard goes to the list.
  const { opened, open, close, fallback: list } = useAddressed<HTMLDivElement>('finding');
  const focusedFor = useRef(wanted.remedy);
  useEffect(() => {
    if (wanted.remedy !== undefined && wanted.remedy !== focusedFor.current) list.current?.focus();
    focusedFor.current = wanted.remedy;
  }, [wanted.remedy, list]);
  const first = query.data?.pages[0];
  return (
    <PageShell
      title="Findings"
      subtitle="What the scans found, and what to do about it"
      actions={<ExportFindings selection={wanted} total={query.isPlaceholderData ? undefined : first?.total} />}
    >
      {tenantId !== null && <TenantIncidents tenantId={tenantId} />}
      {tenantId !== null && <DoFirst tenantId={tenantId} remedyId={wanted.remedy} />}
      <FindingCounters totals={first?.summary} isLoading={query.isPending} hasFailed={query.isError} />
      <FindingsCard ref={list} tenantId={tenantId} query={query} wanted={wanted} onChange={setParams} onOpen={open} />
      {opened && <FindingDrawer findingId={opened} tenantId={tenantId} onClose={close} />}
    </PageShell>
  );
}
