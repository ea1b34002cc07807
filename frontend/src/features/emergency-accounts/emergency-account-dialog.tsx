import { Text } from '@fluentui/react-components';
import {
  declareEmergencyAccount,
  type EmergencyAccount,
  maxDeclarationDays,
} from '@tenantry/contract/emergency-accounts';
import { type Decision, DecisionFields, decisionBody, decisionErrors } from '../../blocks/decision-fields.tsx';
import { dayAfter, dayOf } from '../../lib/calendar-day.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { emergencyAccountDraft } from './emergency-account-queries.ts';
import { accountName, useEmergencyAccounts } from './use-emergency-accounts.ts';

const usualDays = 365;

type Props = {
  tenantId: string;
  /** The declaration to change; null for a new one. */
  declared: EmergencyAccount | null;
  onClose: () => void;
};

function decisionOf(declared: EmergencyAccount | null): Decision {
  const isOpen = declared !== null && declared.expiresAt !== null && !declared.isExpired;
  return {
    reason: declared?.reason ?? '',
    lastDay: isOpen ? dayOf(new Date(String(declared.expiresAt))) : dayAfter(new Date(), usualDays),
  };
}

function accountErrors(account: string): Record<string, string> {
  const message = formErrors(declareEmergencyAccount.body.shape.account, account)[''];
  return message === undefined ? {} : { account: message };
}

/** Declares an account as an emergency access (break-glass) account, or changes why and until when it is one. */
export function EmergencyAccountDialog({ tenantId, declared, onClose }: Props) {
  const { declare, change } = useEmergencyAccounts(tenantId);
  const {
    values,
    change: edit,
    field,
    errors,
    sendChecked,
  } = useForm(() => ({ account: '', ...decisionOf(declared) }), ['account', 'reason', 'expiresAt'], {
    name: emergencyAccountDraft(tenantId, declared),
  });
  const send = () => {
    const found = decisionErrors(values, maxDeclarationDays, new Date());
    const body = decisionBody(values);
    if (declared !== null) return sendChecked(found, () => change(declared, body));
    const account = values.account.trim();
    return sendChecked({ ...accountErrors(values.account), ...found }, () => declare({ account, ...body }));
  };
  return (
    <FormDialog
      open
      title={declared === null ? 'Declare a break-glass account' : 'Change the declaration'}
      submitLabel={declared === null ? 'Declare' : 'Save'}
      submittingLabel={declared === null ? 'Declaring…' : undefined}
      onSubmit={send}
      onClose={onClose}
    >
      {declared === null ? (
        <TextField
          label="Account"
          required
          hint="User principal name or object ID of an account in the tenant's directory."
          {...field('account')}
        />
      ) : (
        <Text weight="semibold">{accountName(declared)}</Text>
      )}
      <DecisionFields
        value={values}
        onChange={edit}
        errors={errors}
        reasonHint="Kept in the audit trail."
        lastDayHint="At most a year from now. After that, scans report the account's exclusions again."
        maxDays={maxDeclarationDays}
      />
    </FormDialog>
  );
}
