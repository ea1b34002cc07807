import { listReportDeliveries, listReportSchedules } from '@tenantry/contract/report-schedules';
import * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { callQuery } from '../../lib/call-query.ts';
import { pagedQuery, queryKey } from '../../lib/query-client.ts';

/** Which deliveries are listed, as the page's address has it. */
export const DeliveryAddress = z.pick(listReportDeliveries.query, { scheduleId: true, state: true });
export type DeliveryAddress = z.output<typeof DeliveryAddress>;

export const schedulesKey = queryKey('report-schedules', null);

/** Reports by schedule. */
export const schedulesQuery = () => callQuery(schedulesKey, listReportSchedules, { tenantId: null });

/** What was sent to whom, the newest first. */
export const deliveriesQuery = (filters: DeliveryAddress) =>
  pagedQuery(queryKey('report-schedules', null, { deliveries: filters }), (cursor, signal) =>
    call(listReportDeliveries, { query: { ...filters, cursor }, tenantId: null, signal }),
  );
