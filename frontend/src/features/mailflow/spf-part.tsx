import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { SpfDetails, SpfTreeRow } from '@tenantry/contract/mailflow';
import { countOf } from '../../lib/format.ts';
import { FactList, Part } from '../../ui/facts.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { Mono, sentence } from './record-text.tsx';
import { type SpfBranch, spfTree } from './spf-tree.ts';

const useStyles = makeStyles({
  nested: {
    listStyle: 'none',
    margin: 0,
    paddingTop: tokens.spacingVerticalS,
    paddingInlineStart: tokens.spacingHorizontalL,
    borderLeft: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    display: 'grid',
    gap: tokens.spacingVerticalS,
  },
  line: { display: 'flex', justifyContent: 'space-between', gap: tokens.spacingHorizontalM, alignItems: 'baseline' },
  term: { minWidth: 0 },
  cost: { flexShrink: 0, fontVariantNumeric: 'tabular-nums' },
  quiet: { color: tokens.colorNeutralForeground3, display: 'block', overflowWrap: 'anywhere' },
});

const allWords = {
  '-': 'Fail (-all)',
  '~': 'Soft fail (~all)',
  '?': 'Neutral (?all)',
  '+': 'Pass (+all)',
} as const;

/** Who may send in the domain's name, and what it costs to find that out. */
export function SpfPart({ spf }: { spf: SpfDetails }) {
  const isCounted = spf.class === 'valid' || spf.class === 'permerror';
  const among = (count: number, limit: number) => (isCounted ? `${count} of ${limit} allowed` : null);
  return (
    <Part title="SPF">
      <FactList
        facts={[
          ['Result', spf.message === '' ? spf.reason : sentence(spf.message)],
          ...(spf.records.length > 1 ? [['Records', `${spf.records.length} (publish only one)`] as const] : []),
          ['DNS lookups', among(spf.lookups, spf.lookupLimit)],
          ['Void lookups', among(spf.voids, spf.voidLimit)],
          ['all mechanism', spf.all === null ? null : allWords[spf.all]],
        ]}
      />
      {(spf.records.length > 0 ? spf.records : [spf.record ?? '']).map(
        (record) => record !== '' && <Mono key={record}>{record}</Mono>,
      )}
      {spf.warnings.map(({ code, text }) => (
        <Text key={`${code} ${text}`}>{sentence(text)}</Text>
      ))}
      {spf.tree.length > 0 && <CostTree rows={spf.tree} />}
    </Part>
  );
}

function CostTree({ rows }: { rows: readonly SpfTreeRow[] }) {
  return (
    <>
      <Text weight="semibold">Lookups by term, nested records included</Text>
      <PlainList gap="S" aria-label="SPF lookups">
        {spfTree(rows).map((branch) => (
          <Branch key={branch.key} branch={branch} />
        ))}
      </PlainList>
    </>
  );
}

function Branch({ branch: { row, children } }: { branch: SpfBranch }) {
  const styles = useStyles();
  const remarks = [row.note, row.problem, row.voids > 0 ? countOf(row.voids, 'void lookup') : null];
  const said = remarks.filter((remark) => remark !== null).join('; ');
  return (
    <li>
      <div className={styles.line}>
        <span className={styles.term}>
          <Mono>{row.term}</Mono>
        </span>
        <Text size={200} className={styles.cost}>
          {countOf(row.lookups, 'lookup')}
        </Text>
      </div>
      {said !== '' && (
        <Text size={200} className={styles.quiet}>
          {said}
        </Text>
      )}
      {row.record !== null && (
        <Text size={200} font="monospace" className={styles.quiet}>
          {row.record}
        </Text>
      )}
      {children.length > 0 && (
        <ul className={styles.nested}>
          {children.map((child) => (
            <Branch key={child.key} branch={child} />
          ))}
        </ul>
      )}
    </li>
  );
}
