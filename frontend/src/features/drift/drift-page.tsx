import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { BranchCompareRegular } from '@fluentui/react-icons/svg/branch-compare';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { useQuery } from '@tanstack/react-query';
import type { Drift, NotComparable } from '@tenantry/contract/drift';
import { tenantIdOfRecordId } from '@tenantry/contract/ids';
import { NeedsScan } from '../../blocks/needs-scan.tsx';
import { countOf, formatNumber } from '../../lib/format.ts';
import { useSelectedTenant } from '../../lib/session.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { driftQuery, ScanChoice } from './drift-queries.ts';
import { ScanPicker } from './scan-picker.tsx';
import { capitalized, SettingChanges } from './setting-changes.tsx';
import { VerdictChanges, verdictSummary } from './verdict-changes.tsx';

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, display: 'grid', gap: tokens.spacingVerticalXS },
  quiet: { color: tokens.colorNeutralForeground3 },
});

/** What changed in the selected organization between two scans. */
export function DriftPage() {
  const { id: tenantId } = useSelectedTenant();
  const [params, setParams] = useTableParams(ScanChoice);
  // The address may name scans of the organization that was selected before.
  const own = (id: string | undefined) => (id !== undefined && tenantIdOfRecordId(id) === tenantId ? id : undefined);
  const query = useQuery(driftQuery(tenantId, { from: own(params.from), to: own(params.to) }));
  return (
    <PageShell title="Changes" subtitle="What changed between two scans, and who changed it">
      <QueryState
        query={query}
        loading={<SkeletonRows rows={5} size={64} label="Comparing the scans" />}
        errorTitle="The scans could not be compared."
        isEmpty={({ to }) => to === null}
        empty={
          <NeedsScan
            icon={<BranchCompareRegular />}
            title="No scan yet"
            body="Changes show once two scans of this organization have completed."
          />
        }
      >
        {(drift) => (
          <>
            {(drift.from !== null || own(params.to) !== undefined) && (
              <ScanPicker tenantId={tenantId} from={drift.from} to={drift.to} onChange={setParams} />
            )}
            {drift.from === null ? (
              <NeedsScan
                icon={<BranchCompareRegular />}
                title="Only one scan so far"
                body="There is no earlier scan to compare this one with. The next scan will show what changed."
              />
            ) : (
              <Changes drift={drift} />
            )}
          </>
        )}
      </QueryState>
    </PageShell>
  );
}

function Changes({ drift }: { drift: Drift }) {
  const { verdicts, settings, settingsTotal, notComparable } = drift;
  const isUnchanged = verdicts.length === 0 && settings.length === 0;
  return (
    <>
      {isUnchanged ? (
        <EmptyState
          icon={<CheckmarkCircleRegular />}
          headingLevel="h2"
          title="Nothing changed"
          body={
            notComparable.length === 0
              ? 'Every check gave the same answer, and every setting is as it was.'
              : 'Every check gave the same answer, and every setting that both scans could read is as it was.'
          }
        />
      ) : (
        <>
          <SectionCard title="Verdicts" subtitle={verdictSummary(verdicts)}>
            {verdicts.length === 0 ? (
              <Quiet>Every check gave the same answer.</Quiet>
            ) : (
              <VerdictChanges changes={verdicts} />
            )}
          </SectionCard>
          <SectionCard title="Settings" subtitle={settingsSummary(settings.length, settingsTotal)}>
            {settings.length === 0 ? (
              <Quiet>Every setting that both scans could read is as it was.</Quiet>
            ) : (
              <SettingChanges changes={settings} />
            )}
          </SectionCard>
        </>
      )}
      {notComparable.length > 0 && <NotCompared list={notComparable} />}
    </>
  );
}

function settingsSummary(shown: number, total: number): string | undefined {
  if (total === 0) return undefined;
  return shown < total
    ? `The first ${formatNumber(shown)} of ${formatNumber(total)} changes`
    : countOf(total, 'change');
}

function Quiet({ children }: { children: string }) {
  const styles = useStyles();
  return <Text className={styles.quiet}>{children}</Text>;
}

function NotCompared({ list }: { list: readonly NotComparable[] }) {
  const styles = useStyles();
  return (
    <SectionCard
      title="Not compared"
      subtitle="At least one of the scans could not read these, so whether they changed is not known"
    >
      <ul className={styles.list}>
        {list.map(({ dataset, label, because }) => (
          <li key={`${dataset} ${because}`}>
            <Text weight="semibold">{capitalized(label)}:</Text> <Text>{because}</Text>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
