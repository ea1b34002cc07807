import { Button } from '@fluentui/react-components';
import { BranchCompareRegular } from '@fluentui/react-icons/svg/branch-compare';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { useQuery } from '@tanstack/react-query';
import type { Drift } from '@tenantry/contract/drift';
import { NeedsScan } from '../../blocks/needs-scan.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { useSelectedTenant } from '../../lib/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { AttentionList, attentionRows } from './attention-list.tsx';
import { ComparisonBar } from './comparison-bar.tsx';
import { type Comparison, driftQuery } from './drift-queries.ts';
import { FindingChanges } from './finding-changes.tsx';
import { NotCompared } from './not-compared.tsx';
import { ScoreChange } from './score-change.tsx';
import { SettingChanges } from './setting-changes.tsx';
import { useComparison } from './use-comparison.ts';
import { VerdictChanges, verdictSummary } from './verdict-changes.tsx';

/** What changed in the selected tenant between two scans: score, findings, checks and settings. */
export function DriftPage() {
  const { id: tenantId } = useSelectedTenant();
  const { comparison, compare } = useComparison(tenantId);
  return (
    <PageShell title="Changes" subtitle="What changed between two scans, and who changed it">
      {comparison === null ? (
        <NoSuchScan onReset={() => compare({})} />
      ) : (
        <Compared tenantId={tenantId} comparison={comparison} onCompare={compare} />
      )}
    </PageShell>
  );
}

type ComparedProps = { tenantId: string; comparison: Comparison; onCompare: (comparison: Comparison) => void };

function Compared({ tenantId, comparison, onCompare }: ComparedProps) {
  const query = useQuery(driftQuery(tenantId, comparison));
  const namesScans = comparison.from !== undefined || comparison.to !== undefined;
  if (namesScans && query.error instanceof ApiError && query.error.code === 'NOT_FOUND')
    return <NoSuchScan onReset={() => onCompare({})} />;
  return (
    <QueryState
      query={query}
      loading={<SkeletonRows rows={5} size={64} label="Comparing the scans" />}
      errorTitle="The scans could not be compared."
      isEmpty={({ to }) => to === null}
      empty={
        <NeedsScan
          icon={<BranchCompareRegular />}
          title="No scan yet"
          body="Changes show once two scans of this tenant have completed."
        />
      }
    >
      {(drift) => {
        const hasOthers = drift.from !== null || namesScans || comparison.since !== undefined;
        return (
          <>
            {hasOthers && (
              <ComparisonBar tenantId={tenantId} drift={drift} comparison={comparison} onCompare={onCompare} />
            )}
            {drift.from === null ? <NoBaseline drift={drift} comparison={comparison} /> : <Changes drift={drift} />}
          </>
        );
      }}
    </QueryState>
  );
}

function NoSuchScan({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      icon={<BranchCompareRegular />}
      headingLevel="h2"
      title="No such scan"
      body="This tenant has no such scan. It may belong to another tenant or be past the retention period."
      actions={<Button onClick={onReset}>Compare the last two scans</Button>}
    />
  );
}

function NoBaseline({ drift, comparison }: { drift: Drift; comparison: Comparison }) {
  if (comparison.since === undefined) {
    const isOnly = comparison.to === undefined;
    return (
      <NeedsScan
        icon={<BranchCompareRegular />}
        title={isOnly ? 'Only one scan so far' : 'No earlier scan'}
        body="There is no earlier scan to compare this one with. The next scan will show what changed."
      />
    );
  }
  return (
    <EmptyState
      icon={<BranchCompareRegular />}
      headingLevel="h2"
      title={comparison.since === 'week' ? 'No scan from a week ago' : 'No earlier report'}
      body={`${drift.reason} Choose another scan to compare with.`}
    />
  );
}

function Changes({ drift }: { drift: Drift }) {
  const { settingsTotal, notComparable, neverCompared } = drift;
  const weighty = attentionRows(drift);
  const verdicts = drift.verdicts.filter(({ attention }) => attention === null);
  const settings = drift.settings.filter(({ attention }) => attention === null);
  const isUnchanged = drift.verdicts.length === 0 && drift.settings.length === 0;
  return (
    <>
      {drift.from !== null && drift.to !== null && <ScoreChange from={drift.from} to={drift.to} />}
      {/* Other scans are other lists: the first of them is shown again. */}
      {drift.findings && (
        <FindingChanges key={`${drift.from?.scanLogId} ${drift.to?.scanLogId}`} findings={drift.findings} />
      )}
      {isUnchanged ? (
        <EmptyState
          icon={<CheckmarkCircleRegular />}
          headingLevel="h2"
          title="Nothing changed"
          body={
            notComparable.length === 0
              ? 'No check result and no setting changed.'
              : 'No check result changed, and no setting that both scans could read.'
          }
        />
      ) : (
        <>
          <SectionCard
            title="Needs attention"
            subtitle={weighty.length > 0 ? countOf(weighty.length, 'change') : undefined}
          >
            {weighty.length === 0 ? (
              <Quiet>No change is known to weaken security.</Quiet>
            ) : (
              <AttentionList rows={weighty} />
            )}
          </SectionCard>
          <SectionCard title={weighty.length > 0 ? 'Other checks' : 'Checks'} subtitle={verdictSummary(verdicts)}>
            {verdicts.length === 0 ? (
              <Quiet>{othersAlike(drift.verdicts.length, 'check result is unchanged')}</Quiet>
            ) : (
              <VerdictChanges changes={verdicts} />
            )}
          </SectionCard>
          <SectionCard
            title={weighty.length > 0 ? 'Other settings' : 'Settings'}
            subtitle={settingsSummary(settings.length, settingsTotal - (drift.settings.length - settings.length))}
          >
            {settings.length === 0 ? (
              <Quiet>{othersAlike(drift.settings.length, 'setting that both scans could read is unchanged')}</Quiet>
            ) : (
              <SettingChanges changes={settings} />
            )}
          </SectionCard>
        </>
      )}
      <NotCompared unread={notComparable} never={neverCompared} />
    </>
  );
}

const othersAlike = (changed: number, alike: string): string => `Every ${changed > 0 ? 'other ' : ''}${alike}.`;

function settingsSummary(shown: number, total: number): string | undefined {
  if (total === 0) return undefined;
  return shown < total
    ? `The first ${formatNumber(shown)} of ${formatNumber(total)} changes`
    : countOf(total, 'change');
}

function Quiet({ children }: { children: string }) {
  return <Muted>{children}</Muted>;
}
