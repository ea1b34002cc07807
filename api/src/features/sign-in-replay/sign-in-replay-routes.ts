import { getSignInLog, readSignInLog, replaySignIns } from '@tenantry/contract/sign-in-replay';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { logView } from '../../domain/sign-in-replay/log-view.ts';
import { ReplayRefusedError, replay } from '../../domain/sign-in-replay/replay.ts';
import { AppError } from '../../http/app-error.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import type { SignInLogStore } from '../../store/sign-in-logs.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { readingView } from './reading-state.ts';
import type { SignInReadings } from './sign-in-readings.ts';

type Dependencies = Pick<CommonParts, 'microsoft365' | 'trail' | 'clock'> & {
  signInLogs: SignInLogStore;
  signInReadings: Pick<SignInReadings, 'request'>;
};

export function signInReplayRoutes(dependencies: Dependencies): Route[] {
  const { signInLogs, signInReadings, trail, clock } = dependencies;

  async function stateOf(tenant: TenantRecord) {
    const stored = await signInLogs.read(tenant, clock.now());
    return { reading: readingView(tenant.signInReading), log: stored && logView(stored) };
  }

  /** @throws AppError CONFLICT where there is nothing to replay, INVALID_INPUT where the draft takes too much work */
  async function replayed(tenant: TenantRecord, policies: Parameters<typeof replay>[2]) {
    try {
      return await replay(dependencies, tenant, policies);
    } catch (error) {
      if (!(error instanceof ReplayRefusedError)) throw error;
      throw new AppError(error.because === 'draft' ? 'INVALID_INPUT' : 'CONFLICT', error.message);
    }
  }

  return [
    tenantRoute(getSignInLog, ({ tenant }) => stateOf(tenant.tenant)),

    tenantRoute(readSignInLog, async ({ tenant, body: { days }, caller }) => {
      const by = { username: caller.user.username, name: caller.name };
      const asked = await signInReadings.request(tenant.tenant.id, { days, by });
      if (!asked) throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant.');
      return stateOf(asked);
    }),

    tenantRoute(replaySignIns, async ({ tenant: { tenant }, body: { policies }, caller }) => {
      const forecast = await replayed(tenant, policies);
      const { blocked, mayBeBlocked } = forecast.totals;
      await trail.record({
        eventType: 'sign_ins_replayed',
        user: caller.user.username,
        target: tenant.name,
        tenantId: tenant.id,
        details: { policies: policies.length, blocked: blocked.accounts, mayBeBlocked: mayBeBlocked.accounts },
      });
      return forecast;
    }),
  ];
}
