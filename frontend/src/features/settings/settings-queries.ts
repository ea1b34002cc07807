import { getEvidenceTimeStamp } from '@tenantry/contract/evidence-time-stamp';
import { getMailSettings } from '@tenantry/contract/mail-settings';
import { getMicrosoftQuestions } from '@tenantry/contract/microsoft-questions';
import { getPriceList } from '@tenantry/contract/price-list';
import { getReportSettings } from '@tenantry/contract/report-settings';
import { getAdminSettings, getAuthSettings } from '@tenantry/contract/role-mappings';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

const staleMs = 30_000;

/** Whether roles are mapped again at every sign-in with Microsoft. */
export const adminSettingsQuery = () =>
  callQuery(queryKey('admin-settings', null), getAdminSettings, { tenantId: null, staleTime: staleMs });

/** How people can sign in. */
export const authSettingsQuery = () =>
  callQuery(queryKey('auth-settings', null), getAuthSettings, { tenantId: null, staleTime: staleMs });

/** Hours by remedy, and hourly rates by kind of work. */
export const priceListQuery = () =>
  callQuery(queryKey('price-list', null), getPriceList, { tenantId: null, staleTime: staleMs });

/** Under which what is half typed of them is kept. */
export const reportSettingsDraft = 'report-settings';

/** The time zone of reports where nobody has chosen one. */
export const defaultReportZone = 'UTC';

/** How reports look. */
export const reportSettingsQuery = () =>
  callQuery(queryKey('report-settings', null), getReportSettings, { tenantId: null, staleTime: staleMs });

/** From which mailbox mail leaves. */
export const mailSettingsQuery = () =>
  callQuery(queryKey('mail-settings', null), getMailSettings, { tenantId: null, staleTime: staleMs });

/** Whether each scan asks Microsoft about sign-ins. */
export const microsoftQuestionsQuery = () =>
  callQuery(queryKey('microsoft-questions', null), getMicrosoftQuestions, { tenantId: null, staleTime: staleMs });

/** Which authority stamps evidence packs. */
export const evidenceTimeStampQuery = () =>
  callQuery(queryKey('evidence-time-stamp', null), getEvidenceTimeStamp, { tenantId: null, staleTime: staleMs });
