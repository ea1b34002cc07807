import type { Scan } from '@tenantry/contract/scans';
import { isActive } from '../../blocks/scan-query.ts';
import { ScanResults, ScanWithoutResult } from './scan-outcome.tsx';
import { ScanProgress } from './scan-progress.tsx';

/** How a scan goes, or how it ended. */
export function ScanState({ scan, onRetry }: { scan: Scan; onRetry: () => void }) {
  if (isActive(scan.status)) return <ScanProgress progress={scan.progress} />;
  if (scan.status === 'completed') {
    return (
      <section aria-label="Scan results">
        <ScanResults scan={scan} />
      </section>
    );
  }
  return <ScanWithoutResult scan={scan} onRetry={onRetry} />;
}
