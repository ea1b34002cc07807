import type { Config } from '../config.ts';
import { createAttemptBuckets, type ThrottleEntity } from '../domain/attempts/attempt-buckets.ts';
import type { CommonParts } from '../domain/parts/common-parts.ts';
import type { DataKeys } from '../domain/secrets/data-keys.ts';
import { readSetting } from '../domain/settings/system-settings.ts';
import { createAuthService } from '../features/auth/auth-service.ts';
import { createAuthenticators } from '../features/auth/authenticator.ts';
import { createKnownDevices, type DeviceEntity } from '../features/auth/known-devices.ts';
import { createOwnPassword } from '../features/auth/own-password.ts';
import type { Passwords } from '../features/auth/password-hash.ts';
import { createPendingSignIns, type PendingSignInEntity } from '../features/auth/pending-sign-ins.ts';
import { createProofs } from '../features/auth/proofs.ts';
import { createSignInThrottle } from '../features/auth/sign-in-throttle.ts';
import { createStepUp } from '../features/auth/step-up.ts';
import type { TurnKeyEntity } from '../features/auth/turns.ts';
import { createClientPace } from '../http/client-pace.ts';
import { createIdentity } from '../http/identity.ts';
import { createSessionService, type SessionEntity } from '../http/sessions.ts';
import { createTokenIdentity } from '../http/token-identity.ts';
import type { StateStore } from '../ports/state.ts';
import type { Stores } from '../store/stores.ts';

type Parts = Pick<CommonParts, 'trail' | 'activityLog' | 'clock' | 'log'> & {
  config: Config;
  stores: Stores;
  state: StateStore;
  dataKeys: DataKeys;
  passwords: Passwords;
};

/** Who is calling: sessions, local accounts and what slows guessing down. */
export function composeSignIn(parts: Parts) {
  const { config, stores, state, trail, activityLog, clock, dataKeys, passwords, log } = parts;
  const { users, systemConfig } = stores;
  const throttleState = {
    attempts: state.table<ThrottleEntity>('throttles'),
    turnKey: state.table<TurnKeyEntity>('throttles'),
  };
  const throttle = createSignInThrottle(throttleState, clock, `${config.session.cookieName}-turn`);
  const sessions = createSessionService({
    sessions: state.table<SessionEntity>('sessions'),
    users,
    clock,
    settings: config.session,
  });
  const buckets = createAttemptBuckets(throttleState.attempts, clock);
  const tokenIdentity = createTokenIdentity({
    ...{ users, clock, tokens: stores.tokens, tenantGroups: stores.tenantGroups },
    buckets,
  });
  const deviceCookie = `${config.session.cookieName}-device`;
  const devices = createKnownDevices(state.table<DeviceEntity>('devices'), clock, deviceCookie);
  const pendingSignIns = createPendingSignIns(
    state.table<PendingSignInEntity>('pendingsignins'),
    clock,
    `${config.session.cookieName}-code`,
  );
  const authenticators = createAuthenticators({ users, dataKeys, trail, clock, log });
  const auth = createAuthService({
    users,
    throttle,
    devices,
    passwords,
    pendingSignIns,
    authenticators,
    trail,
    activityLog,
    clock,
    setupCode: config.setupCode,
    organizationName: config.organizationName,
    isLocalSignInAllowed: async () => (await readSetting(systemConfig, 'allow_local_login')).value,
  });
  const proofs = createProofs({ throttle, devices, passwords, trail });
  const proven = { proofs, authenticators, sessions, trail, clock };
  const stepUp = createStepUp(proven);
  const ownPassword = createOwnPassword({ ...proven, passwords, users, organizationName: config.organizationName });
  const identify = createIdentity(sessions, tokenIdentity, stores.tenants);
  const paceClient = createClientPace(buckets);
  return {
    identify,
    paceClient,
    throttle,
    sessions,
    devices,
    pendingSignIns,
    authenticators,
    auth,
    proofs,
    stepUp,
    ownPassword,
  };
}
