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

/** For screen readers alone. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <div className={useStyles().root}>{children}</div>;
}
