import { useQuery, useQueryClient } from '@tanstack/react-query';
import { changeMicrosoftQuestions } from '@tenantry/contract/microsoft-questions';
import { SettingSwitch } from '../../blocks/setting-switch.tsx';
import { call } from '../../lib/api-client.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Hint } from '../../ui/muted.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { microsoftQuestionsQuery } from './settings-queries.ts';

/** Whether each scan holds what it found in Conditional Access against Microsoft's own evaluation. */
export function MicrosoftQuestionsCard() {
  const client = useQueryClient();
  const query = useQuery(microsoftQuestionsQuery());
  return (
    <SectionCard title="Conditional Access, held against Microsoft">
      <QueryState query={query} loadingLabel="Loading the setting" errorTitle="The setting could not be loaded">
        {({ atEachScan, updatedAt, updatedBy }) => (
          <>
            <SettingSwitch
              label="Ask Microsoft at each scan"
              text={
                atEachScan
                  ? 'On: each scan asks Microsoft, in at most twelve calls, about sign-ins that get past and about ten that have to be covered. A scan takes up to 15 seconds longer.'
                  : 'Off: Microsoft is asked only where somebody chooses Ask Microsoft on a finding.'
              }
              checked={atEachScan}
              onSave={async (wanted) => {
                const saved = await call(changeMicrosoftQuestions, { body: { atEachScan: wanted }, tenantId: null });
                client.setQueryData(microsoftQuestionsQuery().queryKey, saved);
              }}
              savedTitle="Settings Updated"
              failedText="Failed to save settings. Please try again."
            />
            {updatedAt !== null && (
              <Hint>
                Last updated: {formatDateTime(updatedAt)}
                {updatedBy === null ? '' : ` by ${updatedBy}`}
              </Hint>
            )}
          </>
        )}
      </QueryState>
    </SectionCard>
  );
}
