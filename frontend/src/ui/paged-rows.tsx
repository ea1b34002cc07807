import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ComponentProps, ReactNode } from 'react';
import { LoadMore } from './load-more.tsx';

const useStyles = makeStyles({
  // The rows of the former filter, until those of the new one arrive.
  former: { opacity: 0.5 },
});

type Props = ComponentProps<typeof LoadMore> & {
  query: { isPlaceholderData?: boolean };
  children: ReactNode;
};

/** The rows of a growing list that are loaded so far, and the way to more. */
export function PagedRows({ children, ...more }: Props) {
  const styles = useStyles();
  const isFormer = more.query.isPlaceholderData === true;
  return (
    <div className={mergeClasses(isFormer && styles.former)} aria-busy={isFormer}>
      {children}
      <LoadMore {...more} />
    </div>
  );
}
