import { Field, Radio, RadioGroup } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { chooseReportTimeZone, type ReportTimeZone } from '@tenantry/contract/report-settings';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { showToast } from '../../lib/toast.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TimeZoneField } from '../../ui/time-zone-field.tsx';
import { reportTimeZoneQuery } from './report-queries.ts';

type Props = { tenantId: string; zone: z.infer<typeof ReportTimeZone>; onClose: () => void };

/** The time zone of a tenant's reports: one of its own, or that of the report settings. */
export function TimeZoneDialog({ tenantId, zone, onClose }: Props) {
  const client = useQueryClient();
  const [isOwn, setOwn] = useState(zone.timeZone !== null);
  const [chosen, setChosen] = useState(zone.timeZone ?? zone.inForce);
  const { errors, sendChecked } = useFieldErrors(['timeZone']);
  const save = () =>
    sendChecked({}, async () => {
      const body = { timeZone: isOwn ? chosen : null };
      const saved = await call(chooseReportTimeZone, { params: { id: tenantId }, body, tenantId });
      client.setQueryData(reportTimeZoneQuery(tenantId).queryKey, saved);
      showToast({ title: 'Time zone saved', body: `Times in reports: ${saved.inForce}`, intent: 'success' });
    });
  return (
    <FormDialog open title="Time zone of reports" submitLabel="Save" onSubmit={save} onClose={onClose}>
      <Field label="Reports of this tenant use" hint="Reports that were made before stay as they are.">
        <RadioGroup value={isOwn ? 'own' : 'default'} onChange={(_, { value }) => setOwn(value === 'own')}>
          <Radio value="default" label="The default of the report settings" />
          <Radio value="own" label="A time zone of its own" />
        </RadioGroup>
      </Field>
      {isOwn && <TimeZoneField value={chosen} onChange={setChosen} error={errors.timeZone} />}
    </FormDialog>
  );
}
