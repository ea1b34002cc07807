import { Button } from '@fluentui/react-components';
import { useHasRole } from '../lib/session.ts';
import { useOpened } from '../lib/use-opened.ts';
import { onDemand } from '../ui/on-demand.tsx';
import type { TaskPreset } from './create-task-dialog.tsx';

const CreateTaskDialog = onDemand(async () => (await import('./create-task-dialog.tsx')).CreateTaskDialog);

type Props = { tenantId: string; preset: TaskPreset };

/** Makes a task of what a check found: for technicians and administrators. */
export function CreateTaskButton({ tenantId, preset }: Props) {
  const isTechnician = useHasRole('technician');
  const { opened, open, close, fallback } = useOpened<TaskPreset>();
  if (!isTechnician) return null;
  return (
    <>
      <Button ref={fallback} onClick={() => open(preset)}>
        Create task
      </Button>
      {opened && <CreateTaskDialog tenantId={tenantId} preset={opened} onClose={close} />}
    </>
  );
}
