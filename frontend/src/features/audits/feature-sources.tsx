import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { SubtractCircleFilled } from '@fluentui/react-icons/svg/subtract-circle';
import type { DatasetStateView } from '@tenantry/contract/audits';
import { VerdictBadge } from '../../blocks/verdict-badge.tsx';
import { countOf } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useHasRole } from '../../lib/session.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const useStyles = makeStyles({
  text: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0, overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3 },
  summary: { cursor: 'pointer', fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase300 },
  names: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, fontSize: tokens.fontSizeBase200 },
});

const reasons: Partial<Record<DatasetStateView['state'], string>> = {
  notPermitted: 'Microsoft’s service Tenant Configuration Management lacks the role to read these in the tenant.',
  couldNotCheck: 'Microsoft’s snapshot did not hold these. The next scan asks again.',
};

/** Why they are not there: of those that the tenant goes without, in Microsoft's words where they have one reason. */
function reasonOf(sources: readonly DatasetStateView[]): string | null {
  const [first] = sources;
  const messages = new Set(sources.map(({ message }) => message));
  return (first && reasons[first.state]) ?? (messages.size === 1 ? (first?.message ?? null) : null);
}

type Props = { sources: readonly DatasetStateView[]; tenantId: string };

/** Settings of Exchange, Defender, Purview and Teams that were not read, of one state: what mends one mends them all. */
export function FeatureSources({ sources, tenantId }: Props) {
  const styles = useStyles();
  const isAdmin = useHasRole('admin');
  const state = sources[0]?.state;
  if (state === undefined) return null;
  const reason = reasonOf(sources);
  return (
    <>
      <div>
        {state === 'notPermitted' || state === 'couldNotCheck' || state === 'notLicensed' || state === 'notOffered' ? (
          <VerdictBadge status={state} />
        ) : (
          <StatusBadge label="Not available" color="subtle" icon={<SubtractCircleFilled />} />
        )}
      </div>
      <div className={styles.text}>
        <Text weight="semibold">Settings of Exchange, Defender, Purview and Teams</Text>
        {reason !== null && <Text>{reason}</Text>}
        <details className={styles.quiet}>
          <summary className={styles.summary}>{countOf(sources.length, 'source')}</summary>
          <ul className={styles.names}>
            {sources.map(({ name, label, message }) => (
              <li key={name}>{reason === message || message === null ? label : `${label}: ${message}`}</li>
            ))}
          </ul>
        </details>
        {isAdmin && state !== 'notOffered' && (
          <TextLink to={paths.adminTenantConfiguration.replace(':id', tenantId)}>Tenant configuration</TextLink>
        )}
      </div>
    </>
  );
}
