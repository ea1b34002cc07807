import articles from 'virtual:help-articles';
import { makeStyles, tokens } from '@fluentui/react-components';
import { PlainList } from '../../ui/plain-list.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { fixGroups } from './help-catalog.ts';
import { helpAddress } from './help-queries.ts';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
    gap: tokens.spacingHorizontalXXL,
  },
  title: { margin: `0 0 ${tokens.spacingVerticalS}`, fontSize: tokens.fontSizeBase300 },
});

/** The articles that say how to mend findings, by area. */
export function FixList() {
  const styles = useStyles();
  return (
    <SectionCard
      title="Fix a finding"
      subtitle="Step by step, in the portal and with PowerShell or Microsoft Graph. Each check links to its article."
    >
      <div className={styles.grid}>
        {fixGroups.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h3 className={styles.title}>{group.title}</h3>
            <PlainList gap="S">
              {group.articles.map((id) => (
                <FixLink key={id} id={id} />
              ))}
            </PlainList>
          </section>
        ))}
      </div>
    </SectionCard>
  );
}

function FixLink({ id }: { id: string }) {
  const article = articles[id];
  if (article === undefined) return null;
  return (
    <li>
      <TextLink to={helpAddress({ article: id })}>{article.title}</TextLink>
    </li>
  );
}
