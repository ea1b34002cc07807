import { useQuery } from '@tanstack/react-query';
import { QuestionnaireId } from '@tenantry/contract/questionnaires';
import { useSearchParams } from 'react-router-dom';
import { QuestionnaireCards } from '../../blocks/questionnaire-cards.tsx';
import { QuestionnairePanel } from '../../blocks/questionnaire-panel.tsx';
import { questionnairesQuery } from '../../blocks/questionnaire-query.ts';
import { QuestionnaireReaderContext } from '../../blocks/questionnaire-reader.ts';
import { useInTenant } from '../../lib/tenant-address.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useRoom, useRoomAddress } from './room-context.ts';
import { clientSummaryQuery } from './room-queries.ts';

const first: QuestionnaireId = 'cyber-insurance';

/** What insurers and frameworks ask, with what the client alone can answer. */
export function RoomQuestionnairesPage() {
  const { tenantId, isPreview } = useRoom();
  const address = useRoomAddress();
  const inTenant = useInTenant();
  const [search] = useSearchParams();
  const query = useQuery(questionnairesQuery(tenantId, 'client'));
  const { data: summary } = useQuery(clientSummaryQuery(tenantId));
  const chosen = QuestionnaireId.safeParse(search.get('set')).data ?? first;
  return (
    <PageShell title="Questionnaires" subtitle="What insurers and frameworks ask, answered from the latest audit">
      <QueryState
        query={query}
        loadingLabel="Loading the questionnaires"
        errorTitle="The questionnaires could not be loaded"
      >
        {({ questionnaires, reason }) => (
          <QuestionnaireReaderContext value="client">
            {reason !== null && (
              <Notice intent="warning" title="Nothing is answered with yes">
                {reason}
              </Notice>
            )}
            <QuestionnaireCards
              sets={questionnaires}
              chosen={chosen}
              addressOf={(id) => inTenant(`${address('questionnaires')}?set=${id}`)}
            />
            <QuestionnairePanel
              key={chosen}
              tenant={{ id: tenantId, name: summary?.clientName ?? '' }}
              id={chosen}
              reader="client"
              mayAnswer={!isPreview}
            />
          </QuestionnaireReaderContext>
        )}
      </QueryState>
    </PageShell>
  );
}
