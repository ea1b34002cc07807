import articles from 'virtual:help-articles';
import { Button } from '@fluentui/react-components';
import { ArrowLeftRegular } from '@fluentui/react-icons/svg/arrow-left';
import { DocumentQuestionMarkRegular } from '@fluentui/react-icons/svg/document-question-mark';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { articleQuery, helpAddress } from './help-queries.ts';
import { MoreHelp } from './more-help.tsx';

// Needed by articles alone, not by their list.
const ArticleText = onDemand(
  async () => (await import('./article-text.tsx')).ArticleText,
  <SkeletonRows label="Loading the article" />,
);

type Props = {
  id: string;
  /** What was searched for when it was opened. */
  search: string | undefined;
};

/** One article. */
export function ArticlePart({ id, search }: Props) {
  const query = useQuery(articleQuery(id));
  if (query.isError && query.data === undefined) {
    return <MissingArticle search={search} isBusy={query.isFetching} onRetry={() => void query.refetch()} />;
  }
  const known = articles[id];
  return (
    <PageShell
      title={query.data?.title ?? known?.title ?? 'Help & Documentation'}
      subtitle={query.data?.description ?? known?.description}
      actions={<WayBack search={search} />}
      narrow
    >
      {query.data === undefined ? (
        <SkeletonRows label="Loading the article" />
      ) : (
        <ArticleText markdown={query.data.body} />
      )}
      <MoreHelp />
    </PageShell>
  );
}

function MissingArticle({ search, isBusy, onRetry }: Pick<Props, 'search'> & { isBusy: boolean; onRetry: () => void }) {
  return (
    <PageShell title="Article Not Found" narrow>
      <EmptyState
        icon={<DocumentQuestionMarkRegular />}
        title="Sorry, the requested help article could not be loaded."
        headingLevel="h2"
        actions={
          <>
            <Button onClick={onRetry} disabledFocusable={isBusy}>
              {isBusy ? 'Loading…' : 'Retry'}
            </Button>
            <WayBack search={search} />
          </>
        }
      />
      <MoreHelp />
    </PageShell>
  );
}

/** To where the user came from, and to the topics. */
function WayBack({ search }: Pick<Props, 'search'>) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const isFirstPage = key === 'default';
  return (
    <>
      {!isFirstPage && (
        <Button icon={<ArrowLeftRegular />} onClick={() => navigate(-1)}>
          Back
        </Button>
      )}
      <LinkButton to={helpAddress({ search })}>
        {search === undefined ? 'All help topics' : 'Search results'}
      </LinkButton>
    </>
  );
}
