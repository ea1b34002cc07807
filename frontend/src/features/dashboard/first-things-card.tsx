import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { Recommendation } from '@tenantry/contract/audits';
import { latestAuditQuery } from '../../blocks/latest-audit-query.ts';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Muted } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { Row } from '../../ui/row.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';

const shown = 3;

const useStyles = makeStyles({
  item: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0, overflowWrap: 'anywhere' },
});

/** What stands first among the findings, in the one order; nothing where nothing is open or nothing is known. */
export function FirstThingsCard({ tenantId }: { tenantId: string }) {
  const query = useQuery(latestAuditQuery(tenantId));
  const first = query.data?.recommendations.slice(0, shown) ?? [];
  // What a sample would recommend is no work of this organization.
  if (query.isError || query.data?.isSample || (query.data && first.length === 0)) return null;
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
        <SkeletonRows rows={shown} size={40} label="Loading what to do first" />
      ) : (
        <List first={first} />
      )}
    </SectionCard>
  );
}

function List({ first }: { first: readonly Recommendation[] }) {
  const styles = useStyles();
  return (
    <PlainList as="ol" gap="M" aria-label="First to do">
      {first.map(({ checkId, priority, title, description }) => (
        <li key={checkId} className={styles.item}>
          <Row gap="S" align="center">
            <SeverityBadge severity={priority} />
            <Text weight="semibold">{title}</Text>
          </Row>
          <Muted>{description}</Muted>
        </li>
      ))}
    </PlainList>
  );
}
