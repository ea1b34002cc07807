import articles from 'virtual:help-articles';
import { Badge, makeStyles, Text, tokens } from '@fluentui/react-components';
import type { Severity } from '@tenantry/contract/verdicts';
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
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalM },
  topic: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  quiet: { color: tokens.colorNeutralForeground3 },
});

/** The five categories with their topics, and whom to ask beside them. */
export function TopicCategories() {
  const styles = useStyles();
  return (
    <div className={styles.grid}>
      {helpCategories.map(({ title, description, topics }) => (
        <SectionCard key={title} title={title} subtitle={description}>
          <ul className={styles.list}>
            {topics.map((topic) => (
              <TopicItem key={topic.id} topic={topic} />
            ))}
          </ul>
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
      <span className={styles.head}>
        <TextLink to={helpAddress({ article: topic.id })}>{article.title}</TextLink>
        <TopicMark topic={topic} />
      </span>
      <Text size={200} className={styles.quiet}>
        {article.description}
      </Text>
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
