import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { RequiredPermission } from '@tenantry/contract/tenant-permissions';
import { countOf } from '../lib/format.ts';
import { Hint } from '../ui/muted.tsx';

const useStyles = makeStyles({
  text: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
  name: { fontFamily: tokens.fontFamilyMonospace },
  checks: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  summary: { cursor: 'pointer', fontWeight: tokens.fontWeightSemibold, lineHeight: tokens.lineHeightBase300 },
  titles: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
});

const sentence = (parts: readonly string[]) => {
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

type Props = {
  permission: RequiredPermission;
  /** A wider permission by which it is granted. */
  grantedBy?: string | null;
};

/** A permission of Microsoft Graph, the data that it is for, and the checks that need it. */
export function PermissionUse({ permission: { permission, kind, usedFor, checks }, grantedBy = null }: Props) {
  const styles = useStyles();
  return (
    <span className={styles.text}>
      <Text className={styles.name}>
        {permission}
        {kind === 'delegated' && ' (delegated)'}
      </Text>
      <Text size={200}>{sentence(usedFor)}</Text>
      {grantedBy !== null && <Hint>Granted by {grantedBy}</Hint>}
      {checks.length > 0 && (
        <details className={styles.checks}>
          <summary className={styles.summary}>{countOf(checks.length, 'check')}</summary>
          <ul className={styles.titles}>
            {checks.map(({ checkId, title }) => (
              <li key={checkId}>{title}</li>
            ))}
          </ul>
        </details>
      )}
    </span>
  );
}
