import { Button } from '@fluentui/react-components';
import { useSeesAllTenants } from '../../lib/session.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { onDemand } from '../../ui/on-demand.tsx';

const RulesDialog = onDemand(async () => (await import('./rules-dialog.tsx')).RulesDialog);

/** The way to what is settled before the scanner asks, for administrators of all tenants. */
export function RulesButton() {
  const seesAllTenants = useSeesAllTenants();
  const { opened, open, close } = useOpened<null>();
  if (!seesAllTenants) return null;
  return (
    <>
      <Button onClick={() => open(null)} aria-haspopup="dialog">
        Approval rules
      </Button>
      {opened !== undefined && <RulesDialog onClose={close} />}
    </>
  );
}
