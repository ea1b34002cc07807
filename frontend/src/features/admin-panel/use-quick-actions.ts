import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ChecklistItemId, changeChecklist } from '@tenantry/contract/checklist';
import {
  downloadGeneratedReport,
  type GeneratedReport,
  generateReport,
  getReport,
} from '@tenantry/contract/generated-reports';
import { startInternalScan } from '@tenantry/contract/internal-scan';
import { getTenantSummary } from '@tenantry/contract/tenant-summaries';
import type { Tenant } from '@tenantry/contract/tenants';
import { useEffect, useRef, useState } from 'react';
import { type NavigateFunction, useLocation, useNavigate } from 'react-router-dom';
import { call } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { download } from '../../lib/download.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { paths } from '../../lib/paths.ts';
import { chooseTenantFor, chosenActionIn, isQuickAction, type QuickAction } from '../../lib/quick-actions.ts';
import { useSignedIn, useTenant } from '../../lib/session.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { showToast } from '../../lib/toast.ts';
import { useSubmit } from '../../lib/use-submit.ts';

type Run = (tenant: Tenant, navigate: NavigateFunction) => Promise<void>;

const reportPollMs = 1000;

/** The report, once it is ready. @throws Error with why there is none */
async function madeReport(tenantId: string): Promise<GeneratedReport> {
  let report = await call(generateReport, { body: { tenantId }, tenantId });
  while (report.status === 'queued' || report.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, reportPollMs));
    report = await call(getReport, { params: { reportId: report.reportId }, tenantId });
  }
  if (report.status === 'failed') throw new Error(report.error ?? '');
  return report;
}

async function saveReport({ id: tenantId, displayName }: Tenant): Promise<void> {
  const { reportId, fileName } = await madeReport(tenantId);
  await download(downloadGeneratedReport, { params: { reportId }, tenantId }, fileName);
  showToast({ title: 'Report generated', body: `${displayName}: ${fileName}`, intent: 'success' });
}

async function scan({ id: tenantId, displayName }: Tenant, navigate: NavigateFunction): Promise<void> {
  const { data } = await call(startInternalScan, { body: { tenantId }, tenantId });
  showToast({
    title: data ? 'Scan completed' : 'Scan started',
    body: displayName,
    intent: 'success',
    action: { label: 'Show', run: () => navigate(inTenant(paths.scan, tenantId)) },
  });
}

/** The five items of the manual checklist, beside the tenant's latest scan (specification, section 7). */
async function completeChecklist({ id }: Tenant): Promise<void> {
  const { latestScan } = await call(getTenantSummary, { params: { id }, tenantId: id });
  if (latestScan === null) throw new Error('No scan found for this tenant. Please run a scan first.');
  const items = ChecklistItemId.options.map((itemId) => ({ itemId, checked: true }));
  await call(changeChecklist, { params: { scanId: latestScan.id }, body: { items }, tenantId: id });
  showToast({
    title: 'Checklist Completed',
    body: 'All manual verification items marked as complete',
    intent: 'success',
  });
}

const actions: Record<QuickAction, { run: Run; failedTitle: string; failedText: string }> = {
  'generate-report': {
    run: saveReport,
    failedTitle: 'PDF Generation Failed',
    failedText: 'The report could not be generated. Please try again.',
  },
  'scan-internal': { run: scan, failedTitle: 'Scan failed', failedText: 'Failed to perform internal scan' },
  'mark-checklist-complete': {
    run: completeChecklist,
    failedTitle: 'Checklist Update Failed',
    failedText: 'Unable to complete manual checklist',
  },
};

/** What is announced and not there says so (specification, section 8). */
function tellComingSoon(action: string): void {
  const body =
    action === 'configure-alerts'
      ? 'Alert configuration will be available in a future update'
      : 'This feature will be available in a future update';
  showToast({ title: 'Coming Soon', body, intent: 'info' });
}

async function runFor(client: QueryClient, navigate: NavigateFunction, action: QuickAction, tenant: Tenant) {
  const { run, failedTitle, failedText } = actions[action];
  try {
    await run(tenant, navigate);
    await invalidateTenant(client, tenant.id);
  } catch (error) {
    showToast({ title: failedTitle, body: messageOf(error) || failedText, intent: 'error' });
  }
}

/**
 * The quick actions of the admin pages. They have no tenant selected, so that one is chosen first; coming back with it,
 * the page runs the action for it, once.
 */
export function useQuickActions() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, state, key } = useLocation();
  const { tenants } = useSignedIn();
  const { tenant: selected } = useTenant();
  const [running, setRunning] = useState<QuickAction | null>(null);
  const { submit } = useSubmit(async (action: QuickAction, tenant: Tenant) => {
    setRunning(action);
    await runFor(client, navigate, action, tenant);
    setRunning(null);
  });

  const start = (action: string) => {
    if (!isQuickAction(action)) tellComingSoon(action);
    else if (selected !== null) void submit(action, selected);
    else navigate(chooseTenantFor(action), { state: { returnTo: pathname } });
  };

  // What came with this navigation was begun: rendering again begins nothing.
  const begun = useRef<string | null>(null);
  useEffect(() => {
    const chosen = chosenActionIn(state);
    if (chosen === null || begun.current === key) return;
    begun.current = key;
    navigate(pathname, { replace: true, state: null });
    const tenant = tenants.find(({ id }) => id === chosen.tenantId);
    if (tenant === undefined) return;
    if (isQuickAction(chosen.action)) void submit(chosen.action, tenant);
    else tellComingSoon(chosen.action);
  }, [state, key, pathname, navigate, tenants, submit]);

  return { start, running };
}
