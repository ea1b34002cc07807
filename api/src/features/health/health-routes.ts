import { getHealth, getSystemHealth } from '@tenantry/contract/health';
import { AppError } from '../../http/app-error.ts';
import { callerRoute, publicRoute, type Route } from '../../http/route.ts';
import type { HealthWatch } from './health-watch.ts';

type Dependencies = { health: HealthWatch; log(message: string): void };

export function healthRoutes({ health, log }: Dependencies): Route[] {
  return [
    publicRoute(getHealth, async () => {
      try {
        await health.reachRecords();
      } catch (error) {
        // Anybody may ask this: the reason is in the log alone.
        log(`HEALTH: the records do not answer: ${error instanceof Error ? error.message : error}`);
        throw new AppError('UNAVAILABLE', 'The service cannot work at the moment.');
      }
      return { status: 'ok' as const };
    }),
    callerRoute(getSystemHealth, ({ query }) => health.report(query.metric)),
  ];
}
