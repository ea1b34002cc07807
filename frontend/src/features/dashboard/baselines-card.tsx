import { Text } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { AlignmentStateBadge } from '../../blocks/alignment-state-badge.tsx';
import { alignmentText, percentText } from '../../blocks/alignment-texts.ts';
import { tenantSummaryQuery } from '../../blocks/tenant-summary-query.ts';
import { paths } from '../../lib/paths.ts';
import { useHasRole } from '../../lib/session.ts';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { Row } from '../../ui/row.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** How the tenant stands against its baselines; nothing where it has none, or that is not known. */
export function BaselinesCard({ tenantId }: { tenantId: string }) {
  const { data } = useQuery(tenantSummaryQuery(tenantId));
  const isAdmin = useHasRole('admin');
  const baselines = data?.baselines ?? [];
  if (baselines.length === 0) return null;
  return (
    <SectionCard title="Baselines">
      <PlainList gap="M" aria-label="Baselines">
        {baselines.map(({ baselineId, baselineName, state, ...figures }) => (
          <li key={baselineId}>
            <Stack gap="XXS">
              <Row gap="S" align="center">
                <AlignmentStateBadge state={state} />
                {isAdmin ? (
                  <TextLink to={`${paths.adminBaselines}?of=${tenantId}+${baselineId}`}>{baselineName}</TextLink>
                ) : (
                  <Text weight="semibold">{baselineName}</Text>
                )}
                <Text>{percentText(figures)}</Text>
              </Row>
              <Hint>{alignmentText(figures)}</Hint>
            </Stack>
          </li>
        ))}
      </PlainList>
    </SectionCard>
  );
}
