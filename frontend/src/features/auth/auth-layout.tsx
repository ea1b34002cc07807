import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { type ReactNode, use } from 'react';
import { Muted } from '../../ui/muted.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ProductName } from '../../ui/product-name.ts';

const useStyles = makeStyles({
  heading: { display: 'grid', gap: tokens.spacingVerticalXS },
  root: {
    minHeight: '100vh',
    boxSizing: 'border-box',
    display: 'grid',
    placeItems: 'center',
    padding: tokens.spacingHorizontalL,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  card: {
    boxSizing: 'border-box',
    width: '100%',
    maxWidth: '440px',
    display: 'grid',
    gap: tokens.spacingVerticalXL,
    padding: tokens.spacingHorizontalXXXL,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
    '@media (max-width: 480px)': { padding: tokens.spacingHorizontalXL },
  },
  brand: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground2,
  },
});

type Props = { title: string; subtitle?: ReactNode; children: ReactNode };

/** A page before the application: one card in the middle. */
export function AuthLayout({ title, subtitle, children }: Props) {
  const styles = useStyles();
  return (
    <main className={styles.root}>
      <div className={styles.card}>
        {/* People of a client know their provider and not us. */}
        {use(ProductName) !== null && (
          <div className={styles.brand}>
            <img src="/logo.svg" alt="" width={24} height={24} />
            <Text weight="semibold">Tenantry</Text>
          </div>
        )}
        <div className={styles.heading}>
          <PageTitle title={title} />
          {subtitle !== undefined && <Muted>{subtitle}</Muted>}
        </div>
        {children}
      </div>
    </main>
  );
}
