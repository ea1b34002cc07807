import {
  answerAsClient,
  answerForClient,
  downloadClientQuestionnaire,
  downloadQuestionnaire,
  getClientQuestionnaire,
  getQuestionnaire,
  listClientQuestionnaires,
  listQuestionnaires,
  type QuestionnaireFormat,
  type QuestionnaireId,
  type QuestionView,
} from '@tenantry/contract/questionnaires';
import type { Reader } from '../../domain/questionnaires/question-view.ts';
import { questionnaireOf, questionnairesOf } from '../../domain/questionnaires/tenant-questionnaires.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { csvContentType } from '../../http/csv.ts';
import { Reply } from '../../http/reply.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { PrintQuestionnaire } from './print-questionnaire.ts';
import { type AnswerDependencies, giveAnswer } from './questionnaire-answers.ts';
import { questionnaireCsv } from './questionnaire-csv.ts';

type Dependencies = AnswerDependencies & { printQuestionnaire: PrintQuestionnaire };

/** Hands the set out as a file, and says so in the trail. */
async function download(
  { trail, clock, printQuestionnaire }: Dependencies,
  tenant: TenantRecords,
  { id, format, reader, caller }: { id: QuestionnaireId; format: QuestionnaireFormat; reader: Reader; caller: Caller },
): Promise<Reply> {
  const set = await questionnaireOf(tenant, id, reader, clock.now());
  const { name, id: tenantId } = tenant.tenant;
  const requester = { userId: caller.userId, isClient: reader === 'client' };
  const file =
    format === 'csv'
      ? { contentType: csvContentType, bytes: questionnaireCsv(name, set) }
      : { contentType: 'application/pdf', bytes: await printQuestionnaire(tenant.tenant, set, requester) };
  await trail.record({
    eventType: 'questionnaire_downloaded',
    user: caller.user.username,
    target: name,
    tenantId,
    details: { questionnaire: id, format, byClient: reader === 'client' },
  });
  return Reply.file({ fileName: `Questionnaire_${id}_${name}.${format}`, ...file });
}

/** The question after it was answered. */
async function answered(
  dependencies: Dependencies,
  tenant: TenantRecords,
  asked: { questionnaire: QuestionnaireId; question: string },
  reader: Reader,
): Promise<QuestionView> {
  const { sections } = await questionnaireOf(tenant, asked.questionnaire, reader, dependencies.clock.now());
  const found = sections.flatMap(({ questions }) => questions).find(({ id }) => id === asked.question);
  if (!found) throw new Error(`${asked.questionnaire} has no question ${asked.question}`);
  return found;
}

/** Calls of the room: staff may read what their client sees, and answer by the call of their own. */
function clientRoutes(dependencies: Dependencies): Route[] {
  const { clock } = dependencies;
  return [
    tenantRoute(listClientQuestionnaires, ({ tenant }) => questionnairesOf(tenant, 'client', clock.now())),

    tenantRoute(getClientQuestionnaire, ({ tenant, params }) =>
      questionnaireOf(tenant, params.questionnaire, 'client', clock.now()),
    ),

    tenantRoute(answerAsClient, async ({ tenant, params, body, caller }) => {
      if (!caller.user.client) throw new AppError('FORBIDDEN', 'Contacts of the client answer here, for themselves.');
      await giveAnswer(dependencies, tenant, params, body, caller);
      return answered(dependencies, tenant, params, 'client');
    }),

    tenantRoute(downloadClientQuestionnaire, ({ tenant, params, query, caller }) =>
      download(dependencies, tenant, { id: params.questionnaire, format: query.format, reader: 'client', caller }),
    ),
  ];
}

export function questionnaireRoutes(dependencies: Dependencies): Route[] {
  const { clock } = dependencies;
  return [
    tenantRoute(listQuestionnaires, ({ tenant }) => questionnairesOf(tenant, 'staff', clock.now())),

    tenantRoute(getQuestionnaire, ({ tenant, params }) =>
      questionnaireOf(tenant, params.questionnaire, 'staff', clock.now()),
    ),

    tenantRoute(answerForClient, async ({ tenant, params, body, caller }) => {
      const { questionnaire, question } = params;
      await giveAnswer(dependencies, tenant, { questionnaire, question }, body, caller);
      return answered(dependencies, tenant, params, 'staff');
    }),

    tenantRoute(downloadQuestionnaire, ({ tenant, params, query, caller }) =>
      download(dependencies, tenant, { id: params.questionnaire, format: query.format, reader: 'staff', caller }),
    ),

    ...clientRoutes(dependencies),
  ];
}
