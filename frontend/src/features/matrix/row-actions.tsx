import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { MatrixRowDetails } from '@tenantry/contract/matrix';
import { type ComponentType, useState } from 'react';
import { countOf } from '../../lib/format.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { Notice } from '../../ui/notice.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Row } from '../../ui/row.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Stack } from '../../ui/stack.tsx';
import type { ActionProps } from './action-dialogs.tsx';
import { type Doable, doableFor, tenantCount } from './failing-tenants.ts';
import type { NotDone } from './use-for-tenants.ts';

type Action = keyof Doable;

const dialogs: Readonly<Record<Action, ComponentType<ActionProps>>> = {
  approve: onDemand(async () => (await import('./action-dialogs.tsx')).ApproveDialog),
  request: onDemand(async () => (await import('./action-dialogs.tsx')).RequestDialog),
  tasks: onDemand(async () => (await import('./action-dialogs.tsx')).TasksDialog),
  accept: onDemand(async () => (await import('./action-dialogs.tsx')).AcceptDialog),
};
const labels: Readonly<Record<Action, (count: number) => string>> = {
  approve: (count) => `Approve ${countOf(count, 'request')}`,
  request: (count) => `Request for ${countOf(count, 'tenant')}`,
  tasks: (count) => `Create ${countOf(count, 'task')}`,
  accept: (count) => `Accept ${countOf(count, 'risk')}`,
};
const actions = ['approve', 'request', 'tasks', 'accept'] as const satisfies readonly Action[];

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
});

/** What can be done for all that fail, or for those of one cause. */
export function RowActions({ row }: { row: MatrixRowDetails }) {
  const styles = useStyles();
  const { opened, open, close, fallback } = useOpened<Action, HTMLDivElement>();
  const [chosen, setChosen] = useState('all');
  const [left, setLeft] = useState<readonly NotDone[]>([]);
  const { causes } = row;
  const causeAt = causes.findIndex((_, at) => String(at) === chosen);
  const own = causes[causeAt];
  const doable = doableFor(own ? [own] : causes);
  const Dialog = opened && dialogs[opened];
  return (
    <Stack gap="M" ref={fallback} tabIndex={-1}>
      {causes.length > 1 && (
        <SelectField
          label="For which tenants"
          options={['all', ...causes.map((_, at) => String(at))]}
          labelOf={(option) => {
            const cause = causes[Number(option)];
            if (option === 'all' || cause === undefined) return `All ${countOf(row.failing, 'tenant')}`;
            return `Cause ${Number(option) + 1}: ${countOf(tenantCount(cause.tenants), 'tenant')}`;
          }}
          value={own ? chosen : 'all'}
          onChange={setChosen}
        />
      )}
      <Row gap="S">
        {actions.map((action) => (
          <Button
            key={action}
            appearance={action === 'approve' && doable.approve.length > 0 ? 'primary' : 'secondary'}
            disabled={doable[action].length === 0}
            onClick={() => open(action)}
          >
            {labels[action](doable[action].length)}
          </Button>
        ))}
      </Row>
      {left.length > 0 && (
        <Notice
          intent="warning"
          title={`Not done for ${countOf(left.length, 'tenant')}`}
          actions={
            <Button size="small" onClick={() => setLeft([])}>
              Dismiss
            </Button>
          }
        >
          <ul className={styles.list}>
            {left.map(({ key, tenantName, message }) => (
              <li key={key}>
                {tenantName}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {Dialog && opened && <Dialog row={row} tenants={doable[opened]} onDone={setLeft} onClose={close} />}
    </Stack>
  );
}
