import { useQueryClient } from '@tanstack/react-query';
import { startScan } from '@tenantry/contract/scans';
import type { Tenant } from '@tenantry/contract/tenants';
import { useNavigate } from 'react-router-dom';
import { call } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { countOf } from '../../lib/format.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { paths } from '../../lib/paths.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { showToast } from '../../lib/toast.ts';
import { useSubmit } from '../../lib/use-submit.ts';

/** Starts a scan from the dashboard. One that goes on is followed on the scan page. */
export function useStartScan(tenant: Tenant) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useSubmit(async () => {
    try {
      const { data } = await call(startScan, { body: { tenant_id: tenant.id }, tenantId: tenant.id });
      showToast({
        title: data ? 'Scan completed' : 'Scan started',
        body: data ? `${tenant.displayName}: ${resultText(data)}` : tenant.displayName,
        intent: 'success',
      });
      await invalidateTenant(client, tenant.id);
      if (data === undefined) navigate(inTenant(paths.scan, tenant.id));
    } catch (error) {
      showToast({
        title: 'Security Scan Failed',
        body: messageOf(error) || 'Failed to complete the security scan. Please try again.',
        intent: 'error',
      });
    }
  });
}

function resultText({ userCount, findingsGenerated }: { userCount: number | null; findingsGenerated: number }): string {
  const users = userCount === null ? 'number of users unknown' : `${countOf(userCount, 'user')} scanned`;
  return `${users}, ${countOf(findingsGenerated, 'finding')}`;
}
