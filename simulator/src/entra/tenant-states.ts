import type { SignInRule } from './sign-in-rules.ts';

/** granted; withdrawn: its permissions were taken back; removed: the application is not (or no longer) in the tenant. */
export type Consent = 'granted' | 'withdrawn' | 'removed';

export const consents: readonly Consent[] = ['granted', 'withdrawn', 'removed'];

/** Everything before this is void; `serial` orders what happened within one millisecond. */
interface Revocation {
  at: Date;
  serial: number;
}

export interface TenantState {
  consent: Consent;
  signIn: SignInRule;
  /** The application permissions that the consent granted; null: all that the application asks for. */
  grants: string[] | null;
  /** Conditional Access for workload identities: the application itself gets no token. */
  blockApplication: boolean;
  /** ID tokens tell a guest from a member: `acct`, `idp`, `wids`. */
  saysAccount: boolean;
  /** So long after a consent on a page the application's tokens carry no permission yet, as with Microsoft for a while. */
  consentSeconds: number;
}

export interface TenantStates {
  of(tenantId: string): TenantState;
  /** The user's own rule, or his tenant's. */
  signInRule(tenantId: string, userId: string): SignInRule;
  /** What was last revoked of this user, alone or with his tenant. */
  revocation(tenantId: string, userId: string): Revocation | null;
  /** Tokens for Graph up to this serial are refused; 0: none. */
  refusedTokenSerial(tenantId: string): number;
  /** `userId` given: `signIn` is for him alone. */
  set(tenantId: string, change: Partial<TenantState>, userId?: string): void;
  /** Somebody consented on a page at this moment: see `consentSeconds`. */
  consented(tenantId: string, at: Date): void;
  /** Whether the last consent is in the tokens of applications by now. */
  hasArrived(tenantId: string, now: Date): boolean;
  revoke(tenantId: string, at: Date, userId?: string): void;
  refuseTokens(tenantId: string, serial: number): void;
  /** The number of a new grant: it outlives the revocations with a lower one. */
  nextSerial(): number;
  /** As at the beginning. Grants that were revoked stay so. */
  reset(): void;
}

/** `consented` answers for a tenant that nobody has changed. */
export function createTenantStates(consented: (tenantId: string) => boolean): TenantStates {
  const tenants = new Map<string, Partial<TenantState>>();
  const userRules = new Map<string, SignInRule>();
  const revocations = new Map<string, Revocation>();
  const refusedTokens = new Map<string, number>();
  const consentArrivesMs = new Map<string, number>();
  let serial = 0;
  const userKey = (tenantId: string, userId: string) => `${tenantId}/${userId}`;
  const tenantStates: TenantStates = {
    of: (tenantId) => ({
      consent: consented(tenantId) ? 'granted' : 'removed',
      signIn: 'allowed',
      grants: null,
      blockApplication: false,
      saysAccount: true,
      consentSeconds: 0,
      ...tenants.get(tenantId),
    }),
    signInRule: (tenantId, userId) => userRules.get(userKey(tenantId, userId)) ?? tenantStates.of(tenantId).signIn,
    revocation(tenantId, userId) {
      const own = revocations.get(userKey(tenantId, userId)) ?? null;
      const whole = revocations.get(tenantId) ?? null;
      return own && (!whole || own.serial > whole.serial) ? own : whole;
    },
    refusedTokenSerial: (tenantId) => refusedTokens.get(tenantId) ?? 0,
    set(tenantId, change, userId) {
      const { signIn, ...forTenant } = change;
      if (userId !== undefined && signIn !== undefined) userRules.set(userKey(tenantId, userId), signIn);
      const whole = userId === undefined ? change : forTenant;
      tenants.set(tenantId, { ...tenants.get(tenantId), ...whole });
    },
    consented(tenantId, at) {
      consentArrivesMs.set(tenantId, at.getTime() + tenantStates.of(tenantId).consentSeconds * 1000);
    },
    hasArrived: (tenantId, now) => now.getTime() >= (consentArrivesMs.get(tenantId) ?? 0),
    revoke(tenantId, at, userId) {
      const key = userId === undefined ? tenantId : userKey(tenantId, userId);
      revocations.set(key, { at, serial: tenantStates.nextSerial() });
    },
    refuseTokens: (tenantId, upTo) => void refusedTokens.set(tenantId, upTo),
    nextSerial: () => ++serial,
    reset() {
      tenants.clear();
      userRules.clear();
      consentArrivesMs.clear();
    },
  };
  return tenantStates;
}
