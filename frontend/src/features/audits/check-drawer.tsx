import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { CategoryResult, Recommendation } from '@tenantry/contract/audits';
import { categoryLabels } from '@tenantry/contract/labels';
import type { VerdictStatus } from '@tenantry/contract/verdicts';
import { AffectedList } from '../../blocks/affected-list.tsx';
import { CreateTaskButton } from '../../blocks/create-task-button.tsx';
import { EvidenceList } from '../../blocks/evidence-list.tsx';
import { HelpLink } from '../../blocks/help-link.tsx';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { VerdictBadge } from '../../blocks/verdict-badge.tsx';
import { witnessFacts } from '../../blocks/witness-facts.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useSelectedTenant } from '../../lib/session.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { FactList, Part } from '../../ui/facts.tsx';
import { Hint } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import { type Disagreement, microsoftSays, triedText } from './disagreement-texts.ts';
import { sampledPassesQuery } from './sampled-passes-query.ts';

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalXL, paddingBottom: tokens.spacingVerticalXL, minWidth: 0 },
});

type Verdict = CategoryResult['verdicts'][number];

type Props = {
  checkId: string;
  categories: readonly CategoryResult[];
  recommendations: readonly Recommendation[];
  onClose: () => void;
};

/** What the audit says of one check, whole. */
export function CheckDrawer({ checkId, categories, recommendations, onClose }: Props) {
  const verdict = categories.flatMap(({ verdicts }) => verdicts).find((each) => each.checkId === checkId);
  const impact = recommendations.find((each) => each.checkId === checkId)?.impact;
  return (
    <DetailsDrawer
      title={verdict?.title ?? 'Check'}
      widthPx={760}
      onClose={onClose}
      footer={verdict && toMend.includes(verdict.status) && <CreateTask verdict={verdict} />}
    >
      {verdict === undefined ? (
        <Notice intent="info">This check is not in the latest audit.</Notice>
      ) : (
        <CheckFacts verdict={verdict} impact={impact} />
      )}
    </DetailsDrawer>
  );
}

const toMend: readonly VerdictStatus[] = ['fail', 'warning', 'couldNotCheck', 'notPermitted', 'notLicensed'];

/** Manual remediation: somebody mends what the check found, or what keeps it from looking. */
function CreateTask({ verdict }: { verdict: Verdict }) {
  const { id } = useSelectedTenant();
  const { checkId, title, message, recommendation, category, severity, status, work } = verdict;
  const isFound = status === 'fail' || status === 'warning';
  const preset = {
    checkId,
    // What cannot be looked at is mended by itself.
    title: isFound ? work : title,
    description: `${message}\n\n${recommendation}`.trim(),
    category,
    priority: severity === 'info' ? ('low' as const) : severity,
  };
  return <CreateTaskButton tenantId={id} preset={preset} />;
}

/** A sign-in that the check says is covered, and what Microsoft says of it. */
function Disagrees({ of: { signIn, answer } }: { of: Disagreement }) {
  return (
    <Part title="Microsoft disagrees">
      <FactList facts={witnessFacts(signIn)} />
      <Notice intent="warning" title="Microsoft disagrees.">
        Tenantry found that this sign-in is covered. {microsoftSays(answer)} Scan again: policies may have changed
        since. If it stays so, one of the two is wrong.
      </Notice>
      <Hint>Asked {formatDateTime(answer.askedAt)} by a scan</Hint>
      {answer.failedTry && <Hint>{triedText(answer.failedTry)}</Hint>}
    </Part>
  );
}

/** Of a check that passes, what Microsoft contradicts; the page says where that could not be loaded. */
function Disagreements({ checkId }: { checkId: string }) {
  const { id } = useSelectedTenant();
  const { data } = useQuery(sampledPassesQuery(id));
  const own = data?.sampled?.disagreements.filter((each) => each.checkId === checkId) ?? [];
  return own.map((each) => <Disagrees key={JSON.stringify(each.signIn)} of={each} />);
}

function CheckFacts({ verdict, impact }: { verdict: Verdict; impact: string | null | undefined }) {
  const styles = useStyles();
  const isToMend = verdict.status === 'fail' || verdict.status === 'warning';
  return (
    <div className={styles.root}>
      <Row gap="S">
        <VerdictBadge status={verdict.status} />
        <SeverityBadge severity={verdict.severity} />
      </Row>
      <Part title="Result">
        <Text>{verdict.message}</Text>
      </Part>
      {verdict.status === 'pass' && <Disagreements checkId={verdict.checkId} />}
      {impact && (
        <Part title="Impact">
          <Text>{impact}</Text>
        </Part>
      )}
      {isToMend && (
        <Part title="Recommendation">
          <Text>{verdict.recommendation}</Text>
          <HelpLink article={verdict.article} of={verdict.title} />
        </Part>
      )}
      <Part title="Evidence">
        <EvidenceList evidence={verdict.evidence} firstShown={6} />
      </Part>
      <AffectedList affected={verdict.affected} affectedCount={verdict.affectedCount} />
      <FactList
        facts={[
          ['Category', categoryLabels[verdict.category]],
          ['Check', verdict.checkId],
          ['References', verdict.references.join(', ')],
        ]}
      />
    </div>
  );
}
