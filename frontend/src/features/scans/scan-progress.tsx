import { makeStyles, ProgressBar, Text, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { CircleRegular } from '@fluentui/react-icons/svg/circle';
import { KeyFilled } from '@fluentui/react-icons/svg/key';
import { LockClosedFilled } from '@fluentui/react-icons/svg/lock-closed';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { datasetLabel } from '@tenantry/contract/dataset-labels';
import { verdictLabels } from '@tenantry/contract/labels';
import type { DatasetProgress, Scan } from '@tenantry/contract/scans';
import type { ReactElement } from 'react';

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalM },
  datasets: {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    columnGap: tokens.spacingHorizontalXL,
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
  },
  dataset: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minHeight: '28px',
    minWidth: 0,
  },
  name: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  icon: { fontSize: '16px', lineHeight: 0, flexShrink: 0 },
  good: { color: tokens.colorStatusSuccessForeground1 },
  noted: { color: tokens.colorStatusWarningForeground1 },
  quiet: { color: tokens.colorNeutralForeground3 },
});

type Tone = 'good' | 'noted' | 'quiet';
const states: Record<DatasetProgress['state'], { label: string; icon: ReactElement; tone: Tone }> = {
  waiting: { label: 'Waiting', icon: <CircleRegular />, tone: 'quiet' },
  done: { label: 'Done', icon: <CheckmarkCircleFilled />, tone: 'good' },
  notLicensed: { label: verdictLabels.notLicensed, icon: <KeyFilled />, tone: 'noted' },
  notPermitted: { label: verdictLabels.notPermitted, icon: <LockClosedFilled />, tone: 'noted' },
  couldNotCheck: { label: verdictLabels.couldNotCheck, icon: <QuestionCircleFilled />, tone: 'noted' },
  notAvailable: { label: 'Not available', icon: <CircleRegular />, tone: 'quiet' },
  notOffered: { label: verdictLabels.notOffered, icon: <CircleRegular />, tone: 'quiet' },
};

/** How far a scan has come, dataset by dataset. */
export function ScanProgress({ progress }: Pick<Scan, 'progress'>) {
  const styles = useStyles();
  const { done, total } = progress;
  return (
    <div className={styles.root}>
      <Text>
        {done} of {total} datasets
      </Text>
      <ProgressBar
        aria-label="Scan progress"
        value={total === 0 ? undefined : done}
        max={Math.max(total, 1)}
        thickness="large"
      />
      <DatasetStates datasets={progress.datasets} />
    </div>
  );
}

/** What became of each dataset, in words. */
export function DatasetStates({ datasets }: { datasets: readonly DatasetProgress[] }) {
  const styles = useStyles();
  return (
    <ul className={styles.datasets} aria-label="Datasets">
      {datasets.map(({ name, state }) => (
        <li key={name} className={styles.dataset}>
          <span className={`${styles.icon} ${styles[states[state].tone]}`} aria-hidden>
            {states[state].icon}
          </span>
          <Text className={styles.name}>{datasetLabel(name)}</Text>
          <Text size={200} className={styles[states[state].tone]}>
            {states[state].label}
          </Text>
        </li>
      ))}
    </ul>
  );
}
