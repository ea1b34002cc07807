import type { ReactNode } from 'react';
import { ErrorPanel } from './error-panel.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';

type QueryLike<T> = {
  data: T | undefined;
  error: unknown;
  isError: boolean;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

type Props<T> = {
  query: QueryLike<T>;
  /** What is being loaded, for screen readers. */
  loadingLabel?: string;
  loading?: ReactNode;
  errorTitle?: string;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  children: (data: T) => ReactNode;
};

/** The four faces of a query in place: loading, error with Retry, empty, data. Data stays while a refetch fails. */
export function QueryState<T>(props: Props<T>) {
  const { query, loadingLabel = 'Loading…', errorTitle, isEmpty, empty, children } = props;
  const retry = () => void query.refetch();
  if (query.isPending) return props.loading ?? <SkeletonRows label={loadingLabel} />;
  if (query.data === undefined) return <ErrorPanel title={errorTitle} error={query.error} onRetry={retry} />;
  return (
    <>
      {query.isError && <ErrorPanel title={errorTitle} error={query.error} onRetry={retry} />}
      {isEmpty?.(query.data) && empty !== undefined ? empty : children(query.data)}
    </>
  );
}
