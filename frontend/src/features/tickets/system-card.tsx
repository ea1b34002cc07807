import { Button } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { priorityLabels } from '@tenantry/contract/labels';
import {
  deleteTicketSystem,
  type TicketSystem,
  testTicketSystem,
  ticketSystemLabels,
} from '@tenantry/contract/ticket-systems';
import { call } from '../../lib/api-client.ts';
import { formatDateTime } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmPopover } from '../../ui/confirm-popover.tsx';
import { FactList } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

/** Which dialog of a system is open. */
export type Opened = { dialog: 'edit' | 'setUp' | 'companies'; system: TicketSystem };

type Props = { system: TicketSystem; tenants: number; onOpen: (opened: Opened) => void };

function ruleText({ rule: { isOn, from, groupIds } }: TicketSystem): string {
  if (!isOn) return 'Only where somebody asks, or a notification rule does';
  const whom =
    groupIds.length === 0 ? 'all tenants' : `${groupIds.length} ${groupIds.length === 1 ? 'group' : 'groups'}`;
  return `For each new task from ${priorityLabels[from].toLowerCase()} severity on, of ${whom}`;
}

function testText({ tested }: TicketSystem): string {
  return tested === null ? 'Not tested yet' : `${tested.message} (${formatDateTime(tested.at)})`;
}

/** Why nothing, or not everything, is opened. */
function Notices({ system: { isOn, trouble, choicesMissing, counts }, tenants }: Omit<Props, 'onOpen'>) {
  const without = tenants - counts.matched;
  return (
    <>
      {!isOn && <Notice intent="info">It is switched off: nothing is opened, noted or closed.</Notice>}
      {isOn && choicesMissing.length > 0 && (
        <Notice intent="warning" title="Not set up yet.">
          Choose board, queue and statuses. Until then no ticket is opened.
        </Notice>
      )}
      {trouble && (
        <Notice intent="error" title={`It cannot be used since ${formatDateTime(trouble.since)}.`}>
          {trouble.reason}
          {trouble.retryAt !== null && ` Tried again at ${formatDateTime(trouble.retryAt)}.`}
        </Notice>
      )}
      {without > 0 && (
        <Notice intent="info">
          {`${without} of ${tenants} tenants are matched with no company. No ticket is opened for them.`}
        </Notice>
      )}
    </>
  );
}

/** One ticket system: how it stands, and what can be done with it. */
export function SystemCard({ system, tenants, onOpen }: Props) {
  const { id, name, kind, address, counts } = system;
  const client = useQueryClient();
  const test = useAction('Test failed', async () => {
    const { isOk, message } = await call(testTicketSystem, { params: { systemId: id }, tenantId: null });
    showToast({ title: isOk ? 'It answers' : 'Test failed', body: message, intent: isOk ? 'success' : 'error' });
    await client.invalidateQueries({ queryKey: ['ticket-systems'] });
  });
  const remove = useAction('Ticket system not deleted', async () => {
    await call(deleteTicketSystem, { params: { systemId: id }, tenantId: null });
    showToast({ title: 'Ticket system deleted', body: name, intent: 'success' });
    await client.invalidateQueries();
  });
  return (
    <SectionCard
      title={name}
      subtitle={`${ticketSystemLabels[kind]} at ${address}`}
      actions={
        <>
          <Button onClick={() => void test.submit()} disabledFocusable={test.pending} aria-label={`Test ${name}`}>
            {test.pending ? 'Testing…' : 'Test'}
          </Button>
          <Button onClick={() => onOpen({ dialog: 'setUp', system })} aria-label={`Set up ${name}`}>
            Set up
          </Button>
          <Button onClick={() => onOpen({ dialog: 'companies', system })} aria-label={`Companies of ${name}`}>
            Companies
          </Button>
          <Button onClick={() => onOpen({ dialog: 'edit', system })} aria-label={`Edit ${name}`}>
            Edit
          </Button>
          <ConfirmPopover
            question={`Delete ${name}? Its companies and what is known here of its tickets are forgotten. The tickets stay in ${ticketSystemLabels[kind]}.`}
            confirmLabel="Delete"
            onConfirm={remove.submit}
            trigger={<Button aria-label={`Delete ${name}`}>Delete</Button>}
          />
        </>
      }
    >
      <Notices system={system} tenants={tenants} />
      <FactList
        facts={[
          ['Tickets', `${counts.open} open, ${counts.waiting} waiting, ${counts.failed} failed`],
          ['Companies', `${counts.matched} of ${tenants} tenants matched`],
          ['Opens', ruleText(system)],
          ['Last test', testText(system)],
        ]}
      />
    </SectionCard>
  );
}
