import { Button } from '@fluentui/react-components';
import { DismissCircleRegular } from '@fluentui/react-icons/svg/dismiss-circle';
import type { ScanRun } from '@tenantry/contract/scan-runs';
import { formatNumber } from '../../lib/format.ts';
import { ConfirmPopover } from '../../ui/confirm-popover.tsx';
import { goesOn } from './scan-run-queries.ts';
import { retriedBy, useScanRun } from './use-scan-run.ts';

function retryLabel({ state, cancelled }: ScanRun): string {
  if (state === 'cancelled') return 'Scan the rest';
  // Scans can be cancelled one by one, too.
  return cancelled > 0 ? 'Scan again' : 'Retry failed';
}

/** Cancels a run that goes on, or scans again what did not complete. */
export function RunActions({ run, onCancelled }: { run: ScanRun; onCancelled: () => void }) {
  const { cancel, retry, isRetrying } = useScanRun(run.runId);
  const left = retriedBy(run);
  const canRetry = !goesOn(run) && left > 0 && run.retriedAs === null;
  return (
    <>
      {canRetry && (
        <Button appearance="primary" onClick={() => void retry()} disabledFocusable={isRetrying}>
          {retryLabel(run)} ({formatNumber(left)})
        </Button>
      )}
      {(run.state === 'starting' || run.state === 'running') && (
        <ConfirmPopover
          trigger={<Button icon={<DismissCircleRegular />}>Cancel run</Button>}
          question="Cancel this run? Scans that have not finished are canceled; completed ones keep their results."
          confirmLabel="Yes, cancel it"
          onConfirm={async () => {
            await cancel();
            // The button that was pressed is gone.
            onCancelled();
          }}
        />
      )}
    </>
  );
}
