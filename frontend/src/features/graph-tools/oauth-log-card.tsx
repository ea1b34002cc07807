import { Badge, Card, Link, makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import type { OAuthLogEntry } from '@tenantry/contract/graph-tools';
import { useId, useState } from 'react';
import { formatDateTime, formatSeconds } from '../../lib/format.ts';
import { useSignedIn } from '../../lib/session.ts';
import { FactGrid } from '../../ui/fact-grid.tsx';
import { Hint } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { JsonBlock } from './json-block.tsx';
import { sourceLabels, stageLabels } from './oauth-labels.ts';

const useStyles = makeStyles({
  card: { padding: tokens.spacingHorizontalL, gap: tokens.spacingVerticalM, minWidth: 0 },
  title: { margin: 0 },
  error: { overflowWrap: 'anywhere' },
  advice: { display: 'block' },
  toggle: { justifySelf: 'start', alignSelf: 'flex-start' },
});

const yesNo = (value: boolean | null) => (value === null ? 'Not reached' : value ? 'Yes' : 'No');

/** One step of a connection to Microsoft: how it went, what the error means, and what to do. */
export function OAuthLogCard({ entry }: { entry: OAuthLogEntry }) {
  const styles = useStyles();
  const titleId = useId();
  const hasFailed = entry.error !== '';
  return (
    <Card className={styles.card} role="group" aria-labelledby={titleId}>
      <Row gap="M" align="center">
        <Subtitle2 as="h3" id={titleId} className={styles.title}>
          {stageLabels[entry.context]}
        </Subtitle2>
        {hasFailed ? (
          <StatusBadge label="Failed" color="danger" icon={<ErrorCircleFilled />} />
        ) : (
          <StatusBadge label="Success" color="success" icon={<CheckmarkCircleFilled />} />
        )}
        <Badge appearance="outline" color="informative">
          {sourceLabels[entry.source]}
        </Badge>
        <Hint>
          <time dateTime={entry.timestamp}>{formatDateTime(entry.timestamp)}</time>
        </Hint>
      </Row>
      {hasFailed && <Text className={styles.error}>{entry.error}</Text>}
      {entry.explanation !== null && <Explanation explanation={entry.explanation} />}
      <Facts entry={entry} />
      <Details raw={entry.raw} />
    </Card>
  );
}

function Explanation({ explanation }: { explanation: NonNullable<OAuthLogEntry['explanation']> }) {
  const styles = useStyles();
  return (
    <Notice intent="info" title={explanation.code}>
      {explanation.meaning}
      <span className={styles.advice}>
        <Text weight="semibold">What to do:</Text> {explanation.whatToDo}
      </span>
    </Notice>
  );
}

function Facts({ entry }: { entry: OAuthLogEntry }) {
  const { tenants } = useSignedIn();
  const { originatingTenantId: tenantId, oauthCallbackDurationMs: durationMs } = entry;
  const facts = [
    ['Tenant', tenantId === null ? '—' : (tenants.find(({ id }) => id === tenantId)?.displayName ?? tenantId)],
    ['Account', entry.userEmailExtracted ?? '—'],
    ['State decoded', yesNo(entry.oauthStateDecoded)],
    ['Token exchanged', yesNo(entry.tokenExchangeSuccess)],
    ['Graph answered', yesNo(entry.graphApiSuccess)],
    ['Credentials saved', yesNo(entry.credentialsSaved)],
    ['Duration', durationMs === null ? '—' : formatSeconds(durationMs)],
  ] as const;
  return <FactGrid columnPx={200} facts={facts} />;
}

function Details({ raw }: { raw: OAuthLogEntry['raw'] }) {
  const styles = useStyles();
  const [isShown, setShown] = useState(false);
  if (Object.keys(raw).length === 0) return null;
  return (
    <>
      <Link as="button" className={styles.toggle} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide details' : 'Show details'}
      </Link>
      {isShown && <JsonBlock label="Details" value={raw} />}
    </>
  );
}
