import { Field, Input } from '@fluentui/react-components';
import type { ReportComparisons } from '@tenantry/contract/audits';
import { formatDate } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Stack } from '../../ui/stack.tsx';

/** `kind` 'default': the last report, else the previous audit. `day` as YYYY-MM-DD; '' while none is chosen. */
export type ReportComparisonChoice = { kind: 'last-report' | 'previous-audit' | 'day'; day: string };

/** What the call is asked for: undefined for its default. */
export const compareWithOf = ({ kind, day }: ReportComparisonChoice): string | undefined =>
  kind === 'day' ? day : kind === 'previous-audit' ? kind : undefined;

/** The first choice: the last report where one was made, else the previous audit. */
export const firstChoice = ({ lastReportAt }: ReportComparisons): ReportComparisonChoice => ({
  kind: lastReportAt === null ? 'previous-audit' : 'last-report',
  day: '',
});

type Props = {
  comparisons: ReportComparisons;
  choice: ReportComparisonChoice;
  onChange: (choice: ReportComparisonChoice) => void;
  error: string | undefined;
};

/** Since when the report tells changes. */
export function ComparisonFields({ comparisons, choice, onChange, error }: Props) {
  const { lastReportAt, previousAuditAt, oldestAuditAt } = comparisons;
  if (previousAuditAt === null) {
    return <Muted>First audit: nothing to compare with yet.</Muted>;
  }
  const labels = {
    'last-report': lastReportAt === null ? '' : `Last report (${formatDate(lastReportAt)})`,
    'previous-audit': `Previous audit (${formatDate(previousAuditAt)})`,
    day: 'A date I choose',
  };
  const kinds = (['last-report', 'previous-audit', 'day'] as const).filter((kind) => labels[kind] !== '');
  return (
    <Stack gap="S">
      <SelectField
        label="Show changes since"
        options={kinds}
        labelOf={(kind) => labels[kind]}
        value={choice.kind}
        onChange={(kind) => onChange({ ...choice, kind })}
      />
      {choice.kind === 'day' && (
        <Field
          label="Day"
          required
          validationMessage={error}
          hint={oldestAuditAt === null ? undefined : `The oldest audit is from ${formatDate(oldestAuditAt)}.`}
        >
          <Input
            type="date"
            min={oldestAuditAt?.slice(0, 10)}
            value={choice.day}
            onChange={(_, data) => onChange({ ...choice, day: data.value })}
          />
        </Field>
      )}
    </Stack>
  );
}
