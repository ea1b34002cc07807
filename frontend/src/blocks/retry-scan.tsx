import { Button } from '@fluentui/react-components';
import { useRetryScan } from './use-retry-scan.ts';

/** Scans a tenant once more whose last scan failed. */
export function RetryScan({ tenantId, name }: { tenantId: string; name: string }) {
  const { submit, pending } = useRetryScan(tenantId, name);
  return (
    <Button
      size="small"
      onClick={() => void submit()}
      disabledFocusable={pending}
      aria-label={pending ? `Retrying the scan of ${name}` : `Retry the scan of ${name}`}
    >
      {pending ? 'Retrying…' : 'Retry'}
    </Button>
  );
}
