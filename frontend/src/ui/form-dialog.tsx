import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import type { FormEvent, ReactNode } from 'react';
import { InvalidForm } from '../lib/use-field-errors.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { ErrorPanel } from './error-panel.tsx';

const useStyles = makeStyles({
  content: {
    display: 'grid',
    // A notice would else be squeezed to a line where the dialog is higher than the screen.
    gridAutoRows: 'max-content',
    gap: tokens.spacingVerticalL,
    paddingTop: tokens.spacingVerticalS,
    paddingBottom: tokens.spacingVerticalL,
  },
});

type Props = {
  open: boolean;
  title: string;
  submitLabel: string;
  submittingLabel?: string;
  /**
   * Sends the form. The dialog closes when it resolves, and stays with the error when it rejects; an `InvalidForm` is
   * said at the fields alone.
   */
  onSubmit: () => Promise<void>;
  onClose: () => void;
  submitDisabled?: boolean;
  children: ReactNode;
};

/** A form in a dialog. It sends once however often the button is pressed, and cannot be closed while it sends. */
export function FormDialog(props: Props) {
  const styles = useStyles();
  const { submit, pending, error, clearError } = useSubmit(async () => {
    await props.onSubmit();
    props.onClose();
  });
  const close = () => {
    if (pending) return;
    clearError();
    props.onClose();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <Dialog open={props.open} onOpenChange={(_, data) => !data.open && close()}>
      <DialogSurface>
        <form onSubmit={send} noValidate>
          <DialogBody>
            <DialogTitle>{props.title}</DialogTitle>
            <DialogContent className={styles.content}>
              {props.children}
              {error !== null && !(error instanceof InvalidForm) && <ErrorPanel error={error} />}
            </DialogContent>
            <DialogActions>
              <Button onClick={close} disabled={pending}>
                Cancel
              </Button>
              <Button type="submit" appearance="primary" disabled={props.submitDisabled} disabledFocusable={pending}>
                {pending ? (props.submittingLabel ?? 'Saving…') : props.submitLabel}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
