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
import { RecordBlock } from './record-block.tsx';

const useStyles = makeStyles({
  content: { display: 'grid', gridAutoRows: 'max-content', gap: tokens.spacingVerticalL },
});

type Props = { name: string; secret: string; onClose: () => void };

/** A token, shown once: it closes by its button alone. */
export function MadeTokenDialog({ name, secret, onClose }: Props) {
  return (
    <Dialog open modalType="alert" onOpenChange={(_, { open, type }) => !open && type !== 'escapeKeyDown' && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>Keep this token</DialogTitle>
          <DialogContent className={useStyles().content}>
            <Text>It is not shown again. Whoever has it calls the API as you, within its role and tenants.</Text>
            <RecordBlock name={name} value={secret} />
          </DialogContent>
          <DialogActions>
            <Button appearance="primary" onClick={onClose}>
              I have kept it
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
