import { createWhatIfDraft, proposeWhatIfDraft, type WhatIfDraft } from '@tenantry/contract/what-if';
import { formErrors } from '../../lib/form-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';

const aKey = '00000000-0000-4000-8000-000000000000';

type NameProps = { title: string; initial: string; onSave: (name: string) => Promise<void>; onClose: () => void };

/** Names a draft: a new one, or one that is kept. */
export function DraftNameDialog({ title, initial, onSave, onClose }: NameProps) {
  const { values, field, sendChecked } = useForm({ name: initial }, ['name']);
  const body = { tenantId: aKey, name: values.name, policies: [], key: aKey };
  const send = () => sendChecked(formErrors(createWhatIfDraft.body, body), () => onSave(values.name));
  return (
    <FormDialog open title={title} submitLabel="Save" onSubmit={send} onClose={onClose}>
      <TextField label="Name" required isProse {...field('name')} />
    </FormDialog>
  );
}

type ProposeProps = { draft: WhatIfDraft; onPropose: (reason: string) => Promise<void>; onClose: () => void };

/** Asks for approval of a draft, with a reason. */
export function ProposeDialog({ draft, onPropose, onClose }: ProposeProps) {
  const { values, field, sendChecked } = useForm({ reason: '' }, ['reason']);
  const body = { revision: draft.revision, reason: values.reason };
  const send = () => sendChecked(formErrors(proposeWhatIfDraft.body, body), () => onPropose(values.reason));
  return (
    <FormDialog
      open
      title={`Propose ${draft.name}`}
      submitLabel="Request approval"
      submittingLabel="Requesting…"
      onSubmit={send}
      onClose={onClose}
    >
      <Notice intent="info">
        The approval holds the draft and its forecast, and the draft stays as it is. Approving changes nothing in
        Microsoft 365: somebody makes the change in the Entra admin center, and the next scan says whether it is what
        was approved.
      </Notice>
      <TextArea label="Reason" required {...field('reason')} />
    </FormDialog>
  );
}
