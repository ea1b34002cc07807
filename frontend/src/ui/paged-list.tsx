import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { PagedRows } from './paged-rows.tsx';
import { QueryState } from './query-state.tsx';

type Data<Item> = InfiniteData<{ items: readonly Item[]; total: number }>;

type Props<Item> = Omit<ComponentProps<typeof QueryState<Data<Item>>>, 'query' | 'children'> & {
  query: UseInfiniteQueryResult<Data<Item>>;
  /** The items that are loaded so far. */
  children: (items: readonly Item[]) => ReactNode;
};

/** A list that grows: loading, error with Retry, empty, or the items loaded so far and the way to more. */
export function PagedList<Item>({ query, children, ...state }: Props<Item>) {
  return (
    <QueryState query={query} isEmpty={({ pages }) => pages[0]?.total === 0} {...state}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        return (
          <PagedRows query={query} shown={items.length} total={pages[0]?.total ?? items.length}>
            {children(items)}
          </PagedRows>
        );
      }}
    </QueryState>
  );
}
