import { Button } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { ReportSettings } from '@tenantry/contract/report-settings';
import { formatDateTime } from '../../lib/format.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { FactGrid } from '../../ui/fact-grid.tsx';
import { Hint } from '../../ui/muted.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { logoText } from './logo-field.tsx';
import { defaultReportZone, reportSettingsDraft, reportSettingsQuery } from './settings-queries.ts';
import { TitleBlock } from './title-block.tsx';

const ReportSettingsDialog = onDemand(async () => (await import('./report-settings-dialog.tsx')).ReportSettingsDialog);

/** How reports look: whose they are, in which color, with which logo and time zone. */
export function ReportSettingsCard() {
  const query = useQuery(reportSettingsQuery());
  const settings = query.data;
  const { opened, open, close, fallback } = useOpened<ReportSettings>({
    items: settings && [settings],
    draftOf: (item) => (item === null ? '' : reportSettingsDraft),
  });
  return (
    <SectionCard
      title="Reports"
      subtitle="Your name, logo and color on the reports of every tenant, and their time zone. Reports that were made before stay as they are."
      actions={
        settings && (
          <Button ref={fallback} onClick={() => open(settings)}>
            Edit report settings
          </Button>
        )
      }
    >
      <QueryState
        query={query}
        loadingLabel="Loading the report settings"
        errorTitle="The report settings could not be loaded"
      >
        {(shown) => <Look settings={shown} />}
      </QueryState>
      {opened && <ReportSettingsDialog settings={opened} onClose={close} />}
    </SectionCard>
  );
}

function Look({ settings }: { settings: ReportSettings }) {
  const { organizationName, color, logo, timeZone, updatedAt, updatedBy } = settings;
  return (
    <>
      <FactGrid
        columnPx={160}
        facts={[
          ['Organization name', organizationName ?? 'None of its own'],
          ['Color', color ?? 'Tenantry’s'],
          ['Logo', logo === null ? 'None' : `${logoText(logo)}, ${logo.width} × ${logo.height} pixels`],
          ['Time zone', timeZone ?? `${defaultReportZone} (default)`],
        ]}
      />
      <TitleBlock
        name={organizationName ?? ''}
        color={color ?? ''}
        logo={logo && { ...logo, revision: settings.revision }}
      />
      {updatedAt !== null && (
        <Hint>
          Last updated: {formatDateTime(updatedAt)}
          {updatedBy !== null && ` by ${updatedBy}`}
        </Hint>
      )}
    </>
  );
}
