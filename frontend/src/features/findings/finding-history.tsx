import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowCounterclockwiseRegular } from '@fluentui/react-icons/svg/arrow-counterclockwise';
import { ArrowSyncRegular } from '@fluentui/react-icons/svg/arrow-sync';
import { ArrowUndoRegular } from '@fluentui/react-icons/svg/arrow-undo';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { EyeRegular } from '@fluentui/react-icons/svg/eye';
import { NoteRegular } from '@fluentui/react-icons/svg/note';
import { ShieldCheckmarkRegular } from '@fluentui/react-icons/svg/shield-checkmark';
import { ShieldDismissRegular } from '@fluentui/react-icons/svg/shield-dismiss';
import { ShieldPersonRegular } from '@fluentui/react-icons/svg/shield-person';
import type { FindingChange, FindingDetails, FindingEvent, FindingEventKind } from '@tenantry/contract/findings';
import { findingEventLabels } from '@tenantry/contract/labels';
import type { ReactElement } from 'react';
import { countOf, formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { Part } from '../../ui/facts.tsx';
import { forcedColors } from '../../ui/forced-colors.ts';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const useStyles = makeStyles({
  item: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    paddingBottom: tokens.spacingVerticalM,
    // The line from each event to the one before it.
    position: 'relative',
    '&:not(:last-child)::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '9px',
      insetBlockStart: '24px',
      bottom: 0,
      width: tokens.strokeWidthThick,
      backgroundColor: tokens.colorNeutralStroke2,
      [forcedColors]: { backgroundColor: 'GrayText' },
    },
  },
  icon: { fontSize: '20px', lineHeight: 0, color: tokens.colorNeutralForeground3 },
  text: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
  note: { whiteSpace: 'pre-wrap' },
});

const changes: Record<FindingChange, string> = {
  new: 'New: found for the first time by the latest scan',
  'still-there': 'Still there in the latest scan',
  resolved: 'Resolved: not found by the latest scan',
  reopened: 'Reopened: resolved or accepted before, and found again',
  'not-verified': 'Not verified: the latest scan could not repeat this check',
};

const icons: Record<FindingEventKind, ReactElement> = {
  'first-seen': <EyeRegular />,
  resolved: <CheckmarkCircleRegular />,
  verified: <ShieldCheckmarkRegular />,
  'back-again': <ArrowCounterclockwiseRegular />,
  'work-started': <ArrowSyncRegular />,
  reopened: <ArrowUndoRegular />,
  accepted: <ShieldPersonRegular />,
  'acceptance-ended': <ShieldDismissRegular />,
  noted: <NoteRegular />,
};

/** What became of a finding over the scans, and by whom; the newest first. */
export function FindingHistory({ finding }: { finding: FindingDetails }) {
  const styles = useStyles();
  const { history, historyOmitted, tenantId } = finding;
  const [oldest] = history.slice(-1);
  const listed = historyOmitted > 0 ? history.slice(0, -1) : history;
  return (
    <Part title="History">
      <Text>{changes[finding.change]}</Text>
      <PlainList as="ol" aria-label="History of this finding">
        {listed.map((event) => (
          <Event key={`${event.at} ${event.what}`} event={event} tenantId={tenantId} />
        ))}
        {historyOmitted > 0 && oldest && (
          <>
            <li className={styles.item}>
              <span />
              <Hint>{countOf(historyOmitted, 'event')} in between left out</Hint>
            </li>
            <Event event={oldest} tenantId={tenantId} />
          </>
        )}
      </PlainList>
    </Part>
  );
}

function Event({ event, tenantId }: { event: FindingEvent; tenantId: string }) {
  const styles = useStyles();
  return (
    <li className={styles.item}>
      <span className={styles.icon} aria-hidden>
        {icons[event.what]}
      </span>
      <div className={styles.text}>
        <Text weight="semibold">{`${findingEventLabels[event.what]}${byText(event)}`}</Text>
        <Hint>
          <time dateTime={event.at}>{formatDateTime(event.at)}</time>
        </Hint>
        {event.note !== '' && <Text className={styles.note}>{event.note}</Text>}
        {event.scanLogId !== null && (
          <Text size={200}>
            <TextLink to={inTenant(`${paths.changes}?to=${event.scanLogId}`, tenantId)}>
              Changes up to this scan
            </TextLink>
          </Text>
        )}
      </div>
    </li>
  );
}

/** A scan and the passing of a day are no persons. */
function byText({ by, what }: FindingEvent): string {
  if (by === 'system') return '';
  if (by !== 'scanner') return ` by ${by}`;
  return what === 'resolved' ? ': a scan no longer found it' : ' by a scan';
}
