import { Button, Link, Text } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { DocumentPdfRegular } from '@fluentui/react-icons/svg/document-pdf';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  answerAsClient,
  answerForClient,
  downloadClientQuestionnaire,
  downloadQuestionnaire,
  type Questionnaire,
  type QuestionnaireFormat,
  type QuestionnaireId,
} from '@tenantry/contract/questionnaires';
import type { Tenant } from '@tenantry/contract/tenants';
import { call } from '../lib/api-client.ts';
import { invalidateTenant } from '../lib/invalidate-tenant.ts';
import { useDownload } from '../lib/use-download.ts';
import { QueryState } from '../ui/query-state.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';
import { Stack } from '../ui/stack.tsx';
import type { Given } from './questionnaire-answer-dialog.tsx';
import { QuestionnaireAnswers } from './questionnaire-answers.tsx';
import { type QuestionnaireReader, questionnaireQuery } from './questionnaire-query.ts';

type Props = {
  tenant: Pick<Tenant, 'id' | 'name'>;
  id: QuestionnaireId;
  /** Whose calls are made: contacts of the client have their own. */
  reader: QuestionnaireReader;
  /** Whether the reader may answer: staff on the client’s behalf, contacts for themselves. */
  mayAnswer: boolean;
};

/** One question set: where it comes from, its answers, the forms for what is left to the client, and the files. */
export function QuestionnairePanel({ tenant, id, reader, mayAnswer }: Props) {
  const client = useQueryClient();
  const query = useQuery(questionnaireQuery(tenant.id, id, reader));
  const give = async (question: string, body: Given) => {
    const params = { questionnaire: id, question };
    if (reader === 'client') await call(answerAsClient, { params, body, tenantId: tenant.id });
    else await call(answerForClient, { params: { id: tenant.id, ...params }, body, tenantId: tenant.id });
    await invalidateTenant(client, tenant.id);
  };
  return (
    <QueryState
      query={query}
      loading={<SkeletonRows rows={6} size={64} label="Loading the questions" />}
      errorTitle="Failed to load the questions. Please try again later."
    >
      {(set) => (
        <SectionCard
          title={set.questionnaire.name}
          subtitle={set.questionnaire.note}
          actions={<Downloads tenant={tenant} id={id} reader={reader} />}
        >
          <Sources set={set} />
          <QuestionnaireAnswers set={set} writer={mayAnswer ? reader : null} onGive={give} />
        </SectionCard>
      )}
    </QueryState>
  );
}

function Sources({ set: { questionnaire } }: { set: Questionnaire }) {
  return (
    <Stack gap="XS">
      <Text>Edition: {questionnaire.edition}. The wording of the questions is Tenantry’s.</Text>
      {questionnaire.sources.map(({ title, url }) => (
        <Link key={url} href={url} target="_blank" rel="noreferrer">
          Source: {title}
        </Link>
      ))}
    </Stack>
  );
}

function Downloads({ tenant, id, reader }: Omit<Props, 'mayAnswer'>) {
  const { start, pendingName } = useDownload('Download Failed');
  const nameOf = (format: QuestionnaireFormat) => `Questionnaire_${id}_${tenant.name}.${format}`;
  const save = (format: QuestionnaireFormat) => () => {
    const asked = { query: { format }, tenantId: tenant.id };
    const name = nameOf(format);
    if (reader === 'client') start(downloadClientQuestionnaire, { params: { questionnaire: id }, ...asked }, name);
    else start(downloadQuestionnaire, { params: { id: tenant.id, questionnaire: id }, ...asked }, name);
  };
  return (
    <>
      <Button icon={<DocumentPdfRegular />} onClick={save('pdf')} disabledFocusable={pendingName !== null}>
        {pendingName === nameOf('pdf') ? 'Preparing…' : 'Download PDF'}
      </Button>
      <Button icon={<ArrowDownloadRegular />} onClick={save('csv')} disabledFocusable={pendingName !== null}>
        {pendingName === nameOf('csv') ? 'Preparing…' : 'Download CSV'}
      </Button>
    </>
  );
}
