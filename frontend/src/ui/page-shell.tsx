import { Badge, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { type ReactNode, use } from 'react';
import { PageScope } from './page-scope.ts';
import { PageTitle } from './page-title.tsx';
import { Row } from './row.tsx';

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalXXL, minWidth: 0 },
  header: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: tokens.spacingVerticalM,
  },
  heading: { minWidth: 0 },
  // A long name wraps within the badge instead of running out of it.
  scope: {
    height: 'auto',
    minHeight: '24px',
    maxWidth: '100%',
    boxSizing: 'border-box',
    borderRadius: '12px',
    paddingLeft: tokens.spacingHorizontalS,
    paddingRight: tokens.spacingHorizontalS,
    overflowWrap: 'anywhere',
  },
  subtitle: { color: tokens.colorNeutralForeground3, display: 'block', marginTop: tokens.spacingVerticalXXS },
  narrow: { maxWidth: '960px' },
});

type Props = {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** For pages of text and forms, whose lines would be too long on a wide screen. */
  narrow?: boolean;
  /** False where the page itself says that the data are simulated. */
  marksSimulated?: boolean;
  /** The bar of an area's pages, below the title. */
  tabs?: ReactNode;
  children: ReactNode;
};

/** A page: its title (also the document's), what it is about, its actions, and its content. */
export function PageShell(props: Props) {
  const { title, subtitle, actions, narrow = false, marksSimulated = true, tabs, children } = props;
  const styles = useStyles();
  const scope = use(PageScope);
  return (
    <div className={mergeClasses(styles.root, narrow && styles.narrow)}>
      <header className={styles.header}>
        <div className={styles.heading}>
          <Row gap="M" align="center">
            <PageTitle title={title} />
            {scope !== null && (
              <Badge appearance="tint" color="brand" size="large" className={styles.scope}>
                {scope.name}
              </Badge>
            )}
            {scope?.isSimulated && marksSimulated && (
              <Badge appearance="outline" color="warning" size="large">
                Simulated
              </Badge>
            )}
          </Row>
          {subtitle !== undefined && <Text className={styles.subtitle}>{subtitle}</Text>}
        </div>
        {actions !== undefined && <Row gap="S">{actions}</Row>}
      </header>
      {tabs}
      {children}
    </div>
  );
}
