import { Button, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronUpRegular } from '@fluentui/react-icons/svg/chevron-up';
import { OpenRegular } from '@fluentui/react-icons/svg/open';
import { SubtractCircleFilled } from '@fluentui/react-icons/svg/subtract-circle';
import type { Audit, DatasetStateView } from '@tenantry/contract/audits';
import { useId, useState } from 'react';
import { VerdictBadge } from '../../blocks/verdict-badge.tsx';
import { countOf, formatDateTime, formatNumber } from '../../lib/format.ts';
import { useHasRole } from '../../lib/session.ts';
import { ComingTime } from '../../ui/coming-time.tsx';
import { Hint, Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { FeatureSources } from './feature-sources.tsx';

const phone = '@media (max-width: 639px)';

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0 },
  item: {
    display: 'grid',
    gridTemplateColumns: '150px minmax(0, 1fr) auto',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    alignItems: 'start',
    padding: `${tokens.spacingVerticalM} 0`,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    ':first-child': { borderTop: 'none', paddingTop: 0 },
    [phone]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  text: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0, overflowWrap: 'anywhere' },
  action: { justifySelf: 'end', [phone]: { justifySelf: 'start' } },
  read: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))',
    gap: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
  },
  toggle: { alignSelf: 'flex-start' },
});

type MissingSource = DatasetStateView & { state: 'notPermitted' | 'couldNotCheck' | 'notLicensed' };
const isMissing = (source: DatasetStateView): source is MissingSource =>
  source.feature === null && ['notPermitted', 'couldNotCheck', 'notLicensed'].includes(source.state);

/** What needs something to be done comes first. */
const order: readonly DatasetStateView['state'][] = [
  'notPermitted',
  'couldNotCheck',
  'notLicensed',
  'notAvailable',
  'notOffered',
  'notCollected',
  'ok',
];

/** What the audit could read, and what it could not: why, and what would change that. */
export function DataSources({ audit: { tenantId, datasets, sources, isSimulated } }: { audit: Audit }) {
  const styles = useStyles();
  if (sources === null) return null;
  const sorted = datasets.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const missing = sorted.filter(isMissing);
  const ofFeature = Map.groupBy(
    sorted.filter(({ feature, state }) => feature !== null && state !== 'ok' && state !== 'notCollected'),
    ({ state }) => state,
  );
  const absent = sorted.filter(({ state }) => state === 'notCollected');
  const notOffered = sorted.filter(({ state, feature }) => state === 'notOffered' && feature === null);
  const read = sorted.filter(({ state }) => state === 'ok');
  return (
    <SectionCard
      title="Data sources"
      subtitle={`${formatNumber(sources.read)} of ${countOf(sources.all, 'source')} could be read`}
    >
      {missing.length + absent.length + notOffered.length + ofFeature.size > 0 && (
        <ul className={styles.list} aria-label="Sources that were not read">
          {missing.map((source) => (
            <SourceItem key={source.name} source={source} isSimulated={isSimulated} />
          ))}
          {[...ofFeature].map(([state, sources]) => (
            <li key={state} className={styles.item}>
              <FeatureSources sources={sources} tenantId={tenantId} />
            </li>
          ))}
          {[...Map.groupBy([...notOffered, ...absent], ({ state, message }) => `${state} ${message}`)].map(
            ([reason, sources]) => (
              <AbsentItem key={reason} sources={sources} />
            ),
          )}
        </ul>
      )}
      {read.length > 0 && <ReadSources sources={read} />}
    </SectionCard>
  );
}

/** Sources that nobody asked for, for one reason: not collected, or not offered in the tenant's cloud. */
function AbsentItem({ sources }: { sources: readonly DatasetStateView[] }) {
  const styles = useStyles();
  const [first] = sources;
  return (
    <li className={styles.item}>
      <div>
        {first?.state === 'notOffered' ? (
          <VerdictBadge status="notOffered" />
        ) : (
          <StatusBadge label="Not collected" color="subtle" icon={<SubtractCircleFilled />} />
        )}
      </div>
      <div className={styles.text}>
        <Text weight="semibold">{sources.map(({ label }) => label).join(', ')}</Text>
        <Muted>{first?.message ?? 'Not collected during scans.'}</Muted>
      </div>
    </li>
  );
}

function ReadSources({ sources }: { sources: readonly DatasetStateView[] }) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  return (
    <>
      <Button
        className={styles.toggle}
        appearance="subtle"
        icon={isOpen ? <ChevronUpRegular /> : <ChevronDownRegular />}
        iconPosition="after"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide what was read' : `Show ${countOf(sources.length, 'source that was', 'sources that were')} read`}
      </Button>
      {isOpen && (
        <ul className={mergeClasses(styles.list, styles.read)} id={listId} aria-label="Sources that were read">
          {sources.map(({ name, label, fetchedAt }) => (
            <li key={name} className={styles.text}>
              <Text weight="semibold">{label}</Text>
              <Hint>{fetchedAt === null ? 'Date not known' : `As of ${formatDateTime(fetchedAt)}`}</Hint>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function SourceItem({ source, isSimulated }: { source: MissingSource; isSimulated: boolean }) {
  const styles = useStyles();
  const isAdmin = useHasRole('admin');
  return (
    <li className={styles.item}>
      <div>
        <VerdictBadge status={source.state} />
      </div>
      <div className={styles.text}>
        <Text weight="semibold">{source.label}</Text>
        <SourceDetail source={source} />
        {source.state === 'notPermitted' && isSimulated && (
          <Hint>This tenant is simulated: nobody can grant it a permission.</Hint>
        )}
      </div>
      {source.grantUrl !== null && isAdmin && (
        <Button
          as="a"
          className={styles.action}
          href={source.grantUrl}
          target="_blank"
          rel="noopener"
          icon={<OpenRegular />}
          aria-label={`Grant permission: ${source.label} (opens Microsoft in a new tab)`}
        >
          Grant permission
        </Button>
      )}
    </li>
  );
}

function SourceDetail({ source }: { source: MissingSource }) {
  const { state, permission, license } = source;
  if (state === 'notPermitted') return <Text>Needs the permission {permission ?? 'for this data'}.</Text>;
  if (state === 'notLicensed') return <Text>Needs {license ?? 'a premium license'}.</Text>;
  return <CouldNotCheck source={source} />;
}

function answerText(status: number | null, code: string | null): string {
  if (code === 'WaitingForTurn' || code === 'RateLimited') return 'Not requested yet';
  if (status === null || status === 0) return code === null ? 'No response' : `No response (${code})`;
  return code === null ? `Error ${status}` : `Error ${status} ${code}`;
}

function CouldNotCheck({ source: { status, code, message, retryAt } }: { source: MissingSource }) {
  return (
    <>
      <Text>
        {answerText(status, code)}.{' '}
        {retryAt !== null && (
          <>
            Next try <ComingTime instant={retryAt} />.
          </>
        )}
      </Text>
      {message !== null && message !== '' && <Hint>{message}</Hint>}
    </>
  );
}
