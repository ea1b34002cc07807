import { Button } from '@fluentui/react-components';
import { useAction } from '../../lib/use-action.ts';
import { type ChangeableFinding, useSetStatus } from './use-set-status.ts';

/** Says of a finding that somebody is at work on it. */
export function StartWorkButton({ finding }: { finding: ChangeableFinding }) {
  const setStatus = useSetStatus(finding);
  const { submit, pending } = useAction('The finding was not changed', async () => {
    await setStatus('in-progress');
  });
  return (
    <Button onClick={() => void submit()} disabledFocusable={pending}>
      Start work
    </Button>
  );
}
