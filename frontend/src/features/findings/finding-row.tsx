import { Badge, Button, Checkbox, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Finding, ListedFinding } from '@tenantry/contract/findings';
import { categoryLabels } from '@tenantry/contract/labels';
import { useRef } from 'react';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useHasRole } from '../../lib/session.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Row } from '../../ui/row.tsx';
import { AcceptanceNote, AcceptRisk, WithdrawAcceptance } from './acceptance.tsx';
import { CheckAgainButton } from './check-again-button.tsx';
import { FindingStatusBadge } from './finding-status-badge.tsx';
import { FindingWorkLine } from './finding-work.tsx';
import { LicenseGroup } from './license-group.tsx';
import { ReopenButton } from './reopen-button.tsx';
import { ResolveMenu } from './resolve-menu.tsx';
import { type FindingSelectionState, isSelectable } from './use-finding-selection.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalS,
    alignItems: 'center',
    padding: `${tokens.spacingVerticalS} 0`,
    '@media (max-width: 1023px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  choosable: {
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    '@media (max-width: 1023px)': { gridTemplateColumns: 'auto minmax(0, 1fr)' },
  },
  box: { alignSelf: 'start' },
  text: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0, overflowWrap: 'anywhere' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    // On a phone the badges share a line above it.
    '@media (max-width: 639px)': { order: 1, flexBasis: '100%' },
  },
  // One line of it is enough to tell findings apart: the details have all of it.
  description: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '@media (max-width: 639px)': {
      whiteSpace: 'normal',
      display: '-webkit-box',
      WebkitLineClamp: 2,
      WebkitBoxOrient: 'vertical',
    },
  },
  meta: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    '@media (max-width: 1023px)': { gridColumnEnd: -1 },
  },
});

type Props = {
  finding: ListedFinding;
  /** The list is over several tenants: what the page cannot say for all stands with each. */
  ofSeveralTenants: boolean;
  /** Null where none can be selected. */
  selection: FindingSelectionState | null;
  /** Within the row of all that need the same license, which says so for each. */
  isMember?: boolean;
  onOpen: () => void;
  /** Where the keyboard goes when a finding gets this status: null where the filters let it stay in the list. */
  leaveFor: (status: Finding['status']) => (() => void) | null;
};

/** One finding of the list. */
export function FindingRow({ finding, ofSeveralTenants, selection, isMember = false, onOpen, leaveFor }: Props) {
  const styles = useStyles();
  const listedAs = ofSeveralTenants ? `${finding.title} of ${finding.tenant}` : finding.title;
  const details = useRef<HTMLButtonElement>(null);
  const done = (status: Finding['status']) => {
    const leave = leaveFor(status) ?? (() => details.current?.focus());
    leave();
  };
  return (
    <article className={mergeClasses(styles.root, selection !== null && styles.choosable)} aria-label={finding.title}>
      {selection && <SelectBox finding={finding} selection={selection} listedAs={listedAs} />}
      <div className={styles.text}>
        <Row gap="S" align="center">
          <SeverityBadge severity={finding.severity} />
          <h2 className={styles.title}>{finding.title}</h2>
          <FindingStatusBadge finding={finding} />
          {ofSeveralTenants && finding.isSimulated && (
            <Badge appearance="outline" color="informative">
              Simulated
            </Badge>
          )}
        </Row>
        <div className={styles.description}>{finding.description}</div>
        <Meta finding={finding} tellsLicense={!isMember} />
        {finding.status === 'accepted' && finding.acceptance !== null && (
          <AcceptanceNote acceptance={finding.acceptance} />
        )}
      </div>
      <div className={styles.actions}>
        <Button ref={details} size="small" onClick={onOpen} aria-label={`View Details: ${listedAs}`}>
          View Details
        </Button>
        <StatusActions finding={finding} listedAs={listedAs} onDone={done} />
      </div>
    </article>
  );
}

function Meta({ finding, tellsLicense }: { finding: ListedFinding; tellsLicense: boolean }) {
  const styles = useStyles();
  return (
    <div className={styles.meta}>
      <span>{finding.tenant}</span>
      <span>{categoryLabels[finding.category]}</span>
      {finding.affectedCount > 0 && <span>{formatNumber(finding.affectedCount)} affected</span>}
      <span>
        Last detected <RelativeTime instant={finding.lastDetected} />
      </span>
      <FindingWorkLine work={finding.work} />
      {tellsLicense && <LicenseGroup finding={finding} />}
    </div>
  );
}

type SelectProps = { finding: Finding; selection: FindingSelectionState; listedAs: string };

function SelectBox({ finding, selection, listedAs }: SelectProps) {
  const styles = useStyles();
  const isSelected = selection.selected.has(finding.id);
  return (
    <Checkbox
      className={styles.box}
      checked={isSelected}
      disabled={!isSelectable(finding) || (selection.isFull && !isSelected)}
      onChange={() => selection.toggle(finding)}
      aria-label={`Select: ${listedAs}`}
    />
  );
}

type StatusProps = { finding: Finding; listedAs: string; onDone: (status: Finding['status']) => void };

/** @param onDone a button goes away with what it did, so the keyboard needs another place */
function StatusActions({ finding, listedAs, onDone }: StatusProps) {
  const isTechnician = useHasRole('technician');
  const isAdmin = useHasRole('admin');
  const { status } = finding;
  if (status === 'accepted') {
    return (
      isAdmin && (
        <WithdrawAcceptance
          finding={finding}
          size="small"
          listedAs={listedAs}
          onWithdrawn={() => onDone('unresolved')}
        />
      )
    );
  }
  if (!isTechnician) return null;
  const isResolved = status === 'resolved';
  return (
    <>
      {!(isResolved && finding.isVerified) && (
        <CheckAgainButton
          finding={finding}
          size="small"
          listedAs={listedAs}
          onEnded={(now) => now !== status && onDone(now)}
        />
      )}
      {isResolved && (
        <ReopenButton finding={finding} size="small" listedAs={listedAs} onDone={() => onDone('unresolved')} />
      )}
      {isAdmin && !isResolved && (
        <AcceptRisk finding={finding} size="small" listedAs={listedAs} onAccepted={() => onDone('accepted')} />
      )}
      {!isResolved && (
        <ResolveMenu finding={finding} size="small" listedAs={listedAs} onDone={() => onDone('resolved')} />
      )}
    </>
  );
}
