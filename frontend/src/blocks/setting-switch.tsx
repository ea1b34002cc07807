import { makeStyles, Switch, Text, tokens } from '@fluentui/react-components';
import { useId } from 'react';
import { ApiError, wasCanceled } from '../lib/api-error.ts';
import { showToast } from '../lib/toast.ts';
import { useSubmit } from '../lib/use-submit.ts';

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalXS, justifyItems: 'start' },
  text: { maxWidth: '80ch', color: tokens.colorNeutralForeground3 },
});

type Props = {
  label: string;
  /** What it means as it stands. */
  text: string;
  checked: boolean;
  onSave: (checked: boolean) => Promise<void>;
  savedTitle: string;
  /** What is said where the server gave no reason of its own. */
  failedText: string;
};

/** A setting that is saved when it is switched; it shows what is saved, not what is wished for. */
export function SettingSwitch({ label, text, checked, onSave, savedTitle, failedText }: Props) {
  const styles = useStyles();
  const textId = useId();
  const { submit, pending } = useSubmit(async (wanted: boolean) => {
    try {
      await onSave(wanted);
      showToast({ title: savedTitle, intent: 'success' });
    } catch (error) {
      if (wasCanceled(error)) return;
      // A refusal has a reason that the administrator can act on; a breakdown has not.
      const isRefusal = error instanceof ApiError && error.code === 'CONFLICT';
      showToast({ title: 'Update Failed', body: isRefusal ? error.message : failedText, intent: 'error' });
    }
  });
  return (
    <div className={styles.root}>
      <Switch
        label={label}
        checked={checked}
        disabledFocusable={pending}
        aria-describedby={textId}
        onChange={(_, data) => void submit(data.checked)}
      />
      <Text id={textId} className={styles.text}>
        {text}
      </Text>
    </div>
  );
}
