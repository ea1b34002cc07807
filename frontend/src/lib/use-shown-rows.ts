import { useState } from 'react';

const pageSize = 100;

/** The first hundred rows of a list that came whole, and more on demand: a page of thousands would be slow to draw. */
export function useShownRows<Row>(rows: readonly Row[]) {
  const [limit, setLimit] = useState(pageSize);
  return {
    shown: rows.slice(0, limit),
    /** For `LoadMore`. */
    query: {
      hasNextPage: rows.length > limit,
      isFetchingNextPage: false,
      isFetchNextPageError: false,
      error: null,
      fetchNextPage: () => setLimit(limit + pageSize),
    },
  };
}
