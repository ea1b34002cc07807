import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { MailIssue } from '@tenantry/contract/mailflow';
import { HelpLink } from '../../blocks/help-link.tsx';
import { mailAreaLabels } from '../../blocks/mail-glance.ts';
import { Part } from '../../ui/facts.tsx';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { Row } from '../../ui/row.tsx';
import { mailAreaArticles } from './mail-articles.ts';
import { MailIssueBadge } from './mail-issue-badge.tsx';

const useStyles = makeStyles({
  item: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
    minWidth: 0,
    paddingBottom: tokens.spacingVerticalL,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    ':last-child': { borderBottom: 'none', paddingBottom: 0 },
  },
});

const rank = { error: 0, warning: 1, info: 2 } as const;

/** What is wrong, worst first, with what to do; the records stand above. */
export function DomainIssues({ issues }: { issues: readonly MailIssue[] }) {
  const styles = useStyles();
  if (issues.length === 0) {
    return (
      <Part title="Issues">
        <Text>No issues in what could be checked.</Text>
      </Part>
    );
  }
  return (
    <Part title="Issues">
      <PlainList gap="L">
        {issues
          .map((issue, index) => ({ issue, key: `${issue.code} ${index}` }))
          .toSorted((a, b) => rank[a.issue.severity] - rank[b.issue.severity])
          .map(({ issue, key }) => (
            <li key={key} className={styles.item}>
              <Row gap="S" align="center">
                <MailIssueBadge severity={issue.severity} />
                <Hint>{mailAreaLabels[issue.area]}</Hint>
              </Row>
              <Text weight="semibold">{issue.message}</Text>
              {issue.recommendation !== '' && <Text>{issue.recommendation}</Text>}
              <HelpLink article={mailAreaArticles[issue.area] ?? null} of={issue.message} />
            </li>
          ))}
      </PlainList>
    </Part>
  );
}
