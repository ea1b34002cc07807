import { getRegistrationStatus, getSession, getSetupStatus, signInLocally, signOut } from '@tenantry/contract/auth';
import { register, setUpFirstAdmin } from '@tenantry/contract/first-admin';
import { signInWithCode } from '@tenantry/contract/sign-in-code';
import { getStepUpOptions, stepUp as stepUpCall } from '@tenantry/contract/step-up';
import { sessionOf } from '../../http/caller.ts';
import { type Cookie, Reply } from '../../http/reply.ts';
import { callerRoute, publicRoute, type RequestFacts, type Route } from '../../http/route.ts';
import type { SessionService } from '../../http/sessions.ts';
import type { Trail } from '../../ports/trail.ts';
import type { UserRecord } from '../../store/users.ts';
import type { AuthService } from './auth-service.ts';
import { hasAuthenticator } from './authenticator.ts';
import type { KnownDevices } from './known-devices.ts';
import type { PendingSignIns } from './pending-sign-ins.ts';
import { sessionUser } from './session-user.ts';
import type { StepUp } from './step-up.ts';

type Dependencies = {
  auth: AuthService;
  stepUp: StepUp;
  sessions: SessionService;
  devices: KnownDevices;
  pendingSignIns: Pick<PendingSignIns, 'cleared'>;
  trail: Trail;
  setupCodeRequired: boolean;
};

export function authRoutes({
  auth,
  stepUp,
  sessions,
  devices,
  pendingSignIns,
  trail,
  setupCodeRequired,
}: Dependencies): Route[] {
  const signedIn = async (user: UserRecord, request: RequestFacts, more: readonly Cookie[] = []) => {
    const cookies = [await sessions.start(user, request), await devices.remember(user.id, request), ...more];
    return Reply.json({ success: true, user: sessionUser(user, null) }, { cookies });
  };

  return [
    callerRoute(getSession, async ({ caller, tenant }) => {
      const user = sessionUser(caller.user, tenant?.tenant.id ?? null);
      return { success: true as const, user, session: { user, expiresAt: sessionOf(caller).expiresAt.toISOString() } };
    }),

    publicRoute(signInLocally, async ({ body, request }) => {
      const outcome = await auth.signIn(body.username, body.password, request);
      if (outcome.step === 'signed-in') return signedIn(outcome.user, request);
      return Reply.json({ success: false, codeRequired: true }, { cookies: [outcome.cookie] });
    }),

    publicRoute(signInWithCode, async ({ body, request }) =>
      signedIn(await auth.signInWithCode(body.code, request), request, [pendingSignIns.cleared]),
    ),

    publicRoute(signOut, async ({ caller, request }) => {
      const cookie = await sessions.end(request);
      if (caller) {
        const { username, client } = caller.user;
        await trail.record({
          eventType: 'user_signed_out',
          user: username,
          target: username,
          tenantId: client?.tenantId ?? null,
          details: {},
        });
      }
      return Reply.json({ success: true }, { cookies: [cookie] });
    }),

    callerRoute(getStepUpOptions, async ({ caller: { user } }) => ({
      password: user.passwordHash !== null,
      code: hasAuthenticator(user),
      microsoft: user.m365Id !== null,
    })),

    callerRoute(stepUpCall, async ({ body, caller, request }) =>
      Reply.json({ success: true }, { cookies: [await stepUp.confirm(caller, body, request)] }),
    ),

    publicRoute(getRegistrationStatus, async () => {
      const isFirstUser = (await auth.countUsers()) === 0;
      return { isFirstUser, registrationAllowed: isFirstUser, userCount: isFirstUser ? 0 : 1, setupCodeRequired };
    }),

    publicRoute(register, async ({ body, request }) => signedIn(await auth.registerFirstAdmin(body, request), request)),

    publicRoute(getSetupStatus, async () => ({ requiresSetup: (await auth.countUsers()) === 0, setupCodeRequired })),

    publicRoute(setUpFirstAdmin, async ({ body, request }) =>
      signedIn(await auth.registerFirstAdmin(body, request), request),
    ),
  ];
}
