import { getHealth, getSystemHealth, getSystemHistory } from '@tenantry/contract/health';
import { unavailable } from '../../http/app-error.ts';
import { callerRoute, publicRoute, type Route } from '../../http/route.ts';
import { UnavailableError } from '../../ports/unavailable.ts';
import type { HealthWatch } from './health-watch.ts';

type Dependencies = {
  health: HealthWatch;
  /** @throws UnavailableError while this process has not started */
  prepare(): Promise<void>;
};

export function healthRoutes({ health, prepare }: Dependencies): Route[] {
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
    callerRoute(getSystemHealth, ({ query }) => health.report(query.metric)),
  ];
}
