import { makeStyles, ProgressBar, Text, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons/svg/arrow-sync';
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle';
import { SubtractCircleRegular } from '@fluentui/react-icons/svg/subtract-circle';
import { TimerRegular } from '@fluentui/react-icons/svg/timer';
import type { ScanRun } from '@tenantry/contract/scan-runs';
import type { Ref } from 'react';
import { countOf, formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Hint } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { Stack } from '../../ui/stack.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { RunStateBadge } from './run-badges.tsx';
import { RunFindings } from './run-findings.tsx';

const useStyles = makeStyles({
  state: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
  },
});

/** @param ref what the keyboard goes to where a button is gone */
export function RunProgress({ run, ref }: { run: ScanRun; ref: Ref<HTMLDivElement> }) {
  const styles = useStyles();
  // What another run scans is that one's.
  const total = run.total - run.elsewhere;
  const done = run.completed + run.failed + run.cancelled;
  return (
    <>
      <SectionCard title="Progress">
        <Stack gap="M">
          <div className={styles.state} ref={ref} tabIndex={-1}>
            <span role="status">
              <RunStateBadge run={run} />
            </span>
            <Text>
              {formatNumber(done)} of {countOf(total, 'scan')} finished
            </Text>
          </div>
          {total > 0 && <ProgressBar aria-label="Run progress" value={done} max={total} thickness="large" />}
          <Remarks run={run} />
        </Stack>
      </SectionCard>
      <RunCounts run={run} />
      {run.outcome && run.outcome.tenants > 0 && <RunFindings outcome={run.outcome} />}
    </>
  );
}

function Remarks({ run }: { run: ScanRun }) {
  return (
    <>
      {run.isPartial && (
        <Hint>
          This run also covers tenants outside your scope. Figures, scans and actions here are for yours only.
        </Hint>
      )}
      {run.elsewhere > 0 && (
        <Hint>
          {countOf(run.elsewhere, 'tenant')} counted in another run that was already scanning them, or no longer
          connected.
        </Hint>
      )}
      {run.retriedAs !== null && (
        <Hint>
          The rest was <TextLink to={`${paths.adminScanRuns}/${run.retriedAs}`}>scanned again in another run</TextLink>.
        </Hint>
      )}
    </>
  );
}

function RunCounts({ run }: { run: ScanRun }) {
  const notBegun = run.total - run.started;
  const isCancelled = run.state === 'cancelled';
  const hint = (text: string) => (notBegun > 0 ? `${formatNumber(notBegun)} ${text}` : undefined);
  return (
    <StatGrid label="Scans by status">
      <StatCard label="Tenants" value={formatNumber(run.total)} icon={<BuildingMultipleRegular />} />
      <StatCard
        label="Queued"
        value={formatNumber(run.queued)}
        icon={<TimerRegular />}
        hint={isCancelled ? undefined : hint('not started yet')}
      />
      <StatCard label="Running" value={formatNumber(run.running)} icon={<ArrowSyncRegular />} />
      <StatCard label="Completed" value={formatNumber(run.completed)} icon={<CheckmarkCircleRegular />} />
      <StatCard label="Failed" value={formatNumber(run.failed)} icon={<ErrorCircleRegular />} />
      <StatCard
        label="Canceled"
        value={formatNumber(run.cancelled)}
        icon={<SubtractCircleRegular />}
        hint={isCancelled ? hint('never started') : undefined}
      />
    </StatGrid>
  );
}
