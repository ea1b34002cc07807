import { makeStyles, typographyStyles } from '@fluentui/react-components';
import { use, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ProductName } from './product-name.ts';

const useStyles = makeStyles({
  title: { ...typographyStyles.title2, margin: 0, outline: 'none', overflowWrap: 'anywhere' },
});

/** The page's h1. It sets the document's title and takes the focus when the user has come here by a navigation. */
export function PageTitle({ title }: { title: string }) {
  const styles = useStyles();
  const heading = useRef<HTMLHeadingElement>(null);
  const product = use(ProductName);
  const { key } = useLocation();
  // As the page opened: a search on it changes the address too, and must not lose the focus.
  const [isFirstPage] = useState(key === 'default');
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
  }, [isFirstPage]);
  return (
    <>
      <title>{product === null ? title : `${title} · ${product}`}</title>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
    </>
  );
}
