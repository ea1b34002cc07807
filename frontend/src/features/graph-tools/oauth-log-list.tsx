import { makeStyles, tokens } from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons/svg/history';
import { type listOAuthLog, maxOAuthLogEntries, type OAuthLogEntry } from '@tenantry/contract/graph-tools';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { formatNumber } from '../../lib/format.ts';
import { useShownRows } from '../../lib/use-shown-rows.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedRows } from '../../ui/paged-rows.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { FilterField } from '../../ui/select-field.tsx';
import { type Stage, stageLabels, stages } from './oauth-labels.ts';
import { OAuthLogCard } from './oauth-log-card.tsx';

const useStyles = makeStyles({
  filter: { maxWidth: '280px' },
  cards: { display: 'grid', gap: tokens.spacingVerticalL, gridTemplateColumns: 'minmax(0, 1fr)' },
});

export type OAuthLog = z.infer<typeof listOAuthLog.response>;

/** The steps of connections, those of one stage on demand. */
export function OAuthLogList({ log }: { log: OAuthLog }) {
  const styles = useStyles();
  const [stage, setStage] = useState<Stage | undefined>(undefined);
  const found = log.logs.filter(({ context }) => stage === undefined || context === stage);
  const isCut = log.pagination.total > log.logs.length;
  return (
    <SectionCard
      title="Logs"
      subtitle={
        isCut ? `The newest ${formatNumber(maxOAuthLogEntries)} of ${formatNumber(log.pagination.total)}` : undefined
      }
    >
      <FilterField
        label="Stage"
        className={styles.filter}
        allLabel="All stages"
        options={stages}
        labelOf={(option) => stageLabels[option]}
        value={stage}
        onChange={setStage}
      />
      {found.length === 0 ? <NoEntries isFiltered={log.logs.length > 0} /> : <Cards key={stage} entries={found} />}
    </SectionCard>
  );
}

function Cards({ entries }: { entries: readonly OAuthLogEntry[] }) {
  const styles = useStyles();
  const { shown, query } = useShownRows(entries);
  return (
    <PagedRows query={query} shown={shown.length} total={entries.length}>
      <div className={styles.cards}>
        {shown.map((entry) => (
          <OAuthLogCard key={entry.id} entry={entry} />
        ))}
      </div>
    </PagedRows>
  );
}

function NoEntries({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon={<HistoryRegular />} title="No logs for this stage" />
  ) : (
    <EmptyState
      icon={<HistoryRegular />}
      title="No OAuth logs yet"
      body="Logs appear once a tenant is connected, or Microsoft refuses a sign-in."
    />
  );
}
