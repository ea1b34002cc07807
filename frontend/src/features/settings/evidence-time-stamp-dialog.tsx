import { useQueryClient } from '@tanstack/react-query';
import { changeEvidenceTimeStamp, type TimeStampSetting } from '@tenantry/contract/evidence-time-stamp';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { InvalidForm } from '../../lib/use-field-errors.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { evidenceTimeStampQuery } from './settings-queries.ts';

type Props = { setting: TimeStampSetting; onClose: () => void };

/** Names the authority, or none. */
export function EvidenceTimeStampDialog({ setting, onClose }: Props) {
  const client = useQueryClient();
  const [url, setUrl] = useState(setting.url ?? '');
  const [error, setError] = useState<string>();
  const send = async () => {
    const wanted = url.trim();
    if (wanted !== '' && !changeEvidenceTimeStamp.body.safeParse({ url: wanted }).success) {
      setError('Must be an https address');
      throw new InvalidForm();
    }
    const body = { url: wanted === '' ? null : wanted };
    const saved = await call(changeEvidenceTimeStamp, { body, tenantId: null });
    client.setQueryData(evidenceTimeStampQuery().queryKey, saved);
  };
  return (
    <FormDialog
      open
      title="Time stamp of evidence packs"
      submitLabel="Save"
      submittingLabel="Saving…"
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        label="Address of the authority"
        value={url}
        onChange={(value) => {
          setUrl(value);
          setError(undefined);
        }}
        hint="An https address. Leave it empty for packs without a time stamp."
        {...(error === undefined ? {} : { error })}
      />
    </FormDialog>
  );
}
