import { Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Parsed } from '@tenantry/contract/endpoint';
import type { ListedFinding, listFindings } from '@tenantry/contract/findings';
import { type ComponentProps, useDeferredValue } from 'react';
import { countOf } from '../../lib/format.ts';
import { PagedRows } from '../../ui/paged-rows.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { FindingRow } from './finding-row.tsx';
import { LicenseGroupRow } from './license-group-row.tsx';
import { type FindingSelectionState, isSelectable } from './use-finding-selection.ts';

const useStyles = makeStyles({
  item: { borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}` },
});

/** As many as a large screen shows. */
const firstShown = 8;

type Data = InfiniteData<Parsed<(typeof listFindings)['response']>>;
type Props = Pick<ComponentProps<typeof FindingRow>, 'ofSeveralTenants' | 'selection' | 'leaveFor'> & {
  query: UseInfiniteQueryResult<Data>;
  findings: readonly ListedFinding[];
  total: number;
  /** Whether a row stands for all that count as one with it. */
  isGrouped: boolean;
  onOpen: (finding: ListedFinding) => void;
};

const standsForOthers = ({ needsLicense, isCounted, status }: ListedFinding): boolean =>
  needsLicense !== null && isCounted && (status === 'unresolved' || status === 'in-progress');

/** The findings loaded so far, and the way to more. */
export function FindingList({ query, findings, total, isGrouped, onOpen, ...row }: Props) {
  const styles = useStyles();
  // The rows below those follow in small pieces: all at once, nothing would answer to keys and clicks for that time.
  const isWhole = useDeferredValue(true, false);
  const shown = isWhole ? findings : findings.slice(0, firstShown);
  // What stands for others is unfolded first: each is decided about by itself.
  const single = isGrouped ? findings.filter((finding) => !standsForOthers(finding)) : findings;
  return (
    <PagedRows query={query} shown={findings.length} total={total}>
      {row.selection && <SelectAll findings={single.filter(isSelectable)} selection={row.selection} />}
      <PlainList aria-label="Findings">
        {shown.map((finding) => (
          <li key={finding.id} className={styles.item}>
            {isGrouped && standsForOthers(finding) ? (
              <LicenseGroupRow finding={finding} {...row} onOpen={onOpen} />
            ) : (
              <FindingRow finding={finding} {...row} onOpen={() => onOpen(finding)} />
            )}
          </li>
        ))}
      </PlainList>
    </PagedRows>
  );
}

function SelectAll({ findings, selection }: { findings: readonly ListedFinding[]; selection: FindingSelectionState }) {
  const count = findings.filter(({ id }) => selection.selected.has(id)).length;
  if (findings.length === 0) return null;
  return (
    <Checkbox
      checked={count === findings.length || (count > 0 && 'mixed')}
      onChange={() => selection.toggleAll(findings)}
      label={
        findings.length === 1
          ? 'Select the one loaded finding'
          : `Select all ${countOf(findings.length, 'loaded finding')}`
      }
    />
  );
}
