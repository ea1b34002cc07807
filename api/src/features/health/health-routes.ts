import {
  checkHealthNow,
  getHealth,
  getSystemHealth,
  getSystemHistory,
  type MetricName,
} from '@tenantry/contract/health';
import { unavailable } from '../../http/app-error.ts';
import { callerRoute, publicRoute, type Route } from '../../http/route.ts';
import { UnavailableError } from '../../ports/unavailable.ts';
import type { HealthWatch } from './health-watch.ts';
import type { ReadinessService } from './readiness.ts';

type Dependencies = {
  health: HealthWatch;
  readiness: ReadinessService;
  /** @throws UnavailableError while this process has not started */
  prepare(): Promise<void>;
};

export function healthRoutes({ health, readiness, prepare }: Dependencies): Route[] {
  const systemHealth = async (metric?: MetricName) => {
    const report = await health.report(metric);
    return { ...report, readiness: await readiness(report) };
  };
  return [
    publicRoute(getHealth, async () => {
      // Anybody may ask this: what went wrong is in the log alone.
      const missing = await health.missing();
      if (missing.length === 0) {
        await prepare().catch((error: unknown) => {
          if (!(error instanceof UnavailableError)) throw error;
          missing.push(error.service);
        });
      }
      if (missing.length > 0) throw unavailable(missing);
      return { status: 'ok' as const };
    }),
    callerRoute(getSystemHistory, () => health.history()),
    callerRoute(getSystemHealth, ({ query }) => systemHealth(query.metric)),
    callerRoute(checkHealthNow, async () => {
      await health.probeNow();
      return systemHealth();
    }),
  ];
}
