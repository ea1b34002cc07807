import articles from 'virtual:help-articles';
import { Badge, makeStyles, tokens } from '@fluentui/react-components';
import type { Severity } from '@tenantry/contract/verdicts';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { Row } from '../../ui/row.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { helpCategories, type Topic } from './help-catalog.ts';
import { helpAddress } from './help-queries.ts';
import { MoreHelp } from './more-help.tsx';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 340px), 1fr))',
    gap: tokens.spacingHorizontalL,
  },
  topic: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0 },
});

/** The five categories with their topics, and whom to ask beside them. */
export function TopicCategories() {
  const styles = useStyles();
  return (
    <div className={styles.grid}>
      {helpCategories.map(({ title, description, topics }) => (
        <SectionCard key={title} title={title} subtitle={description}>
          <PlainList gap="M">
            {topics.map((topic) => (
              <TopicItem key={topic.id} topic={topic} />
            ))}
          </PlainList>
        </SectionCard>
      ))}
      <MoreHelp />
    </div>
  );
}

function TopicItem({ topic }: { topic: Topic }) {
  const styles = useStyles();
  const article = articles[topic.id];
  if (article === undefined) return null;
  return (
    <li className={styles.topic}>
      <Row as="span" gap="S" align="center">
        <TextLink to={helpAddress({ article: topic.id })}>{article.title}</TextLink>
        <TopicMark topic={topic} />
      </Row>
      <Hint>{article.description}</Hint>
    </li>
  );
}

const risks: Record<Severity, string> = {
  critical: 'Critical',
  high: 'High Risk',
  medium: 'Medium Risk',
  low: 'Low Risk',
  info: 'Information',
};
const riskColors = {
  critical: 'danger',
  high: 'severe',
  medium: 'warning',
  low: 'informative',
  info: 'informative',
} as const;
const badgeColors = { Popular: 'informative', Essential: 'brand', Critical: 'danger' } as const;

/** How grave what a guide mends is, or why a topic stands out. */
function TopicMark({ topic: { badge, severity } }: { topic: Topic }) {
  if (severity !== undefined) {
    return (
      <Badge appearance="tint" shape="rounded" color={riskColors[severity]}>
        {risks[severity]}
      </Badge>
    );
  }
  if (badge === undefined) return null;
  return (
    <Badge appearance="tint" shape="rounded" color={badgeColors[badge]}>
      {badge}
    </Badge>
  );
}
