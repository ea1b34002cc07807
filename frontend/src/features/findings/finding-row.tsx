import { Badge, Button, Checkbox, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Finding } from '@tenantry/contract/findings';
import { categoryLabels } from '@tenantry/contract/labels';
import { useRef } from 'react';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useHasRole } from '../../lib/session.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Row } from '../../ui/row.tsx';
import { AcceptanceNote, AcceptRisk, WithdrawAcceptance } from './acceptance.tsx';
import { FindingStatusBadge } from './finding-status-badge.tsx';
import { LicenseGroup } from './license-group.tsx';
import { StatusButton } from './status-button.tsx';
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
  finding: Finding;
  /** In a list over several organizations, where the page cannot say it for all. */
  marksSimulated: boolean;
  /** Null where none can be selected. */
  selection: FindingSelectionState | null;
  /** Within the row of all that need the same license, which says so for each. */
  isMember?: boolean;
  onOpen: () => void;
  /** Where the keyboard goes when a finding gets this status: null where the filters let it stay in the list. */
  leaveFor: (status: Finding['status']) => (() => void) | null;
};

/** One finding of the list. */
export function FindingRow({ finding, marksSimulated, selection, isMember = false, onOpen, leaveFor }: Props) {
  const styles = useStyles();
  const details = useRef<HTMLButtonElement>(null);
  const done = (status: Finding['status']) => {
    const leave = leaveFor(status) ?? (() => details.current?.focus());
    leave();
  };
  return (
    <article className={mergeClasses(styles.root, selection !== null && styles.choosable)} aria-label={finding.title}>
      {selection && <SelectBox finding={finding} selection={selection} />}
      <div className={styles.text}>
        <Row gap="S" align="center">
          <SeverityBadge severity={finding.severity} />
          <h2 className={styles.title}>{finding.title}</h2>
          <FindingStatusBadge status={finding.status} />
          {marksSimulated && finding.isSimulated && (
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
        <Button ref={details} size="small" onClick={onOpen} aria-label={`View Details: ${finding.title}`}>
          View Details
        </Button>
        <StatusActions finding={finding} onDone={done} />
      </div>
    </article>
  );
}

function Meta({ finding, tellsLicense }: { finding: Finding; tellsLicense: boolean }) {
  const styles = useStyles();
  return (
    <div className={styles.meta}>
      <span>{finding.tenant}</span>
      <span>{categoryLabels[finding.category]}</span>
      {finding.affectedCount > 0 && <span>{formatNumber(finding.affectedCount)} affected</span>}
      <span>
        Last detected <RelativeTime instant={finding.lastDetected} />
      </span>
      {tellsLicense && <LicenseGroup finding={finding} />}
    </div>
  );
}

function SelectBox({ finding, selection }: { finding: Finding; selection: FindingSelectionState }) {
  const styles = useStyles();
  const isSelected = selection.selected.has(finding.id);
  return (
    <Checkbox
      className={styles.box}
      checked={isSelected}
      disabled={!isSelectable(finding) || (selection.isFull && !isSelected)}
      onChange={() => selection.toggle(finding)}
      aria-label={`Select: ${finding.title}`}
    />
  );
}

/** @param onDone a button goes away with what it did, so the keyboard needs another place */
function StatusActions({ finding, onDone }: { finding: Finding; onDone: (status: Finding['status']) => void }) {
  const isTechnician = useHasRole('technician');
  const isAdmin = useHasRole('admin');
  const { status } = finding;
  if (status === 'accepted') {
    return (
      isAdmin && (
        <WithdrawAcceptance finding={finding} size="small" namesFinding onWithdrawn={() => onDone('unresolved')} />
      )
    );
  }
  if (!isTechnician) return null;
  const to = status === 'resolved' ? 'unresolved' : 'resolved';
  return (
    <>
      <StatusButton key={to} finding={finding} status={to} size="small" namesFinding onDone={() => onDone(to)} />
      {isAdmin && status !== 'resolved' && (
        <AcceptRisk finding={finding} size="small" namesFinding onAccepted={() => onDone('accepted')} />
      )}
    </>
  );
}
