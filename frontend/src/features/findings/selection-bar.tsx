import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { maxFindingsAtOnce } from '@tenantry/contract/findings';
import { useRef } from 'react';
import { countOf, formatNumber } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { Hint } from '../../ui/muted.tsx';
import { changesToast } from './changes-toast.ts';
import { PlanButton } from './plan-button.tsx';
import { AskReopenButton } from './reopen-button.tsx';
import { AskResolveMenu } from './resolve-menu.tsx';
import { type NotChanged, useChangeFindings } from './use-change-findings.ts';
import type { FindingSelectionState, SelectedFinding } from './use-finding-selection.ts';
import type { SettableStatus } from './use-set-status.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    // However far down the selected ones are.
    position: 'sticky',
    // Below the bar of the page.
    insetBlockStart: '56px',
    zIndex: 1,
  },
  count: { flex: '1 1 200px', display: 'grid' },
});

/** Which findings a status can be given to. */
const fits: Record<SettableStatus, (finding: SelectedFinding) => boolean> = {
  resolved: ({ status }) => status === 'unresolved' || status === 'in-progress',
  'in-progress': ({ status }) => status === 'unresolved',
  unresolved: ({ status }) => status === 'in-progress' || status === 'resolved',
};

type Props = {
  /** The tenant whose page it is; null where it is of all. */
  tenantId: string | null;
  selection: FindingSelectionState;
  /** How many of the selected ones the list does not show. */
  hiddenCount: number;
  onNotChanged: (notChanged: readonly NotChanged[]) => void;
  /** The buttons may go away with what they did, so the keyboard needs another place. */
  onDone: () => void;
};

/** What can be done with the selected findings. */
export function SelectionBar({ tenantId, selection, hiddenCount, onNotChanged, onDone }: Props) {
  const styles = useStyles();
  const changeFindings = useChangeFindings();
  const selected = [...selection.selected.values()];
  const to = (status: SettableStatus) => selected.filter(fits[status]);
  const left = useRef<readonly NotChanged[]>([]);
  const change = async (status: SettableStatus, text?: string) => {
    const changes = await changeFindings(to(status), status, text);
    left.current = changes.notChanged;
    onNotChanged(changes.notChanged);
    showToast(changesToast(status, changes));
  };
  /** Not before a dialog has closed: with nothing selected this bar goes away, and the dialog with it. */
  const finish = () => {
    selection.keep(left.current.map(({ finding }) => finding.id));
    onDone();
  };
  const startWork = useAction('The findings were not changed', async () => {
    await change('in-progress');
    finish();
  });
  const clear = () => {
    selection.clear();
    onDone();
  };
  return (
    <section className={styles.root} aria-label="Selected findings">
      <div className={styles.count} role="status">
        <Text weight="semibold">{countOf(selected.length, 'finding')} selected</Text>
        {hiddenCount > 0 && <Hint>{formatNumber(hiddenCount)} of them not in the list below</Hint>}
        {selection.isFull && <Hint>At most {maxFindingsAtOnce} at once</Hint>}
      </div>
      <Button
        onClick={() => void startWork.submit()}
        disabled={to('in-progress').length === 0}
        disabledFocusable={startWork.pending}
      >
        Start work
      </Button>
      <AskReopenButton
        findings={to('unresolved')}
        draft={null}
        onSend={(note) => change('unresolved', note)}
        onDone={finish}
        button={{ disabled: to('unresolved').length === 0 }}
      />
      {tenantId !== null && <PlanButton tenantId={tenantId} findings={to('resolved')} onDone={clear} />}
      <Button appearance="subtle" onClick={clear}>
        Clear selection
      </Button>
      <AskResolveMenu
        findings={to('resolved')}
        label="More actions for the selected findings"
        draft={null}
        isDisabled={to('resolved').length === 0}
        onSend={(reason) => change('resolved', reason)}
        onDone={finish}
      />
    </section>
  );
}
