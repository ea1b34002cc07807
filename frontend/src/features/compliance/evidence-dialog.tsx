import { Field, Radio, RadioGroup, Text } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { EvidenceSnapshot, makeEvidencePack } from '@tenantry/contract/evidence';
import { FrameworkId } from '@tenantry/contract/framework-id';
import { frameworkLabels } from '@tenantry/contract/labels';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { useHasRole } from '../../lib/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { announcePack } from './announce-pack.ts';
import { evidencePacksQuery, isPackUnderWay } from './evidence-queries.ts';

const snapshots: Record<EvidenceSnapshot, string> = {
  redacted: 'Redacted snapshot. Names, addresses and ids are stand-ins; the verdicts are the same.',
  whole: 'Whole snapshot. It names every account that was read.',
};

type Props = { tenantId: string; framework: FrameworkId; onClose: () => void };

/** What goes into an evidence pack. */
export function EvidenceDialog({ tenantId, framework, onClose }: Props) {
  const client = useQueryClient();
  const isAdmin = useHasRole('admin');
  const [frameworkId, setFramework] = useState(framework);
  const [snapshot, setSnapshot] = useState<EvidenceSnapshot>('redacted');
  // Kept while the dialog is open: sent again after a lost answer, it is the same pack.
  const [requestId] = useState(() => crypto.randomUUID());
  const send = async () => {
    const pack = await call(makeEvidencePack, { body: { requestId, frameworkId, snapshot }, tenantId });
    if (!isPackUnderWay(pack)) announcePack(pack);
    await client.invalidateQueries({ queryKey: evidencePacksQuery(tenantId).queryKey });
  };
  return (
    <FormDialog
      open
      title="Make evidence pack"
      submitLabel="Make pack"
      submittingLabel="Making…"
      onSubmit={send}
      onClose={onClose}
    >
      <Text>
        A signed zip for auditors: every control with verdict, evidence, data sources and accepted risks, and the
        snapshot to judge it again. Anybody can verify it without this installation.
      </Text>
      <SelectField
        label="Framework"
        value={frameworkId}
        options={FrameworkId.options}
        labelOf={(id) => frameworkLabels[id]}
        onChange={setFramework}
      />
      <Field label="Snapshot" hint={isAdmin ? undefined : 'The whole snapshot is for administrators.'}>
        <RadioGroup
          value={snapshot}
          onChange={(_, { value }) => setSnapshot(EvidenceSnapshot.options.find((one) => one === value) ?? 'redacted')}
        >
          {EvidenceSnapshot.options.map((one) => (
            <Radio key={one} value={one} label={snapshots[one]} disabled={one === 'whole' && !isAdmin} />
          ))}
        </RadioGroup>
      </Field>
    </FormDialog>
  );
}
