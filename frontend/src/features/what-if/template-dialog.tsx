import { Text } from '@fluentui/react-components';
import type { PolicyTemplate } from '@tenantry/contract/what-if';
import { useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { Policy } from './draft-policy.ts';

type Props = { templates: readonly PolicyTemplate[]; onAdd: (policies: Policy[]) => void; onClose: () => void };

/** Adds a policy from a template, and says what it is for. */
export function TemplateDialog({ templates, onAdd, onClose }: Props) {
  const [chosenId, choose] = useState(templates[0]?.id ?? '');
  const chosen = templates.find(({ id }) => id === chosenId);
  const send = async () => {
    if (chosen) onAdd([{ ...chosen.policy, state: 'enabled' }]);
  };
  return (
    <FormDialog open title="Add a template" submitLabel="Add to draft" onSubmit={send} onClose={onClose}>
      <SelectField
        label="Template"
        options={templates.map(({ id }) => id)}
        labelOf={(id) => templates.find((one) => one.id === id)?.title ?? id}
        value={chosenId}
        onChange={choose}
      />
      {chosen && (
        <>
          <Text>{chosen.purpose}</Text>
          <Text>
            <strong>Before it is turned on:</strong> {chosen.before}
          </Text>
          <Muted size={200}>
            It is added as on, so that the forecast counts it. Declared break-glass accounts are excluded.
          </Muted>
        </>
      )}
    </FormDialog>
  );
}
