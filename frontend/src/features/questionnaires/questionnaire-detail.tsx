import { Button, Link, Text } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { DocumentPdfRegular } from '@fluentui/react-icons/svg/document-pdf';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  answerForClient,
  downloadQuestionnaire,
  type Questionnaire,
  type QuestionnaireFormat,
  type QuestionnaireId,
} from '@tenantry/contract/questionnaires';
import type { Tenant } from '@tenantry/contract/tenants';
import type { Given } from '../../blocks/questionnaire-answer-dialog.tsx';
import { QuestionnaireAnswers } from '../../blocks/questionnaire-answers.tsx';
import { questionnaireQuery } from '../../blocks/questionnaire-query.ts';
import { call } from '../../lib/api-client.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { useHasRole } from '../../lib/session.ts';
import { useDownload } from '../../lib/use-download.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Stack } from '../../ui/stack.tsx';

type Props = { tenant: Tenant; id: QuestionnaireId };

/** One question set: where it comes from, its answers, and the files. */
export function QuestionnaireDetail({ tenant, id }: Props) {
  const client = useQueryClient();
  const query = useQuery(questionnaireQuery(tenant.id, id));
  const isTechnician = useHasRole('technician');
  const give = async (question: string, body: Given) => {
    await call(answerForClient, { params: { id: tenant.id, questionnaire: id, question }, body, tenantId: tenant.id });
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
          actions={<Downloads tenant={tenant} id={id} />}
        >
          <Sources set={set} />
          <QuestionnaireAnswers set={set} writer={isTechnician ? 'staff' : null} onGive={give} />
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

function Downloads({ tenant, id }: Props) {
  const { start, pendingName } = useDownload('Download Failed');
  const nameOf = (format: QuestionnaireFormat) => `Questionnaire_${id}_${tenant.name}.${format}`;
  const save = (format: QuestionnaireFormat) => () =>
    start(
      downloadQuestionnaire,
      { params: { id: tenant.id, questionnaire: id }, query: { format }, tenantId: tenant.id },
      nameOf(format),
    );
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
