import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import type { SetUpItem, SetUpItemState } from '@tenantry/contract/tenant-configuration';
import type { ReactElement } from 'react';
import { countOf } from '../../lib/format.ts';
import { PlainList } from '../../ui/plain-list.tsx';
import { Row } from '../../ui/row.tsx';
import { type BadgeStyle, StatusBadge } from '../../ui/status-badge.tsx';

const useStyles = makeStyles({
  item: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0, overflowWrap: 'anywhere', maxWidth: '90ch' },
  quiet: { color: tokens.colorNeutralForeground3 },
  summary: { cursor: 'pointer', fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase300 },
  settings: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, fontSize: tokens.fontSizeBase200 },
});

const badges: Record<SetUpItemState, BadgeStyle & { label: string; icon: ReactElement }> = {
  granted: { label: 'Granted', color: 'success', icon: <CheckmarkCircleFilled /> },
  partial: { label: 'Not enough', color: 'warning', icon: <WarningFilled /> },
  missing: { label: 'Missing', color: 'danger', icon: <ErrorCircleFilled /> },
  unknown: { label: 'Not known', color: 'informative', icon: <QuestionCircleFilled /> },
};

/** What is needed, with whether it is there and what has to be granted. */
export function SetUpList({ items }: { items: readonly SetUpItem[] }) {
  return (
    <PlainList gap="L" aria-label="What is needed">
      {items.map((item) => (
        <Item key={item.id} item={item} />
      ))}
    </PlainList>
  );
}

function Item({ item: { state, name, purpose, because, grant, notRead } }: { item: SetUpItem }) {
  const styles = useStyles();
  const isToDo = state === 'missing' || state === 'partial';
  return (
    <li className={styles.item}>
      <Row as="span" gap="S" align="center">
        <Text weight="semibold">{name}</Text>
        <StatusBadge {...badges[state]} />
      </Row>
      {because !== null && <Text>{because}</Text>}
      {isToDo && <Text>To do: {grant}.</Text>}
      <Text size={200} className={styles.quiet}>
        {purpose}
      </Text>
      {notRead.length > 0 && (
        <details className={styles.quiet}>
          <summary className={styles.summary}>{countOf(notRead.length, 'source')} not collected</summary>
          <ul className={mergeClasses(styles.settings, styles.quiet)}>
            {notRead.map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
