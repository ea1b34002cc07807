import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { type DecisionOutcome, maxDecidedAtOnce } from '@tenantry/contract/approval-decisions';
import type { Approval, Decision } from '@tenantry/contract/approvals';
import { useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { Row } from '../../ui/row.tsx';
import { NotDecided } from './not-decided.tsx';

const DecideManyDialog = onDemand(async () => (await import('./decide-many-dialog.tsx')).DecideManyDialog);

const useStyles = makeStyles({
  count: { color: tokens.colorNeutralForeground3, minWidth: '88px' },
});

type Props = { selected: readonly Approval[]; onClear: () => void };

/** What can be done with a choice of pending requests, and what came of it. */
export function DecideMany({ selected, onClear }: Props) {
  const styles = useStyles();
  const [left, setLeft] = useState<readonly DecisionOutcome[]>([]);
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());
  const { opened, open, close } = useOpened<Decision>();
  const count = selected.length;
  const isTooMany = count > maxDecidedAtOnce;
  const cannot = count === 0 || isTooMany;
  const finish = (outcomes: readonly DecisionOutcome[] | null) => {
    close();
    if (outcomes === null) return;
    setTitles(new Map(selected.map(({ id, title }) => [id, title])));
    setLeft(outcomes);
    onClear();
  };
  return (
    <>
      <Row gap="M" align="center">
        <Text role="status" className={styles.count}>
          {formatNumber(count)} selected
        </Text>
        <Button appearance="primary" onClick={() => open('approved')} disabledFocusable={cannot}>
          Approve selected
        </Button>
        <Button onClick={() => open('denied')} disabledFocusable={cannot}>
          Deny selected
        </Button>
        <Button appearance="subtle" onClick={onClear} disabledFocusable={count === 0}>
          Clear selection
        </Button>
        {isTooMany && <Text role="alert">Select at most {maxDecidedAtOnce} requests at once.</Text>}
      </Row>
      <NotDecided
        requests={left.map(({ id, message }) => ({ id, message, name: titles.get(id) ?? id }))}
        onDismiss={() => setLeft([])}
      />
      {opened && <DecideManyDialog approvals={selected} decision={opened} onClose={finish} />}
    </>
  );
}
