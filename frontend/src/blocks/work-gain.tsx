import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { FindingGroup } from '@tenantry/contract/findings';
import { countOf, formatNumber, pointsText } from '../lib/format.ts';
import { Hint } from '../ui/muted.tsx';
import { findingGroupsQuery } from './finding-groups-query.ts';

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0 },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, overflowWrap: 'anywhere' },
});

type Props = { tenantId: string; isMeant: (group: FindingGroup) => boolean };

/** What one piece of work would change in its tenant; nothing where nothing of it is open, or that is not known. */
export function WorkGain({ tenantId, isMeant }: Props) {
  const { data } = useQuery(findingGroupsQuery(tenantId));
  const group = data?.groups.find(isMeant);
  if (data === undefined || group === undefined) return null;
  if (group.gain === null) return data.gainUnknownBecause === null ? null : <Hint>{data.gainUnknownBecause}</Hint>;
  return <GainFacts group={group} gain={group.gain} before={data.score} />;
}

type FactsProps = { group: FindingGroup; gain: NonNullable<FindingGroup['gain']>; before: number | null };

function GainFacts({ group, gain, before }: FactsProps) {
  const styles = useStyles();
  const { score, closes, improves, opens } = gain;
  const others = closes.filter(({ isOther }) => isOther);
  return (
    <section className={styles.root} aria-label="Once this is done">
      <Text>{scoreText(group.points, before, score) + closesText(closes.length)}</Text>
      <Titles label="Closes, beside its own findings" of={others} />
      <Titles label="Makes less severe" of={improves} />
      <Titles label="Is found then, and is not now" of={opens} />
    </section>
  );
}

const closesText = (count: number): string => `closes ${countOf(count, 'finding')}.`;

function scoreText(points: number | null, before: number | null, after: number | null): string {
  if (points === null || before === null || after === null) return 'Once this is done: ';
  return `Once this is done: audit score ${formatNumber(before)} to ${formatNumber(after)} (${pointsText(points)}), `;
}

function Titles({ label, of }: { label: string; of: readonly { checkId: string; title: string }[] }) {
  const styles = useStyles();
  if (of.length === 0) return null;
  return (
    <div>
      <Hint>{label}:</Hint>
      <ul className={styles.list} aria-label={label}>
        {of.map(({ checkId, title }) => (
          <li key={checkId}>{title}</li>
        ))}
      </ul>
    </div>
  );
}
