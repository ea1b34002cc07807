import { Text } from '@fluentui/react-components';
import { maxAcceptanceDays } from '@tenantry/contract/findings';
import { useRef } from 'react';
import { DecisionFields, decisionBody, decisionErrors } from '../../blocks/decision-fields.tsx';
import { dayAfter } from '../../lib/calendar-day.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { type AcceptableFinding, useAcceptance } from './use-acceptance.ts';

const usualDays = 90;

type Props = {
  finding: AcceptableFinding;
  /** Names what is half typed. */
  draft: string;
  onClose: (isAccepted: boolean) => void;
};

/** Asks for the reason and the last day of an acceptance. */
export function AcceptRiskDialog({ finding, draft, onClose }: Props) {
  const { accept } = useAcceptance(finding);
  const { values, change, errors, sendChecked } = useForm(
    () => ({ reason: '', lastDay: dayAfter(new Date(), usualDays) }),
    ['reason', 'expiresAt'],
    { name: draft },
  );
  const isAccepted = useRef(false);
  const send = () =>
    sendChecked(decisionErrors(values, maxAcceptanceDays, new Date()), async () => {
      isAccepted.current = await accept(decisionBody(values));
    });
  return (
    <FormDialog
      open
      title="Accept this risk"
      submitLabel="Accept risk"
      submittingLabel="Accepting…"
      onSubmit={send}
      onClose={() => onClose(isAccepted.current)}
    >
      <Text weight="semibold">{finding.title}</Text>
      <Text>
        Accepting closes the finding without changing the score. It reopens if more is affected, if it gets worse, or
        after the last day.
      </Text>
      <DecisionFields value={values} onChange={change} errors={errors} />
    </FormDialog>
  );
}
