import { downloadFindings } from '@tenantry/contract/findings';
import type { Tenant } from '@tenantry/contract/tenants';
import { useDownload } from '../lib/use-download.ts';

type Format = 'json' | 'csv';

/** Saves all findings of a tenant as a file; one at a time. */
export function useFindingsDownload({ id, name }: Tenant) {
  const { start, pendingName } = useDownload('Download Failed');
  const nameOf = (format: Format) => `Findings_${name}.${format}`;
  return {
    save: (format: Format) =>
      start(downloadFindings, { params: { id }, query: { format }, tenantId: id }, nameOf(format)),
    isPending: (format: Format) => pendingName === nameOf(format),
  };
}
