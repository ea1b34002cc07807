import { Button, makeStyles, Text, Tooltip, tokens } from '@fluentui/react-components';
import { CalendarSearchRegular } from '@fluentui/react-icons/svg/calendar-search';
import type { Baselines, ComparedScan, Drift, Since } from '@tenantry/contract/drift';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { Row } from '../../ui/row.tsx';
import type { Comparison } from './drift-queries.ts';

const ChooseScansDialog = onDemand(async () => (await import('./choose-scans-dialog.tsx')).ChooseScansDialog);

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalS },
});

const scanLabel = ({ at, score }: ComparedScan): string =>
  `${formatDateTime(at)} (${score === null ? 'no score' : `score ${score}`})`;

type Choice = { label: string; since: Since | undefined; baseline: keyof Baselines; whyNot: string };

const choices: readonly Choice[] = [
  { label: 'Previous scan', since: undefined, baseline: 'previous', whyNot: 'There is no earlier scan' },
  { label: 'A week ago', since: 'week', baseline: 'week', whyNot: 'No scan is a week older than the latest' },
  { label: 'Last report', since: 'report', baseline: 'report', whyNot: 'No report of an earlier scan is known' },
];

type Props = {
  tenantId: string;
  drift: Pick<Drift, 'from' | 'to' | 'baselines'>;
  comparison: Comparison;
  onCompare: (comparison: Comparison) => void;
};

/** What the latest scan is compared with, and which two scans are compared now. */
export function ComparisonBar({ tenantId, drift, comparison, onCompare }: Props) {
  const styles = useStyles();
  const { opened, open, close } = useOpened<true>();
  const { from, to } = drift;
  const isChosen = comparison.from !== undefined || comparison.to !== undefined;
  return (
    <section className={styles.root} aria-label="Scans to compare">
      <Row role="group" aria-label="Compare with" gap="S">
        {choices.map((choice) => (
          <QuickChoice
            key={choice.label}
            choice={choice}
            // Of chosen scans the baselines are others than of the latest one, which a quick choice goes back to.
            baseline={isChosen ? undefined : drift.baselines[choice.baseline]}
            isPressed={!isChosen && comparison.since === choice.since}
            onChoose={() => onCompare({ since: choice.since })}
          />
        ))}
        <Button icon={<CalendarSearchRegular />} onClick={() => open(true)}>
          Choose scans…
        </Button>
      </Row>
      {from !== null && to !== null && (
        <Text role="status">
          Comparing {scanLabel(from)} with {scanLabel(to)}
        </Text>
      )}
      {opened && <ChooseScansDialog tenantId={tenantId} from={from} to={to} onCompare={onCompare} onClose={close} />}
    </section>
  );
}

type QuickChoiceProps = {
  choice: Choice;
  /** Undefined: not looked for. */
  baseline: ComparedScan | null | undefined;
  isPressed: boolean;
  onChoose: () => void;
};

function QuickChoice({ choice, baseline, isPressed, onChoose }: QuickChoiceProps) {
  const isMissing = baseline === null && !isPressed;
  const button = (
    // Fluent's own button that stays pressed is as large as the rest of this page.
    <Button
      aria-pressed={isPressed}
      appearance={isPressed ? 'primary' : 'secondary'}
      disabledFocusable={isMissing}
      onClick={onChoose}
    >
      {choice.label}
      {baseline && `, ${formatDate(baseline.at)}`}
    </Button>
  );
  if (!isMissing) return button;
  return (
    <Tooltip content={choice.whyNot} relationship="description">
      {button}
    </Tooltip>
  );
}
