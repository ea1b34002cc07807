import { Field, Radio, RadioGroup, Text } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { defaultReportForm, ReportForm, reportFormLabels } from '@tenantry/contract/generated-reports';
import { useState } from 'react';
import { InvalidForm } from '../../lib/use-field-errors.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ComparisonFields, compareWithOf, firstChoice, type ReportComparisonChoice } from './comparison-fields.tsx';
import { reportComparisonsQuery, reportTimeZoneQuery } from './report-queries.ts';
import { useGenerateReport } from './use-generate-report.ts';

const purposes: Record<ReportForm, string> = {
  short:
    'To hand over: what is critical or high in full, the rest in brief; its details are in the CSV file of the findings.',
  full: 'With every detail of every finding, compliance and the plan.',
  summary: 'For the client’s management: at most four pages in plain words.',
};

type Props = { tenantId: string; onClose: () => void };

/** Which report is made, and what it is compared with. */
export function GenerateReportDialog({ tenantId, onClose }: Props) {
  const generate = useGenerateReport(tenantId);
  const comparisons = useQuery(reportComparisonsQuery(tenantId));
  const zone = useQuery(reportTimeZoneQuery(tenantId));
  const [form, setForm] = useState<ReportForm>(defaultReportForm);
  const [chosen, setChosen] = useState<ReportComparisonChoice | null>(null);
  const [isMissing, setMissing] = useState(false);
  const send = async () => {
    const compareWith = chosen === null ? undefined : compareWithOf(chosen);
    setMissing(compareWith === '');
    if (compareWith === '') throw new InvalidForm();
    await generate({ form, compareWith });
  };
  return (
    <FormDialog
      open
      title="Generate report"
      submitLabel="Generate"
      submittingLabel="Generating…"
      onSubmit={send}
      onClose={onClose}
    >
      <Field label="Report">
        <RadioGroup
          value={form}
          onChange={(_, { value }) => setForm(ReportForm.options.find((one) => one === value) ?? defaultReportForm)}
        >
          {ReportForm.options.map((one) => (
            <Radio key={one} value={one} label={`${reportFormLabels[one]}. ${purposes[one]}`} />
          ))}
        </RadioGroup>
      </Field>
      <QueryState
        query={comparisons}
        loading={<SkeletonRows rows={1} size={32} label="Loading earlier audits" />}
        errorTitle="Failed to load earlier reports"
      >
        {(known) => (
          <ComparisonFields
            comparisons={known}
            choice={chosen ?? firstChoice(known)}
            onChange={(choice) => {
              setMissing(false);
              setChosen(choice);
            }}
            error={isMissing ? 'Choose a day' : undefined}
          />
        )}
      </QueryState>
      {zone.data && <Text>Times in the report are in the time zone {zone.data.inForce}.</Text>}
    </FormDialog>
  );
}
