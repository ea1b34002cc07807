import { Text } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { offerRisk } from '@tenantry/contract/client-decisions';
import { type FindingDetails, maxAcceptanceDays } from '@tenantry/contract/findings';
import { useRef } from 'react';
import { call } from '../../lib/api-client.ts';
import { dayAfter, endOfDay, lastDayError } from '../../lib/calendar-day.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { DayField } from '../../ui/day-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';

const usualDays = 90;

type Props = {
  finding: Pick<FindingDetails, 'id' | 'tenantId' | 'title' | 'clientRisk'>;
  /** Names what is half typed. */
  draft: string;
  onClose: (isOffered: boolean) => void;
};

/** Offers the client to live with a finding: what can happen in plain words, and until when. */
export function OfferRiskDialog({ finding, draft, onClose }: Props) {
  const { id, tenantId, title } = finding;
  const client = useQueryClient();
  const isOffered = useRef(false);
  const { values, field, errors, sendChecked } = useForm(
    () => ({ consequence: finding.clientRisk ?? '', until: dayAfter(new Date(), usualDays) }),
    ['consequence', 'until'],
    { name: draft },
  );
  const body = { consequence: values.consequence, until: endOfDay(values.until) ?? '' };
  const dayError = lastDayError(values.until, maxAcceptanceDays, new Date());
  const found = { ...formErrors(offerRisk.body, body), ...(dayError === null ? {} : { until: dayError }) };
  const send = () =>
    sendChecked(found, async () => {
      await call(offerRisk, { params: { id }, body, tenantId });
      isOffered.current = true;
      showToast({ title: 'Offered to the client', body: title, intent: 'success' });
      await invalidateTenant(client, tenantId);
    });
  return (
    <FormDialog
      open
      title="Offer this risk to the client"
      submitLabel="Offer to the client"
      submittingLabel="Offering…"
      onSubmit={send}
      onClose={() => onClose(isOffered.current)}
    >
      <Text weight="semibold">{title}</Text>
      <Text>
        The client reads it in their room. Who accepts it there takes it on under their own name. Until then the finding
        stays open.
      </Text>
      <TextArea
        label="What can happen"
        required
        hint="In plain words, as their management reads it: no product and no setting. At least 20 characters."
        {...field('consequence')}
      />
      <DayField
        label="Accepted until"
        hint="At most a year from now."
        value={values.until}
        onChange={field('until').onChange}
        {...(errors.until !== undefined && { error: errors.until })}
      />
    </FormDialog>
  );
}
