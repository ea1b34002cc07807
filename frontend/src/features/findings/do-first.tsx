import { Button, makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { Parsed } from '@tenantry/contract/endpoint';
import type { listFindingGroups } from '@tenantry/contract/findings';
import { useState } from 'react';
import { findingGroupsQuery } from '../../blocks/finding-groups-query.ts';
import { formatNumber } from '../../lib/format.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { awaitedSubtitle, SectionCard } from '../../ui/section-card.tsx';
import { GroupRow, LoadingGroups } from './group-row.tsx';

const firstShown = 5;

const useStyles = makeStyles({
  more: { alignSelf: 'start' },
});

type Props = {
  tenantId: string;
  /** By which the list is filtered. */
  remedyId: string | undefined;
};

/** The pieces of work that mend most, in the order in which to do them; nothing where nothing is open. */
export function DoFirst({ tenantId, remedyId }: Props) {
  const query = useQuery(findingGroupsQuery(tenantId));
  const { data } = query;
  if (data !== undefined && data.groups.length === 0) return null;
  return (
    <SectionCard title="Do this first" subtitle={query.isPending ? awaitedSubtitle : data && subtitleOf(data)}>
      {query.isPending && <LoadingGroups count={firstShown} />}
      {query.isError && (
        <ErrorPanel
          title="What to do first could not be worked out."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {data && <Groups data={data} remedyId={remedyId} />}
    </SectionCard>
  );
}

type Data = Parsed<(typeof listFindingGroups)['response']>;

function subtitleOf({ score, scoreUnknownBecause, gainUnknownBecause }: Data): string {
  if (score !== null && gainUnknownBecause !== null) return `Without points: ${gainUnknownBecause}`;
  if (score !== null) return `Points are what each would add by itself to the audit score of ${formatNumber(score)}.`;
  return `Without points, because there is no score: ${scoreUnknownBecause ?? 'there is no audit yet'}`;
}

function Groups({ data, remedyId }: Omit<Props, 'tenantId'> & { data: Data }) {
  const styles = useStyles();
  const [isWhole, setWhole] = useState(false);
  const { groups } = data;
  const shown = isWhole ? groups : groups.slice(0, firstShown);
  const mostPoints = Math.max(...groups.map(({ points }) => points ?? 0));
  return (
    <>
      <PlainList as="ol" aria-label="What to do first">
        {shown.map((group, index) => (
          <GroupRow
            key={group.findings[0]?.id}
            place={index + 1}
            group={group}
            mostPoints={mostPoints}
            isChosen={remedyId !== undefined && group.remedy?.id === remedyId}
          />
        ))}
      </PlainList>
      {groups.length > firstShown && (
        <Button className={styles.more} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show the first ${firstShown}` : `Show all ${formatNumber(groups.length)}`}
        </Button>
      )}
    </>
  );
}
