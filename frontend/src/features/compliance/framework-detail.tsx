import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { useQuery } from '@tanstack/react-query';
import {
  downloadCompliance,
  type FrameworkCompliance,
  type FrameworkControl,
  type FrameworkId,
  type FrameworkSummary,
} from '@tenantry/contract/compliance';
import { controlStatusesByUrgency } from '@tenantry/contract/labels';
import type { Tenant } from '@tenantry/contract/tenants';
import { useDownload } from '../../lib/use-download.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Stack } from '../../ui/stack.tsx';
import { type ControlFilters as Filters, frameworkQuery } from './compliance-queries.ts';
import { ControlFilters } from './control-filters.tsx';
import { ControlGroups } from './control-groups.tsx';
import { ControlStatusBadge } from './control-status.tsx';

const useStyles = makeStyles({
  counts: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    listStyle: 'none',
    margin: 0,
    padding: 0,
  },
});

type Props = { tenant: Tenant; framework: FrameworkId; filters: Filters; onFilter: (patch: Filters) => void };

/** One framework: what it is, who mapped it, and its controls. */
export function FrameworkDetail({ tenant, framework, filters, onFilter }: Props) {
  const query = useQuery(frameworkQuery(tenant.id, framework));
  return (
    <QueryState
      query={query}
      loading={<SkeletonRows rows={6} size={48} label="Loading the controls" />}
      errorTitle="Failed to load the controls. Please try again later."
    >
      {(data) =>
        data.framework && data.controls ? (
          <SectionCard
            title={data.framework.name}
            subtitle={<Publisher framework={data.framework} />}
            actions={<SaveCsv tenant={tenant} framework={framework} />}
          >
            <Coverage framework={data.framework} />
            <ControlFilters filters={filters} counts={data.framework.counts} onChange={onFilter} />
            <Controls groups={data.groups} controls={data.controls} filters={filters} onFilter={onFilter} />
          </SectionCard>
        ) : null
      }
    </QueryState>
  );
}

function Publisher({ framework: { publisher, mapping, source } }: { framework: FrameworkSummary }) {
  return (
    <>
      {`Published by ${publisher}. ${mapping.note} `}
      <Link href={source} target="_blank" rel="noreferrer" inline>
        Source
      </Link>
    </>
  );
}

function SaveCsv({ tenant, framework }: { tenant: Tenant; framework: FrameworkId }) {
  const { start, pendingName } = useDownload('Download Failed');
  const save = () =>
    start(
      downloadCompliance,
      { params: { id: tenant.id }, query: { framework, format: 'csv' }, tenantId: tenant.id },
      `Compliance_${framework}_${tenant.name}.csv`,
    );
  return (
    <Button icon={<ArrowDownloadRegular />} onClick={save} disabledFocusable={pendingName !== null}>
      {pendingName === null ? 'Export CSV' : 'Exporting…'}
    </Button>
  );
}

function Coverage({ framework }: { framework: FrameworkSummary }) {
  const styles = useStyles();
  const { coverage, counts } = framework;
  return (
    <Stack gap="S">
      <Text>
        {coverage.assessed} of {coverage.total} controls assessed, {coverage.judged} judged in the latest audit.
      </Text>
      <ul className={styles.counts} aria-label="Controls by status">
        {controlStatusesByUrgency
          .filter((status) => counts[status] > 0)
          .map((status) => (
            <li key={status}>
              <ControlStatusBadge status={status} count={counts[status]} />
            </li>
          ))}
      </ul>
    </Stack>
  );
}

type ControlsProps = {
  groups: FrameworkCompliance['groups'];
  controls: readonly FrameworkControl[];
  filters: Filters;
  onFilter: (patch: Filters) => void;
};

function Controls({ groups, controls, filters, onFilter }: ControlsProps) {
  const shown = controls.filter((control) => fits(control, filters));
  if (shown.length > 0) return <ControlGroups groups={groups} controls={shown} all={controls} />;
  return (
    <EmptyState
      title="No controls match these filters"
      actions={<Button onClick={() => onFilter({ status: undefined, search: undefined })}>Clear filters</Button>}
    />
  );
}

/** Whether a control has the status and, in its id, its title or a check of it, the search text. */
function fits({ id, title, status, checks }: FrameworkControl, filters: Filters): boolean {
  if (filters.status !== undefined && filters.status !== status) return false;
  const wanted = filters.search?.trim().toLowerCase() ?? '';
  const texts = [id, title, ...checks.flatMap((check) => [check.checkId, check.title])];
  return texts.some((text) => text.toLowerCase().includes(wanted));
}
