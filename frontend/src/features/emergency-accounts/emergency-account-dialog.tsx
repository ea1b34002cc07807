import { Field, Input, Text } from '@fluentui/react-components';
import {
  declareEmergencyAccount,
  type EmergencyAccount,
  maxDeclarationDays,
} from '@tenantry/contract/emergency-accounts';
import { useState } from 'react';
import { type Decision, DecisionFields, decisionBody, decisionErrors } from '../../blocks/decision-fields.tsx';
import { dayAfter, dayOf } from '../../lib/calendar-day.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
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

/** Declares an account as an emergency access account, or changes why and until when it is one. */
export function EmergencyAccountDialog({ tenantId, declared, onClose }: Props) {
  const { declare, change } = useEmergencyAccounts(tenantId);
  const { errors, sendChecked } = useFieldErrors(['account', 'reason', 'expiresAt']);
  const [account, setAccount] = useState('');
  const [decision, setDecision] = useState(() => decisionOf(declared));
  const send = () => {
    const found = decisionErrors(decision, maxDeclarationDays, new Date());
    const body = decisionBody(decision);
    if (declared !== null) return sendChecked(found, () => change(declared, body));
    return sendChecked({ ...accountErrors(account), ...found }, () => declare({ account: account.trim(), ...body }));
  };
  return (
    <FormDialog
      open
      title={declared === null ? 'Declare an emergency account' : 'Change the declaration'}
      submitLabel={declared === null ? 'Declare' : 'Save'}
      submittingLabel={declared === null ? 'Declaring…' : undefined}
      onSubmit={send}
      onClose={onClose}
    >
      {declared === null ? (
        <Field
          label="Account"
          required
          hint="Its user principal name or its object id. It has to be in the tenant's directory."
          validationMessage={errors.account}
        >
          <Input
            value={account}
            onChange={(_, data) => setAccount(data.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
      ) : (
        <Text weight="semibold">{accountName(declared)}</Text>
      )}
      <DecisionFields
        value={decision}
        onChange={setDecision}
        errors={errors}
        reasonHint="Kept in the audit trail."
        lastDayHint="At most a year from now; after that scans report the account's exclusions again."
        maxDays={maxDeclarationDays}
      />
    </FormDialog>
  );
}
