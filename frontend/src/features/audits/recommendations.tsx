import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import type { CategoryResult, Recommendation } from '@tenantry/contract/audits';
import { useState } from 'react';
import { HelpLink } from '../../blocks/help-link.tsx';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { countOf } from '../../lib/format.ts';
import { Hint, Muted } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

const firstShown = 6;

const useStyles = makeStyles({
  item: {
    display: 'grid',
    gridTemplateColumns: '110px minmax(0, 1fr)',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalM} 0`,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    ':first-child': { borderTop: 'none', paddingTop: 0 },
    '@media (max-width: 639px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  text: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0, overflowWrap: 'anywhere' },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  link: { fontWeight: tokens.fontWeightSemibold, textAlign: 'start' },
  more: { alignSelf: 'flex-start' },
});

type Props = {
  recommendations: readonly Recommendation[];
  categories: readonly CategoryResult[];
  /** Opens the check that recommends it. */
  onOpen: (checkId: string) => void;
};

/** What to do about it, in the order of the audit: all critical ones first. */
export function Recommendations({ recommendations, categories, onOpen }: Props) {
  const styles = useStyles();
  const [isWhole, setWhole] = useState(false);
  const labelOf = (item: Recommendation) =>
    categories.find(({ category }) => category === item.category)?.label ?? item.category;
  const shown = isWhole ? recommendations : recommendations.slice(0, firstShown);
  return (
    <SectionCard title="Recommendations" subtitle={countOf(recommendations.length, 'recommendation')}>
      {recommendations.length === 0 ? (
        <Text>Every check that could be judged passed. Nothing to recommend.</Text>
      ) : (
        <PlainList>
          {shown.map((item) => (
            <li key={item.checkId} className={styles.item}>
              <div>
                <SeverityBadge severity={item.priority} />
              </div>
              <div className={styles.text}>
                <h3 className={styles.title}>
                  <Link as="button" className={styles.link} onClick={() => onOpen(item.checkId)}>
                    {item.title}
                  </Link>
                </h3>
                <Hint>{labelOf(item)}</Hint>
                <Text>{item.description}</Text>
                {item.impact !== null && (
                  <Muted>
                    <Text weight="semibold">Impact:</Text> {item.impact}
                  </Muted>
                )}
                <HelpLink article={item.article} of={item.title} />
              </div>
            </li>
          ))}
        </PlainList>
      )}
      {recommendations.length > firstShown && (
        <Button className={styles.more} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${recommendations.length} recommendations`}
        </Button>
      )}
    </SectionCard>
  );
}
