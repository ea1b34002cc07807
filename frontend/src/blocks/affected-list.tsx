import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import {
  accountTexts,
  affectedLeftOut,
  affectedNoun,
  affectedTypeLabel,
  alertTexts,
} from '@tenantry/contract/affected-texts';
import type { Affected } from '@tenantry/contract/verdicts';
import { useState } from 'react';
import { countOf, formatDate, formatDateTime, formatNumber } from '../lib/format.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Part } from '../ui/facts.tsx';
import { Hint } from '../ui/muted.tsx';

const firstShown = 25;

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, maxHeight: '320px', overflowY: 'auto' },
  more: { justifySelf: 'start' },
});

type With<K extends 'account' | 'alert'> = Affected & { [key in K]-?: NonNullable<Affected[key]> };
const isAccount = (one: Affected): one is With<'account'> => one.account !== undefined;
const isAlert = (one: Affected): one is With<'alert'> => one.alert !== undefined;

const textsOf = ({ account }: With<'account'>) => accountTexts(account, formatDate);
const byText = (text: (one: With<'account'>) => string) => (a: With<'account'>, b: With<'account'>) =>
  text(a).localeCompare(text(b));
/** The longest unused first: none on record, then by date, then those of which it is not known. */
const signInKey = ({ account: { lastSignIn } }: With<'account'>) =>
  lastSignIn === null ? '~' : lastSignIn === 'none' ? '' : lastSignIn;

const accountColumns: readonly Column<With<'account'>>[] = [
  { id: 'name', label: 'Account', width: '28%', cell: ({ name }) => name, compare: byText(({ name }) => name) },
  {
    id: 'roles',
    label: 'Roles',
    cell: (one) => textsOf(one).roles,
    compare: byText((one) => textsOf(one).roles),
  },
  { id: 'licenses', label: 'Licenses', cell: (one) => textsOf(one).licenses },
  {
    id: 'lastSignIn',
    label: 'Last sign-in',
    cell: (one) => textsOf(one).lastSignIn,
    compare: (a, b) => signInKey(a).localeCompare(signInKey(b)),
  },
  { id: 'mfa', label: 'MFA', cell: (one) => textsOf(one).mfa, compare: byText((one) => textsOf(one).mfa) },
];

const alertColumns: readonly Column<With<'alert'>>[] = [
  { id: 'name', label: 'Alert', width: '36%', cell: ({ name, alert }) => <AlertName name={name} url={alert.url} /> },
  { id: 'users', label: 'Users', cell: ({ alert }) => alertTexts(alert, formatDateTime).users },
  { id: 'created', label: 'Created', width: '22%', cell: ({ alert }) => alertTexts(alert, formatDateTime).created },
];

function AlertName({ name, url }: { name: string; url: string | null }) {
  if (url === null) return name;
  return (
    <Link href={url} target="_blank" rel="noreferrer" inline>
      {name}
    </Link>
  );
}

type Props = { affected: readonly Affected[]; affectedCount: number };

/** Whom and what a finding or a check is about: accounts with what is known of them, alerts with their accounts, day and link. */
export function AffectedList({ affected, affectedCount }: Props) {
  const styles = useStyles();
  if (affectedCount === 0) return null;
  const others = affected.filter((one) => !isAccount(one) && !isAlert(one));
  return (
    <Part title={`Affected: ${countOf(affectedCount, ...affectedNoun(affected))}`}>
      <Rows label="Affected accounts" rows={affected.filter(isAccount)} columns={accountColumns} />
      <Rows label="Affected alerts" rows={affected.filter(isAlert)} columns={alertColumns} />
      {others.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
        <ul className={styles.list} tabIndex={0} aria-label="Affected objects">
          {others.map((one) => (
            <li key={`${one.type} ${one.id}`}>
              <Text>{one.name}</Text> {one.type !== 'people' && <Hint>({affectedTypeLabel(one)})</Hint>}
            </li>
          ))}
        </ul>
      )}
      {affectedLeftOut(affected, affectedCount, affected.length) > 0 && (
        <Hint>
          The first {formatNumber(affected.length)} of {formatNumber(affectedCount)} are listed.
        </Hint>
      )}
    </Part>
  );
}

type RowsProps<Row> = { label: string; rows: readonly Row[]; columns: readonly Column<Row>[] };

function Rows<Row extends Affected>({ label, rows, columns }: RowsProps<Row>) {
  const styles = useStyles();
  const [isWhole, setWhole] = useState(false);
  if (rows.length === 0) return null;
  return (
    <>
      <DataTable
        label={label}
        rows={isWhole ? rows : rows.slice(0, firstShown)}
        columns={columns}
        rowId={({ type, id }) => `${type} ${id}`}
      />
      {rows.length > firstShown && (
        <Button size="small" className={styles.more} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${formatNumber(rows.length)}`}
        </Button>
      )}
    </>
  );
}
