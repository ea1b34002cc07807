import { Badge, Button, Checkbox, makeStyles, Text, tokens } from '@fluentui/react-components';
import type { Finding } from '@tenantry/contract/findings';
import { categoryLabels } from '@tenantry/contract/labels';
import { useRef } from 'react';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { useHasRole } from '../../lib/session.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { AcceptanceNote, AcceptRisk, WithdrawAcceptance } from './acceptance.tsx';
import { FindingStatusBadge } from './finding-status-badge.tsx';
import { LicenseGroup } from './license-group.tsx';
import type { PlanSelection } from './use-plan-selection.ts';
import { useSetStatus } from './use-set-status.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: tokens.spacingHorizontalL,
    alignItems: 'start',
    padding: `${tokens.spacingVerticalL} 0`,
    '@media (max-width: 839px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  text: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0, overflowWrap: 'anywhere' },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  badges: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  meta: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

type Props = {
  finding: Finding;
  /** In a list over several organizations, where the page cannot say it for all. */
  marksSimulated: boolean;
  /** Null where none can be chosen. */
  selection: PlanSelection | null;
  onOpen: () => void;
};

/** One finding of the list. */
export function FindingCard({ finding, marksSimulated, selection, onOpen }: Props) {
  const styles = useStyles();
  const details = useRef<HTMLButtonElement>(null);
  return (
    <article className={styles.root} aria-label={finding.title}>
      <div className={styles.text}>
        <div className={styles.head}>
          {selection && <ChooseBox finding={finding} selection={selection} />}
          <h2 className={styles.title}>{finding.title}</h2>
        </div>
        <div className={styles.badges}>
          <SeverityBadge severity={finding.severity} />
          <FindingStatusBadge status={finding.status} />
          {marksSimulated && finding.isSimulated && (
            <Badge appearance="outline" color="informative">
              Simulated
            </Badge>
          )}
        </div>
        <Text>{finding.description}</Text>
        <LicenseGroup finding={finding} />
        {finding.status === 'accepted' && finding.acceptance !== null && (
          <AcceptanceNote acceptance={finding.acceptance} />
        )}
        <div className={styles.meta}>
          <span>{finding.tenant}</span>
          <span>{categoryLabels[finding.category]}</span>
          <span>
            Last detected <RelativeTime instant={finding.lastDetected} />
          </span>
        </div>
      </div>
      <div className={styles.actions}>
        <Button ref={details} size="small" onClick={onOpen} aria-label={`View Details: ${finding.title}`}>
          View Details
        </Button>
        <StatusActions finding={finding} onDone={() => details.current?.focus()} />
      </div>
    </article>
  );
}

/** Chooses an open finding for the project plan. */
function ChooseBox({ finding, selection }: { finding: Finding; selection: PlanSelection }) {
  if (finding.status !== 'unresolved' && finding.status !== 'in-progress') return null;
  return (
    <Checkbox
      checked={selection.ids.has(finding.id)}
      onChange={() => selection.toggle(finding.id)}
      aria-label={`Choose for the project plan: ${finding.title}`}
    />
  );
}

/** @param onDone a button goes away with what it did; the keyboard stays on this finding */
function StatusActions({ finding, onDone }: { finding: Finding; onDone: () => void }) {
  const isTechnician = useHasRole('technician');
  const isAdmin = useHasRole('admin');
  const { setStatus, pending } = useSetStatus(finding, onDone);
  const resolveLabel = pending ? 'Resolving…' : 'Resolve';
  if (finding.status === 'resolved') return null;
  if (finding.status === 'accepted') {
    return isAdmin && <WithdrawAcceptance finding={finding} size="small" namesFinding onWithdrawn={onDone} />;
  }
  return (
    <>
      {isTechnician && (
        <Button
          size="small"
          onClick={() => setStatus('resolved')}
          disabledFocusable={pending}
          aria-label={`${resolveLabel}: ${finding.title}`}
        >
          {resolveLabel}
        </Button>
      )}
      {isAdmin && <AcceptRisk finding={finding} size="small" namesFinding onAccepted={onDone} />}
    </>
  );
}
