import type { Questionnaire } from '@tenantry/contract/questionnaires';
import type { TenantRecord } from '../../store/tenants.ts';

/** Makes the PDF of a question set; the composition root hands it in. @throws AppError where too many are being made */
export type PrintQuestionnaire = (tenant: TenantRecord, set: Questionnaire, userId: string) => Promise<Uint8Array>;
