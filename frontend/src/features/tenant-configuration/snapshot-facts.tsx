import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type {
  ConfigurationSnapshot,
  ConfigurationUsage,
  TenantConfiguration,
} from '@tenantry/contract/tenant-configuration';
import { countOf, formatDateTime, formatNumber } from '../../lib/format.ts';
import { type Fact, FactList } from '../../ui/facts.tsx';

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
});

const outcomes: Record<ConfigurationSnapshot['outcome'], string> = {
  succeeded: 'Complete',
  partial: 'Partial: some sources were refused',
  failed: 'Failed',
};

function usageText({ instances, share, microsoftLimit, month }: ConfigurationUsage): string {
  const of = `${formatNumber(instances)} of ${formatNumber(share)} instances`;
  return `${of} in ${month}. Microsoft allows ${formatNumber(microsoftLimit)} a month, for all applications together.`;
}

function Refused({ refused }: Pick<ConfigurationSnapshot, 'refused'>) {
  const styles = useStyles();
  return (
    <ul className={styles.list}>
      {refused.map(({ label, because }) => (
        <li key={label}>
          <Text weight="semibold">{label}</Text>: {because}
        </li>
      ))}
    </ul>
  );
}

const snapshotFacts = ({
  endedAt,
  outcome,
  seconds,
  typesRead,
  refused,
  notDeleted,
}: ConfigurationSnapshot): Fact[] => [
  ['Last snapshot', `${formatDateTime(endedAt)}, in ${formatNumber(Math.round(seconds))} s`],
  ['Result', outcomes[outcome]],
  ['Collected', countOf(typesRead, 'source')],
  ['Not deleted', notDeleted && `Microsoft kept this snapshot (${notDeleted}). No other is taken until it is gone.`],
  ['Not collected', refused.length === 0 ? null : <Refused key="refused" refused={refused} />],
];

/** What the last snapshot gave, what it cost, and when the next one is due. */
export function SnapshotFacts({ configuration }: { configuration: TenantConfiguration }) {
  const { snapshot, usage, nextScanAt } = configuration;
  const last: Fact[] = snapshot === null ? [['Last snapshot', 'None yet']] : snapshotFacts(snapshot);
  return (
    <FactList
      facts={[
        ...last,
        ['Used this month', usage && usageText(usage)],
        [
          'Next',
          nextScanAt === null
            ? 'With the next scan; none is scheduled'
            : `With the scan of ${formatDateTime(nextScanAt)}`,
        ],
      ]}
    />
  );
}
