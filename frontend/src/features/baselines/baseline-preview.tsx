import { useQuery } from '@tanstack/react-query';
import { alignmentText } from '../../blocks/alignment-texts.ts';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { countOf } from '../../lib/format.ts';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Stack } from '../../ui/stack.tsx';
import { type PreviewBody, previewQuery } from './baseline-queries.ts';

const shownAtMost = 20;

/** What the baseline would require of whom, as the latest audits are. */
export function BaselinePreview(body: PreviewBody) {
  const query = useQuery(previewQuery(body));
  if (body.groupIds.length === 0)
    return <Hint role="status">Assigned to no group, it requires nothing of anybody.</Hint>;
  if (body.checkIds.length === 0) return <Hint role="status">Choose checks to see what is required of whom.</Hint>;
  return (
    <section aria-label="What it would require">
      <QueryState
        query={query}
        loading={<SkeletonRows rows={2} size={32} label="Loading what it would require" />}
        errorTitle={httpErrorTitle(query.error)}
      >
        {({ required, summary: { deviating, notKnown, aligned }, tenants, total }) => (
          <Stack gap="XS">
            <Hint role="status">
              {`It would require ${countOf(required, 'check')} of ${countOf(total, 'tenant')}: ${deviating} deviating, ${notKnown} not known, ${aligned} aligned.`}
            </Hint>
            <PlainList>
              {tenants.slice(0, shownAtMost).map((tenant) => (
                <li key={tenant.tenantId}>
                  {tenant.tenantName}: {alignmentText(tenant)}
                </li>
              ))}
            </PlainList>
            {total > shownAtMost && <Hint>{`And ${countOf(total - shownAtMost, 'tenant')} more.`}</Hint>}
          </Stack>
        )}
      </QueryState>
    </section>
  );
}
