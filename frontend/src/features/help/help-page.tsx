import { useTableParams } from '../../lib/table-params.ts';
import { PageShell } from '../../ui/page-shell.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { ArticlePart } from './article-part.tsx';
import { FixList } from './fix-list.tsx';
import { HelpParams } from './help-queries.ts';
import { MoreHelp } from './more-help.tsx';
import { SearchResults } from './search-results.tsx';
import { TopicCategories } from './topic-categories.tsx';

/** Help: its topics, a search over them, or the article that the address names. */
export function HelpPage() {
  const [{ article, search }, setParams] = useTableParams(HelpParams);
  if (article !== undefined) return <ArticlePart key={article} id={article} search={search} />;
  return (
    <PageShell title="Help & Documentation" subtitle="How Tenantry works, and how to fix what it finds">
      <SearchBox
        label="Search help"
        placeholder="Topic, setting or command"
        value={search ?? ''}
        onChange={(wanted) => setParams({ search: wanted })}
      />
      {search === undefined ? (
        <>
          <TopicCategories />
          <FixList />
        </>
      ) : (
        <>
          <SearchResults search={search} onClear={() => setParams({ search: undefined })} />
          <MoreHelp />
        </>
      )}
    </PageShell>
  );
}
