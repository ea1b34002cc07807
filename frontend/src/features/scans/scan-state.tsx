import type { Scan } from '@tenantry/contract/scans';
import { ScanResults, ScanWithoutResult } from './scan-outcome.tsx';
import { ScanProgress } from './scan-progress.tsx';
import { isActive } from './scan-queries.ts';

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
