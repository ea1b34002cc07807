import { Card, makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components';
import { type ReactNode, useId } from 'react';
import { Row } from './row.tsx';

const useStyles = makeStyles({
  card: { padding: tokens.spacingHorizontalXL, gap: tokens.spacingVerticalL, minWidth: 0 },
  heading: { flex: '1 1 200px', minWidth: 0 },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    flexShrink: 0,
    alignItems: 'flex-start',
  },
  title: { margin: 0 },
  subtitle: { color: tokens.colorNeutralForeground3, display: 'block' },
});

type Props = { title: string; subtitle?: ReactNode; actions?: ReactNode; children: ReactNode };

/** The subtitle of a card whose own comes with the data: its line is kept meanwhile. */
export const awaitedSubtitle = '\u00a0';

/** A titled part of a page on a card. */
export function SectionCard({ title, subtitle, actions, children }: Props) {
  const styles = useStyles();
  const titleId = useId();
  return (
    <Card className={styles.card} role="region" aria-labelledby={titleId}>
      <Row gap="M" justify="space-between">
        <div className={styles.heading}>
          <Subtitle2 as="h2" id={titleId} className={styles.title}>
            {title}
          </Subtitle2>
          {subtitle !== undefined && <Text className={styles.subtitle}>{subtitle}</Text>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </Row>
      {children}
    </Card>
  );
}
