import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { confirmAuthenticator } from '@tenantry/contract/own-account';
import { useRef } from 'react';
import { RecordBlock } from '../../blocks/record-block.tsx';
import { call } from '../../lib/api-client.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { TextField } from '../../ui/text-field.tsx';

const QrImage = onDemand(async () => (await import('./qr-image.tsx')).QrImage);

const useStyles = makeStyles({
  picture: { justifySelf: 'center', width: '200px', height: '200px', maxWidth: '100%' },
  steps: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL, display: 'grid', gap: tokens.spacingVerticalXS },
});

type Props = {
  secret: string;
  uri: string;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

/** Shows the key for the app, and takes its first code. */
export function SetUpDialog({ secret, uri, onConfirmed, onClose }: Props) {
  const styles = useStyles();
  const isConfirmed = useRef(false);
  const { values, field, sendChecked } = useForm({ code: '' }, ['code']);
  const send = () =>
    sendChecked(formErrors(confirmAuthenticator.body, values), async () => {
      const { recoveryCodes } = await call(confirmAuthenticator, { body: values, tenantId: null });
      isConfirmed.current = true;
      onConfirmed(recoveryCodes);
    });
  return (
    <FormDialog
      open
      title="Set up an authenticator app"
      submitLabel="Turn on"
      submittingLabel="Checking…"
      submitDisabled={values.code.trim() === ''}
      onSubmit={send}
      // The recovery codes have taken the place of this dialog.
      onClose={() => !isConfirmed.current && onClose()}
    >
      <ol className={styles.steps}>
        <li>
          <Text>Scan this with Microsoft Authenticator, Google Authenticator or another app.</Text>
        </li>
        <li>
          <Text>Enter the code that the app shows.</Text>
        </li>
      </ol>
      <div className={styles.picture}>
        <QrImage text={uri} />
      </div>
      <RecordBlock name="Or type this key into the app" value={secret.match(/.{1,4}/g)?.join(' ') ?? secret} />
      <TextField label="Code" autoComplete="one-time-code" hint="6 digits" {...field('code')} />
    </FormDialog>
  );
}
