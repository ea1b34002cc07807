import { type ClientDecisions, listClientDecisions } from '@tenantry/contract/client-decisions';
import { askQuestion, listClientQuestions, replyToClient } from '@tenantry/contract/client-questions';
import { askedApproval, offeredRisk, type Reader } from '../../domain/client-decisions/client-decisions.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { providerName } from '../../domain/settings/report-settings.ts';
import type { TaskParts } from '../../domain/tasks/create-task.ts';
import { Reply } from '../../http/reply.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import { every } from '../../ports/collection.ts';
import type { SystemConfigStore } from '../../store/system-config.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { ask, questionsOf, reply } from './client-questions.ts';

export type ClientPageParts = TaskParts &
  Pick<CommonParts, 'clock'> & {
    systemConfig: Pick<SystemConfigStore, 'reportSettings'>;
    /** The provider's name by the installation's settings. */
    organizationName: string | null;
  };

/** What is answered is shown for the record, the newest first. */
const answeredShown = 50;

type Decision = { askedAt?: string; offeredAt?: string; outcome: { at: string } | null };
const instantOf = ({ outcome, askedAt, offeredAt }: Decision): string => outcome?.at ?? askedAt ?? offeredAt ?? '';

/** What waits first, the oldest before; then what is answered, the newest before. */
function inOrder<T extends Decision>(decisions: readonly T[]): T[] {
  const waiting = decisions.filter(({ outcome }) => outcome === null);
  const answered = decisions.filter(({ outcome }) => outcome !== null);
  return [
    ...waiting.toSorted((a, b) => instantOf(a).localeCompare(instantOf(b))),
    ...answered.toSorted((a, b) => instantOf(b).localeCompare(instantOf(a))).slice(0, answeredShown),
  ];
}

async function decisionsOf(
  { approvals, findings }: TenantRecords,
  reader: Reader,
  now: Date,
): Promise<ClientDecisions> {
  const [asked, offered] = await Promise.all([every(approvals), every(findings)]);
  return {
    approvals: inOrder(asked.flatMap((record) => askedApproval(record, reader) ?? [])),
    risks: inOrder(offered.flatMap((record) => offeredRisk(record, reader, now) ?? [])),
  };
}

/** What a client finds in their room beside its figures: what waits for them, and what they asked. Staff see the same as a preview. */
export function clientPageRoutes(parts: ClientPageParts): Route[] {
  const readerOf = async (): Promise<Reader> => ({
    isClient: true,
    provider: await providerName(parts.systemConfig, parts.organizationName),
  });
  return [
    tenantRoute(listClientDecisions, async ({ tenant }) => decisionsOf(tenant, await readerOf(), parts.clock.now())),
    tenantRoute(listClientQuestions, async ({ tenant }) => ({ items: await questionsOf(tenant, await readerOf()) })),
    tenantRoute(askQuestion, async ({ tenant, body, caller }) => {
      const question = await ask(parts, tenant, body, { caller, reader: await readerOf() });
      return Reply.json(question, { status: 201 });
    }),
    tenantRoute(replyToClient, ({ tenant, params, body, caller }) =>
      reply(parts, tenant, params.id, body.text, caller),
    ),
  ];
}
