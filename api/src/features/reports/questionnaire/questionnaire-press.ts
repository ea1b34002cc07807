import type { Questionnaire } from '@tenantry/contract/questionnaires';
import type { Clock } from '../../../ports/clock.ts';
import type { SystemConfigStore } from '../../../store/system-config.ts';
import type { TenantRecord } from '../../../store/tenants.ts';
import { reportLook } from '../report-look.ts';
import type { ReportQueue, Requester } from '../report-queue.ts';

type Dependencies = {
  reportQueue: Pick<ReportQueue, 'renderQuestionnaire'>;
  systemConfig: Pick<SystemConfigStore, 'reportSettings'>;
  organizationName: string | null;
  clock: Clock;
};

/** Prints question sets as reports are printed: in the provider's look, in the same worker, within the same bounds. */
export function createQuestionnairePress({ reportQueue, systemConfig, organizationName, clock }: Dependencies) {
  return (tenant: TenantRecord, questionnaire: Questionnaire, requester: Requester): Promise<Uint8Array> => {
    const generatedAt = clock.now().toISOString();
    return reportQueue.renderQuestionnaire(requester, async () => ({
      ...(await reportLook(systemConfig, tenant, organizationName)),
      tenant: { name: tenant.name, domain: tenant.domain ?? '', isSimulated: questionnaire.isSimulated },
      generatedAt,
      questionnaire,
    }));
  };
}
