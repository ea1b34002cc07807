import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { PageShell } from '../../ui/page-shell.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { Stack } from '../../ui/stack.tsx';
import { articles } from './help-texts.ts';

const useStyles = makeStyles({
  text: { maxWidth: '80ch' },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, display: 'grid', gap: tokens.spacingVerticalXS },
  article: { scrollMarginTop: tokens.spacingVerticalXXL },
});

/** What a client needs to know to read their room; nothing of what staff read. */
export function RoomHelpPage() {
  const styles = useStyles();
  useArticleOfAddress();
  return (
    <PageShell title="Help" subtitle="What you see here, and what you can do">
      {articles.map(({ id, title, text, points }) => (
        <div key={id} id={id} className={styles.article}>
          <SectionCard title={title}>
            <Stack gap="M">
              {text.map((paragraph) => (
                <Text key={paragraph} className={styles.text}>
                  {paragraph}
                </Text>
              ))}
              {points.length > 0 && (
                <ul className={styles.list}>
                  {points.map((point) => (
                    <li key={point} className={styles.text}>
                      {point}
                    </li>
                  ))}
                </ul>
              )}
            </Stack>
          </SectionCard>
        </div>
      ))}
    </PageShell>
  );
}

/** The page comes after its address is known: the browser alone would not find the article. */
function useArticleOfAddress(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (articles.some(({ id }) => `#${id}` === hash)) document.getElementById(hash.slice(1))?.scrollIntoView?.();
  }, [hash]);
}
