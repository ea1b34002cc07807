import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { useQuery } from '@tanstack/react-query';
import type { InternalPolicies } from '@tenantry/contract/internal-scan';
import { FactGrid } from '../../ui/fact-grid.tsx';
import { Hint } from '../../ui/muted.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Stack } from '../../ui/stack.tsx';
import { type BadgeStyle, StatusBadge } from '../../ui/status-badge.tsx';
import { internalPoliciesQuery } from './dashboard-queries.ts';

const useStyles = makeStyles({
  answer: { display: 'grid', gap: tokens.spacingVerticalXXS, justifyItems: 'start' },
});

const names = {
  brandingConfigured: 'Sign-in branding',
  hasCustomPolicies: 'Own Conditional Access policies',
  externalWarningRule: 'Warning on external mail',
} as const;
type Name = keyof typeof names;

const yes: BadgeStyle & { label: string } = { label: 'Yes', color: 'success', icon: <CheckmarkCircleFilled /> };
const no: BadgeStyle & { label: string } = { label: 'No', color: 'danger', icon: <ErrorCircleFilled /> };
const unknown: BadgeStyle & { label: string } = {
  label: 'Not known',
  color: 'informative',
  icon: <QuestionCircleFilled />,
};

/** Three settings as the last scan saw them. */
export function PolicyAnswers({ tenantId }: { tenantId: string }) {
  const query = useQuery(internalPoliciesQuery(tenantId));
  return (
    <QueryState query={query} loading={<Loading />} errorTitle="The settings of the latest scan could not be loaded">
      {(policies) => (
        <FactGrid
          columnPx={150}
          facts={(Object.keys(names) as Name[]).map((name) => [
            names[name],
            <Answer key={name} policies={policies} name={name} />,
          ])}
        />
      )}
    </QueryState>
  );
}

/** As high as what comes: two answers, and one with the reason why it is not known. */
function Loading() {
  const badge = <SkeletonItem size={20} />;
  return (
    <Skeleton aria-label="Loading the settings of the latest scan">
      <FactGrid
        columnPx={150}
        facts={[
          [names.brandingConfigured, badge],
          [names.hasCustomPolicies, badge],
          [
            names.externalWarningRule,
            <Stack key="reason" gap="XXS">
              {badge}
              <SkeletonItem size={48} />
            </Stack>,
          ],
        ]}
      />
    </Skeleton>
  );
}

function Answer({ policies, name }: { policies: InternalPolicies; name: Name }) {
  const styles = useStyles();
  const answer = policies[name];
  return (
    <div className={styles.answer}>
      <StatusBadge {...(answer === null ? unknown : answer ? yes : no)} />
      {answer === null && <Hint>{policies.unknownBecause[name] ?? 'No reason was given.'}</Hint>}
    </div>
  );
}
