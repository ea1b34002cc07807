import { Button } from '@fluentui/react-components';
import { DocumentSearchRegular } from '@fluentui/react-icons/svg/document-search';
import type { Tenant } from '@tenantry/contract/tenants';
import { useHasRole } from '../../lib/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useStartScan } from './use-start-scan.ts';

type Props = {
  tenant: Tenant;
  /** Why it has no audit, where it is not only that nobody has scanned it; null otherwise. */
  reason: string | null;
};

/** In the place of the dashboard, where there is no audit yet: why, and the scan that makes the first. */
export function UnscannedDashboard({ tenant, reason }: Props) {
  const isAdmin = useHasRole('admin');
  const { submit, pending } = useStartScan(tenant);
  return (
    <EmptyState
      icon={<DocumentSearchRegular />}
      title={`${tenant.displayName} has no audit yet`}
      body={
        <>
          {reason ?? 'This tenant has never been scanned.'}{' '}
          {isAdmin
            ? 'A scan reads its settings, changes none of them, and takes a few minutes.'
            : 'An administrator can run a scan.'}
        </>
      }
      headingLevel="h2"
      actions={
        isAdmin && (
          <Button
            appearance="primary"
            icon={<DocumentSearchRegular />}
            onClick={() => void submit()}
            disabledFocusable={pending}
          >
            {pending ? 'Starting the scan…' : 'Scan Internal Policies'}
          </Button>
        )
      }
    />
  );
}
