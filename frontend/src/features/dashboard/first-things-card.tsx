import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { FindingGroup } from '@tenantry/contract/findings';
import { findingGroupsQuery } from '../../blocks/finding-groups-query.ts';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { countOf, pointsText } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { Row } from '../../ui/row.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';

const shown = 3;

const useStyles = makeStyles({
  item: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0, overflowWrap: 'anywhere' },
});

/** The work that comes first, as the findings page has it; nothing where nothing is open or it is not known. */
export function FirstThingsCard({ tenantId }: { tenantId: string }) {
  const query = useQuery(findingGroupsQuery(tenantId));
  const first = query.data?.groups.slice(0, shown) ?? [];
  if (!query.isPending && first.length === 0) return null;
  return (
    <SectionCard
      title="First to do"
      actions={
        <LinkButton to={paths.findings} size="small">
          Open the findings
        </LinkButton>
      }
    >
      {query.isPending ? (
        <SkeletonRows rows={shown} size={48} label="Loading what to do first" />
      ) : (
        <Work first={first} />
      )}
    </SectionCard>
  );
}

const titleOf = ({ remedy, needsLicense, findings }: FindingGroup): string =>
  remedy?.title ?? (needsLicense === null ? (findings[0]?.title ?? '') : `Get ${needsLicense}`);

function factsOf({ findings, points, freeSwitch }: FindingGroup): string {
  const after = freeSwitch?.score;
  return [
    `Closes ${countOf(findings.length, 'finding')}`,
    ...(points === null || points === 0 ? [] : [pointsText(points)]),
    ...(freeSwitch === null ? [] : [after == null ? 'free' : `free: score ${after} with it on`]),
  ].join(', ');
}

function Work({ first }: { first: readonly FindingGroup[] }) {
  const styles = useStyles();
  return (
    <PlainList as="ol" gap="M" aria-label="First to do">
      {first.map((group) => (
        <li key={group.findings[0]?.id} className={styles.item}>
          <Row gap="S" align="center">
            <SeverityBadge severity={group.severity} />
            <Text weight="semibold">{titleOf(group)}</Text>
          </Row>
          <Hint>{factsOf(group)}</Hint>
        </li>
      ))}
    </PlainList>
  );
}
