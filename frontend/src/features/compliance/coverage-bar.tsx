import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ControlStatus, FrameworkSummary } from '@tenantry/contract/compliance';
import { forcedColors } from '../../ui/forced-colors.ts';

const useStyles = makeStyles({
  track: {
    display: 'flex',
    gap: '1px',
    height: '8px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground6,
    overflow: 'hidden',
    [forcedColors]: { outline: `${tokens.strokeWidthThin} solid CanvasText` },
  },
  good: { backgroundColor: tokens.colorStatusSuccessForeground1, [forcedColors]: { backgroundColor: 'Highlight' } },
  fair: { backgroundColor: tokens.colorStatusWarningForeground3, [forcedColors]: { backgroundColor: 'LinkText' } },
  poor: { backgroundColor: tokens.colorStatusDangerForeground1, [forcedColors]: { backgroundColor: 'CanvasText' } },
  unknown: { backgroundColor: tokens.colorNeutralForeground4, [forcedColors]: { backgroundColor: 'GrayText' } },
});

/** Met, partly met, not met and not known as shares of all controls; the empty part of the track is what is not assessed. */
export function CoverageBar({ counts, coverage }: Pick<FrameworkSummary, 'counts' | 'coverage'>) {
  const styles = useStyles();
  const segments: [className: string, statuses: ControlStatus[]][] = [
    [styles.good, ['met', 'supported']],
    [styles.fair, ['partlyMet']],
    [styles.poor, ['notMet']],
    [styles.unknown, ['couldNotJudge', 'notApplicable']],
  ];
  return (
    <div className={styles.track} aria-hidden="true">
      {segments.map(([className, statuses]) => {
        const size = statuses.reduce((sum, status) => sum + counts[status], 0);
        if (size === 0) return null;
        const width = `${(size / coverage.total) * 100}%`;
        return <div key={statuses[0]} className={mergeClasses(className)} style={{ width }} />;
      })}
    </div>
  );
}
