import {
  changeReportSchedule,
  createReportSchedule,
  deleteReportSchedule,
  listReportDeliveries,
  listReportSchedules,
  runReportSchedule,
} from '@tenantry/contract/report-schedules';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route } from '../../http/route.ts';
import type { ReportSchedules } from './report-schedule-service.ts';

/** Reports by schedule. */
export function reportScheduleRoutes({ reportSchedules }: { reportSchedules: ReportSchedules }): Route[] {
  return [
    callerRoute(listReportSchedules, ({ caller }) => reportSchedules.list(caller)),
    callerRoute(createReportSchedule, async ({ caller, body }) =>
      Reply.json(await reportSchedules.create(caller, body), { status: 201 }),
    ),
    callerRoute(changeReportSchedule, ({ caller, params, body }) =>
      reportSchedules.change(caller, params.scheduleId, body),
    ),
    callerRoute(deleteReportSchedule, async ({ caller, params }) => {
      await reportSchedules.remove(caller, params.scheduleId);
      return { success: true as const };
    }),
    callerRoute(runReportSchedule, ({ caller, params }) => reportSchedules.runNow(caller, params.scheduleId)),
    callerRoute(listReportDeliveries, ({ caller, query }) => reportSchedules.deliveries(caller, query)),
  ];
}
