import type { Questionnaire } from '@tenantry/contract/questionnaires';
import type { TenantRecord } from '../../store/tenants.ts';

/** Makes the PDF of a question set; the composition root hands it in. @throws AppError where too many are being made */
export type PrintQuestionnaire = (
  tenant: TenantRecord,
  set: Questionnaire,
  requester: { userId: string; isClient: boolean },
) => Promise<Uint8Array>;
