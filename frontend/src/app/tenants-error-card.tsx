import { reloadTenants } from '../lib/session.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';

/** In the place of a page of a tenant while the list of them could not be loaded. */
export function TenantsErrorCard({ error }: { error: string }) {
  return <ErrorPanel title="Tenants could not be loaded" error={error} onRetry={() => void reloadTenants()} />;
}
