import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  Text,
  tokens,
} from '@fluentui/react-components';
import { RecordBlock } from '../../blocks/record-block.tsx';
import { saveFile } from '../../lib/download.ts';

const useStyles = makeStyles({
  content: { display: 'grid', gridAutoRows: 'max-content', gap: tokens.spacingVerticalL },
});

type Props = { codes: readonly string[]; onClose: () => void };

/** The recovery codes, shown once: it closes by its button alone. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const styles = useStyles();
  const text = codes.join('\n');
  return (
    <Dialog open modalType="alert" onOpenChange={(_, { open, type }) => !open && type !== 'escapeKeyDown' && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>Keep these recovery codes</DialogTitle>
          <DialogContent className={styles.content}>
            <Text>
              Each signs you in once, in place of a code, when you do not have your phone. They are not shown again.
            </Text>
            <RecordBlock name="Recovery codes" value={text} />
          </DialogContent>
          <DialogActions>
            <Button
              onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'tenantry-recovery-codes.txt')}
            >
              Download
            </Button>
            <Button appearance="primary" onClick={onClose}>
              I have kept them
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
