import { makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProductName } from '../../ui/product-name.ts';
import { skipLinkStyle } from '../../ui/skip-link.ts';
import { useRoom } from './room-context.ts';
import { RoomHeader } from './room-header.tsx';
import { clientSummaryQuery } from './room-queries.ts';
import { RoomTheme } from './room-theme.tsx';

const useStyles = makeStyles({
  main: {
    boxSizing: 'border-box',
    width: '100%',
    maxWidth: '1120px',
    marginInline: 'auto',
    padding: tokens.spacingHorizontalXXL,
    '@media (max-width: 639px)': { padding: tokens.spacingHorizontalL },
  },
  skipLink: skipLinkStyle,
});

const mainId = 'main';

/** What surrounds every page of a client room. */
export function RoomShell({ banner, children }: { banner?: ReactNode; children: ReactNode }) {
  const styles = useStyles();
  const { tenantId } = useRoom();
  const { data: summary } = useQuery(clientSummaryQuery(tenantId));
  return (
    <ProductName value={summary?.provider ?? 'Client room'}>
      <RoomTheme color={summary?.color ?? null}>
        <a className={styles.skipLink} href={`#${mainId}`}>
          Skip to content
        </a>
        {banner}
        <RoomHeader summary={summary} />
        <main id={mainId} className={styles.main} tabIndex={-1}>
          {children}
        </main>
      </RoomTheme>
    </ProductName>
  );
}
