import { Button, makeStyles, Popover, PopoverSurface, PopoverTrigger, Text, tokens } from '@fluentui/react-components';
import { type ReactElement, useState } from 'react';
import { useSubmit } from '../lib/use-submit.ts';
import { ErrorPanel } from './error-panel.tsx';

const useStyles = makeStyles({
  surface: { display: 'grid', gap: tokens.spacingVerticalM, maxWidth: '320px' },
  actions: { display: 'flex', gap: tokens.spacingHorizontalS, justifyContent: 'flex-end' },
});

type Props = {
  /** The button that asks. */
  trigger: ReactElement;
  question: string;
  confirmLabel: string;
  /** The popover closes when it resolves, and stays with the error when it rejects. */
  onConfirm: () => Promise<void>;
};

/** Asks before something that is not easily undone. */
export function ConfirmPopover({ trigger, question, confirmLabel, onConfirm }: Props) {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  const { submit, pending, error, clearError } = useSubmit(async () => {
    await onConfirm();
    setOpen(false);
  });
  return (
    <Popover
      open={open}
      onOpenChange={(_, data) => {
        if (pending) return;
        clearError();
        setOpen(data.open);
      }}
      trapFocus
      withArrow
    >
      <PopoverTrigger disableButtonEnhancement>{trigger}</PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={question}>
        <Text>{question}</Text>
        {error !== null && <ErrorPanel error={error} />}
        <div className={styles.actions}>
          <Button size="small" onClick={() => setOpen(false)} disabled={pending}>
            Cancel
          </Button>
          <Button size="small" appearance="primary" onClick={() => void submit()} disabledFocusable={pending}>
            {confirmLabel}
          </Button>
        </div>
      </PopoverSurface>
    </Popover>
  );
}
