import articles from 'virtual:help-articles';
import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons/svg/search';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { helpAddress, helpTextsQuery } from './help-queries.ts';
import { type ArticleHit, searchArticles, type TextPart } from './help-search.ts';

const useStyles = makeStyles({
  hit: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0, overflowWrap: 'anywhere' },
  mark: {
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorPaletteYellowBackground2,
    '@media (forced-colors: active)': { backgroundColor: 'Mark', color: 'MarkText' },
  },
});

type Props = { search: string; onClear: () => void };

/** The articles that hold what was searched for. */
export function SearchResults({ search, onClear }: Props) {
  const texts = useQuery(helpTextsQuery(true));
  const hits = useMemo(() => {
    const searchable = Object.entries(articles).map(([id, each]) => ({ id, ...each, text: texts.data?.[id] ?? '' }));
    return searchArticles(searchable, search);
  }, [texts.data, search]);
  if (texts.isPending) return <SkeletonRows label="Searching" />;
  return (
    <>
      <VisuallyHidden>
        <span role="status">{`${hits.length} search results`}</span>
      </VisuallyHidden>
      {texts.isError && (
        <ErrorPanel
          title="Titles and descriptions were searched, texts were not"
          error={texts.error}
          onRetry={() => void texts.refetch()}
        />
      )}
      <Hits hits={hits} search={search} onClear={onClear} />
    </>
  );
}

function Hits({ hits, search, onClear }: Props & { hits: readonly ArticleHit[] }) {
  const clear = <Button onClick={onClear}>Clear Search</Button>;
  return (
    <SectionCard title={`Search Results (${hits.length})`} actions={hits.length > 0 && clear}>
      {hits.length === 0 ? (
        <EmptyState
          icon={<SearchRegular />}
          title="No matching help articles found"
          body="Try fewer or other words."
          actions={clear}
        />
      ) : (
        <PlainList gap="L">
          {hits.map((hit) => (
            <Hit key={hit.id} hit={hit} search={search} />
          ))}
        </PlainList>
      )}
    </SectionCard>
  );
}

function Hit({ hit, search }: { hit: ArticleHit; search: string }) {
  const styles = useStyles();
  return (
    <li className={styles.hit}>
      <span>
        <TextLink to={helpAddress({ article: hit.id, search })}>
          <Marked parts={hit.title} />
        </TextLink>
      </span>
      <Text>
        <Marked parts={hit.description} />
      </Text>
      {hit.sentence !== null && (
        <Hint>
          <Marked parts={hit.sentence} />
        </Hint>
      )}
    </li>
  );
}

function Marked({ parts }: { parts: readonly TextPart[] }) {
  const styles = useStyles();
  let from = 0;
  return parts.map(({ text, isMatch }) => {
    const key = from;
    from += text.length;
    return isMatch ? (
      <mark key={key} className={styles.mark}>
        {text}
      </mark>
    ) : (
      text
    );
  });
}
