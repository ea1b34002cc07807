import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowClockwiseRegular } from '@fluentui/react-icons/svg/arrow-clockwise';
import { useQueryClient } from '@tanstack/react-query';
import { checkHealthNow, type ReadinessGroup, type ReadinessItem, type SystemHealth } from '@tenantry/contract/health';
import { call } from '../../lib/api-client.ts';
import { countOf } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { Muted } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { systemHealthQuery } from './health-queries.ts';
import { ReadinessRow, StateIcon } from './readiness-row.tsx';

const useStyles = makeStyles({
  summary: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalS, flexWrap: 'wrap' },
  // Cards of unlike heights, in columns as far as there is room.
  groups: {
    columnWidth: '340px',
    columnGap: tokens.spacingHorizontalL,
    marginBottom: `calc(-1 * ${tokens.spacingVerticalL})`,
  },
  group: { breakInside: 'avoid', paddingBottom: tokens.spacingVerticalL },
});

/** Whether everything is in place: first what needs somebody, then all of it by what it belongs to. */
export function ReadinessSection({ health }: { health: SystemHealth }) {
  const styles = useStyles();
  const { groups } = health.readiness;
  return (
    <>
      <Summary health={health} />
      <div className={styles.groups}>
        {/* The table of services tells them with their times. */}
        {groups
          .filter(({ id }) => id !== 'services')
          .map((group) => (
            <div key={group.id} className={styles.group}>
              <Group group={group} />
            </div>
          ))}
      </div>
    </>
  );
}

function useCheckNow() {
  const client = useQueryClient();
  return useAction('The services were not checked', async () => {
    const { queryKey } = systemHealthQuery();
    const health = await call(checkHealthNow, { tenantId: null });
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, health);
  });
}

function CheckNow() {
  const { submit, pending } = useCheckNow();
  return (
    <Button icon={<ArrowClockwiseRegular />} onClick={() => void submit()} disabledFocusable={pending}>
      {pending ? 'Checking…' : 'Check now'}
    </Button>
  );
}

function Summary({ health: { checkedAt, readiness } }: { health: SystemHealth }) {
  const styles = useStyles();
  const items = readiness.groups.flatMap((group) => group.items);
  const attention = items.filter(({ state }) => state === 'attention');
  const unknown = items.filter(({ state }) => state === 'unknown').length;
  return (
    <SectionCard
      title="Readiness"
      subtitle={
        checkedAt === null ? (
          'The services have not been checked yet'
        ) : (
          <>
            Services last checked: <RelativeTime instant={checkedAt} />
          </>
        )
      }
      actions={<CheckNow />}
    >
      <div className={styles.summary} role="status">
        <StateIcon state={attention.length > 0 ? 'attention' : unknown > 0 ? 'unknown' : 'ready'} />
        <Text weight="semibold" size={400}>
          {summaryOf(attention, unknown)}
        </Text>
        <Muted>
          {`${items.length - attention.length - unknown} of ${items.length} ready`}
          {unknown > 0 && `, ${unknown} not known`}
        </Muted>
      </div>
      {attention.length > 0 && (
        <PlainList gap="L" aria-label="What needs attention">
          {attention.map((item) => (
            <ReadinessRow key={item.id} item={item} hasRemedy isProminent />
          ))}
        </PlainList>
      )}
    </SectionCard>
  );
}

function summaryOf(attention: readonly ReadinessItem[], unknown: number): string {
  if (attention.length > 0)
    return `${countOf(attention.length, 'point')} ${attention.length === 1 ? 'needs' : 'need'} attention`;
  return unknown > 0 ? 'Nothing found that needs attention' : 'Everything is in place';
}

function Group({ group: { title, items } }: { group: ReadinessGroup }) {
  return (
    <SectionCard title={title}>
      <PlainList gap="L">
        {items.map((item) => (
          // What needs attention says what to do above.
          <ReadinessRow key={item.id} item={item} hasRemedy={item.state === 'unknown'} />
        ))}
      </PlainList>
    </SectionCard>
  );
}
