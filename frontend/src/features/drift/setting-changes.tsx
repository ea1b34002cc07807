import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowRightRegular } from '@fluentui/react-icons/svg/arrow-right';
import type { ChangeAuthors, Drift } from '@tenantry/contract/drift';
import { settingPath } from '@tenantry/contract/setting-path';
import { formatDateTime } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { Row } from '../../ui/row.tsx';

type Change = Drift['settings'][number];

const useStyles = makeStyles({
  stack: { display: 'grid', gap: tokens.spacingVerticalXXS },
  before: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  after: { overflowWrap: 'anywhere' },
});

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const settingId = ({ dataset, objectId, path }: Change): string => [dataset, objectId, ...path].join('/');

const columns: readonly Column<Change>[] = [
  { id: 'setting', label: 'Setting', width: '32%', cell: (change) => <Setting change={change} /> },
  { id: 'change', label: 'Before and after', cell: (change) => <Difference change={change} /> },
  { id: 'who', label: 'Who and when', width: '28%', cell: ({ who }) => <Authors who={who} /> },
];

export function Setting({ change }: { change: Change }) {
  const styles = useStyles();
  const { label, objectName, path } = change;
  return (
    <div className={styles.stack}>
      <Text weight="semibold">{objectName === label ? capitalized(label) : objectName}</Text>
      {path.length > 0 && <Text>{settingPath(path)}</Text>}
      {objectName !== label && <Hint>{capitalized(label)}</Hint>}
    </div>
  );
}

export function Difference({ change }: { change: Change }) {
  const styles = useStyles();
  const { scope, before, after } = change;
  if (scope === 'value') {
    return (
      <Row as="span" gap="XS" align="center">
        <Text className={styles.before}>{before ?? 'Not set'}</Text>
        <ArrowRightRegular role="img" aria-label="became" />
        <Text weight="semibold" className={styles.after}>
          {after ?? 'Not set'}
        </Text>
      </Row>
    );
  }
  return (
    <div className={styles.stack}>
      {before !== null && (
        <Text className={styles.after}>
          <Text weight="semibold">Removed:</Text> {before}
        </Text>
      )}
      {after !== null && (
        <Text className={styles.after}>
          <Text weight="semibold">Added:</Text> {after}
        </Text>
      )}
    </div>
  );
}

export function Authors({ who }: { who: ChangeAuthors }) {
  const styles = useStyles();
  if (who.entries.length === 0) {
    return <Hint>{who.unknownBecause}</Hint>;
  }
  return (
    <PlainList gap="S">
      {who.entries.map(({ at, activity, by }) => (
        <li key={`${at} ${activity} ${by?.name ?? ''}`} className={styles.stack}>
          <Text weight="semibold" className={styles.after}>
            {by === null ? 'Not named in the log' : by.name}
            {by?.kind === 'app' && ' (application)'}
          </Text>
          <Hint>
            <time dateTime={at}>{formatDateTime(at)}</time>, {activity}
          </Hint>
        </li>
      ))}
      {who.unknownBecause !== null && (
        <li>
          <Hint>{who.unknownBecause}</Hint>
        </li>
      )}
    </PlainList>
  );
}

/** Settings that changed, with who changed them where the directory audit log says. */
export function SettingChanges({ changes }: { changes: readonly Change[] }) {
  return <DataTable label="Changed settings" rows={changes} columns={columns} rowId={settingId} minWidth="880px" />;
}
