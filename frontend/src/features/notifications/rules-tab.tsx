import { Button, Text } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons/svg/add';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { priorityLabels } from '@tenantry/contract/labels';
import { noticeKindLabels } from '@tenantry/contract/notice-labels';
import { deleteNoticeRule, type NoticeRule } from '@tenantry/contract/notice-rules';
import { tenantGroupsQuery } from '../../blocks/tenant-groups-query.ts';
import { call } from '../../lib/api-client.ts';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { useHasRole } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { ConfirmPopover } from '../../ui/confirm-popover.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Hint } from '../../ui/muted.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Row } from '../../ui/row.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Stack } from '../../ui/stack.tsx';
import { noticeRulesQuery } from './notice-queries.ts';
import { unknownChannel } from './rule-values.ts';

const RuleDialog = onDemand(async () => (await import('./rule-dialog.tsx')).RuleDialog);

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

function whenOf({ delivery, quiet, timeZone }: NoticeRule): string {
  const when =
    delivery.when === 'at-once'
      ? 'As it happens'
      : `${delivery.when === 'daily' ? 'Daily' : 'Mondays'} at ${clock(delivery.hour)}`;
  const quietly = quiet === null ? '' : `, quiet ${clock(quiet.from)} to ${clock(quiet.to)}`;
  return delivery.when === 'at-once' && quiet === null ? when : `${when}${quietly} (${timeZone})`;
}

function Name({ rule: { name, owner, isOwn, silentBecause } }: { rule: NoticeRule }) {
  return (
    <Stack gap="XXS">
      <Text weight="semibold">{name}</Text>
      {!isOwn && <Hint>{`Of ${owner}`}</Hint>}
      {silentBecause !== null && <Hint>{`Sends nothing. ${silentBecause}`}</Hint>}
    </Stack>
  );
}

const eventsOf = ({ events }: NoticeRule) =>
  events
    .map(({ kind, gravity }) => `${noticeKindLabels[kind]} (${priorityLabels[gravity].toLowerCase()} on)`)
    .join(', ');

function Groups({ groupIds }: { groupIds: readonly string[] | null }) {
  const { data } = useQuery(tenantGroupsQuery());
  if (groupIds === null) return 'All tenants in scope';
  const names = new Map(data?.groups.map(({ id, name }) => [id, name]));
  return groupIds.map((id) => names.get(id) ?? 'A deleted group').join(', ');
}

/** The names of channels by id, and what one is called that is not among them. */
type Channels = { names: ReadonlyMap<string, string>; unknown: string };

function targetsOf({ targets }: NoticeRule, { names, unknown }: Channels): string {
  return [
    ...(targets.inApp ? ['Here'] : []),
    ...(targets.ownMail ? ['Own mail'] : []),
    ...targets.channelIds.map((id) => names.get(id) ?? unknown),
  ].join(', ');
}

const columnsWith = (channels: Channels): readonly Column<NoticeRule>[] => [
  { id: 'name', label: 'Rule', width: '20%', cell: (rule) => <Name rule={rule} /> },
  { id: 'events', label: 'Tells of', cell: eventsOf },
  { id: 'groups', label: 'Tenants', width: '140px', cell: ({ groupIds }) => <Groups groupIds={groupIds} /> },
  { id: 'targets', label: 'To', width: '140px', cell: (rule) => targetsOf(rule, channels) },
  { id: 'when', label: 'When', width: '160px', cell: whenOf },
];

function DeleteRule({ rule: { id, name } }: { rule: NoticeRule }) {
  const client = useQueryClient();
  const { submit } = useAction('Rule not deleted', async () => {
    await call(deleteNoticeRule, { params: { ruleId: id }, tenantId: null });
    showToast({ title: 'Rule deleted', body: name, intent: 'success' });
    await client.invalidateQueries({ queryKey: ['notice-rules'] });
  });
  return (
    <ConfirmPopover
      question={`Delete the rule ${name}? Nobody is told of anything by it any more.`}
      confirmLabel="Delete"
      onConfirm={submit}
      trigger={
        <Button size="small" aria-label={`Delete ${name}`}>
          Delete
        </Button>
      }
    />
  );
}

/** By what the user is told, and by what others are where the user administers the installation. */
export function RulesTab() {
  const query = useQuery(noticeRulesQuery());
  const { opened, open, close } = useOpened<NoticeRule | null>();
  const unknown = unknownChannel(useHasRole('admin'));
  const channels = { names: new Map(query.data?.channels.map(({ id, name }) => [id, name])), unknown };
  return (
    <ListCard label="Rules">
      <Row gap="M">
        <Button appearance="primary" icon={<AddRegular />} onClick={() => open(null)}>
          New rule
        </Button>
      </Row>
      <QueryState
        query={query}
        loading={<SkeletonRows rows={4} size={56} label="Loading rules" />}
        errorTitle={httpErrorTitle(query.error)}
        isEmpty={({ rules }) => rules.length === 0}
        empty={
          <EmptyState
            icon={<AddRegular />}
            title="No rules yet"
            body="A rule says what you are told of, from which severity on, and where."
            headingLevel="h2"
          />
        }
      >
        {({ rules }) => (
          <DataTable
            label="Rules"
            rows={rules}
            columns={columnsWith(channels)}
            rowId={({ id }) => id}
            minWidth="860px"
            actionsWidth="160px"
            rowActions={(rule) => (
              <>
                {rule.isOwn && (
                  <Button size="small" aria-label={`Edit ${rule.name}`} onClick={() => open(rule)}>
                    Edit
                  </Button>
                )}
                <DeleteRule rule={rule} />
              </>
            )}
          />
        )}
      </QueryState>
      {opened !== undefined && query.data && <RuleDialog rule={opened} choice={query.data} onClose={close} />}
    </ListCard>
  );
}
