import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    margin: '-1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
});

/**
 * For screen readers alone.
 * @param as `span` within a paragraph, where no div may stand
 */
export function VisuallyHidden({ as: Root = 'div', children }: { as?: 'div' | 'span'; children: ReactNode }) {
  return <Root className={useStyles().root}>{children}</Root>;
}

/** The label of a field; one that is hidden is for screen readers alone. */
export const fieldLabel = (label: string, isHidden = false) =>
  isHidden ? <VisuallyHidden as="span">{label}</VisuallyHidden> : label;
