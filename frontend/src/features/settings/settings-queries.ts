import { queryOptions } from '@tanstack/react-query';
import { getPriceList } from '@tenantry/contract/price-list';
import { getReportSettings } from '@tenantry/contract/report-settings';
import { getAdminSettings, getAuthSettings } from '@tenantry/contract/role-mappings';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

const staleMs = 30_000;

/** Whether roles are mapped again at every sign-in with Microsoft. */
export const adminSettingsQuery = () =>
  queryOptions({
    queryKey: queryKey('admin-settings', null),
    queryFn: ({ signal }) => call(getAdminSettings, { tenantId: null, signal }),
    staleTime: staleMs,
  });

/** How people can sign in. */
export const authSettingsQuery = () =>
  queryOptions({
    queryKey: queryKey('auth-settings', null),
    queryFn: ({ signal }) => call(getAuthSettings, { tenantId: null, signal }),
    staleTime: staleMs,
  });

/** Hours and hourly rates by kind of work. */
export const priceListQuery = () =>
  queryOptions({
    queryKey: queryKey('price-list', null),
    queryFn: ({ signal }) => call(getPriceList, { tenantId: null, signal }),
    staleTime: staleMs,
  });

/** Under which what is half typed of them is kept. */
export const reportSettingsDraft = 'report-settings';

/** The time zone of reports where nobody has chosen one. */
export const defaultReportZone = 'UTC';

/** How reports look. */
export const reportSettingsQuery = () =>
  queryOptions({
    queryKey: queryKey('report-settings', null),
    queryFn: ({ signal }) => call(getReportSettings, { tenantId: null, signal }),
    staleTime: staleMs,
  });
