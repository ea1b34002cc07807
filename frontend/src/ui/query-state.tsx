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
  /** The text of an error that says nothing itself. */
  errorFallback?: string;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  children: (data: T) => ReactNode;
};

/** The four faces of a query in place: loading, error with Retry, empty, data. Data stays while a refetch fails. */
export function QueryState<T>(props: Props<T>) {
  const { query, loadingLabel = 'Loading…', errorTitle, errorFallback, isEmpty, empty, children } = props;
  const onRetry = () => void query.refetch();
  const failed = { title: errorTitle, fallback: errorFallback, error: query.error, onRetry };
  if (query.isPending) return props.loading ?? <SkeletonRows label={loadingLabel} />;
  if (query.data === undefined) return <ErrorPanel {...failed} />;
  return (
    <>
      {query.isError && <ErrorPanel {...failed} />}
      {isEmpty?.(query.data) && empty !== undefined ? empty : children(query.data)}
    </>
  );
}
