import { getSession, type Role, type SessionUser, signOut as signOutEndpoint } from '@tenantry/contract/auth';
import { listTenants, type Tenant } from '@tenantry/contract/tenants';
import { useSyncExternalStore } from 'react';
import { call, onUnauthorized } from './api-client.ts';
import { ApiError, messageOf } from './api-error.ts';
import { setCurrentTenantId } from './current-tenant.ts';
import { queryClient } from './query-client.ts';
import { readStored, storageKeys, store } from './storage.ts';

/** Why nobody is signed in. `unavailable`: the session could not be checked, so nothing is known of it. */
export type SignedOutReason = 'none' | 'expired' | 'unavailable';

export type SignedIn = {
  status: 'signed-in';
  user: SessionUser;
  tenants: readonly Tenant[];
  /** Why the list of organizations could not be loaded; null where it was. */
  tenantsError: string | null;
  tenant: Tenant | null;
};
export type SessionState = { status: 'loading' } | { status: 'signed-out'; reason: SignedOutReason } | SignedIn;

let state: SessionState = { status: 'loading' };
const stateListeners = new Set<() => void>();
const tenantListeners = new Set<(tenant: Tenant) => void>();
/** Counts sign-ins and sign-outs, so that an answer that was asked for by an earlier session is dropped. */
let generation = 0;
/** When the server last was asked who is signed in. */
let checkedAtMs = 0;
const recheckAfterMs = 10_000;
/** Whether somebody was signed in since the cache was last emptied. */
let holdsData = false;

function setState(next: SessionState): void {
  state = next;
  setCurrentTenantId(next.status === 'signed-in' ? (next.tenant?.id ?? null) : null);
  for (const listener of stateListeners) listener();
}

function clearSession(reason: SignedOutReason): void {
  generation += 1;
  store(storageKeys.user, null);
  store(storageKeys.tenantId, null);
  store(storageKeys.checker, null);
  setState({ status: 'signed-out', reason });
  // A page that is open to everybody may just be loading: what is taken from under it would never come.
  if (holdsData) queryClient.clear();
  holdsData = false;
}

onUnauthorized(() => {
  if (state.status === 'signed-in') clearSession('expired');
});

/** Asks the server who is signed in, and restores the stored organization if it is still in their list. */
export async function startSession(): Promise<void> {
  setState({ status: 'loading' });
  checkedAtMs = Date.now();
  const asked = ++generation;
  try {
    const { user } = await call(getSession, { tenantId: null, isSignInCall: true });
    if (asked === generation) await enterSession(user);
  } catch (error) {
    if (asked !== generation) return;
    const isSignedOut = error instanceof ApiError && error.status === 401;
    if (!isSignedOut) console.error('The session could not be checked', error);
    clearSession(isSignedOut ? 'none' : 'unavailable');
  }
}

/**
 * Asks again whether the session still is what it was, at most once in ten seconds. Where it ended, or where that cannot be
 * found out, the browser signs out; a changed role is taken over, and another user's session starts afresh.
 */
export async function recheckSession(): Promise<void> {
  if (state.status !== 'signed-in' || Date.now() - checkedAtMs < recheckAfterMs) return;
  checkedAtMs = Date.now();
  const asked = generation;
  try {
    const { user } = await call(getSession, { tenantId: null, isSignInCall: true });
    if (asked !== generation || state.status !== 'signed-in') return;
    if (user.id === state.user.id) {
      setState({ ...state, user: { ...user, tenantId: state.user.tenantId } });
    } else {
      clearSession('none');
      await enterSession(user);
    }
  } catch (error) {
    if (asked !== generation) return;
    const isSignedOut = error instanceof ApiError && error.status === 401;
    if (!isSignedOut) console.error('The session could not be checked', error);
    clearSession(isSignedOut ? 'expired' : 'unavailable');
  }
}

/** Takes a user who has just signed in (or was found signed in) and loads the organizations in their scope. */
export async function enterSession(user: SessionUser): Promise<void> {
  const entered = ++generation;
  const { tenants, tenantsError } = await loadTenants();
  if (entered !== generation) return;
  const storedId = readStored(storageKeys.tenantId);
  const tenant = tenants.find((candidate) => candidate.id === storedId) ?? null;
  if (tenant === null) store(storageKeys.tenantId, null);
  const current = { ...user, tenantId: tenant?.id ?? null };
  holdsData = true;
  store(storageKeys.user, JSON.stringify(current));
  setState({ status: 'signed-in', user: current, tenants, tenantsError, tenant });
}

async function loadTenants(): Promise<Pick<SignedIn, 'tenants' | 'tenantsError'>> {
  try {
    const { tenants } = await call(listTenants, { tenantId: null, isSignInCall: true });
    return { tenants, tenantsError: null };
  } catch (error) {
    console.error('The list of organizations could not be loaded', error);
    return { tenants: [], tenantsError: messageOf(error) };
  }
}

/** Loads the organizations again, after one was added or the first attempt failed. */
export async function reloadTenants(): Promise<void> {
  const asked = generation;
  const loaded = await loadTenants();
  if (asked !== generation || state.status !== 'signed-in') return;
  const kept = state.tenant;
  const tenant = loaded.tenantsError === null ? (loaded.tenants.find((each) => each.id === kept?.id) ?? null) : kept;
  setState({ ...state, ...loaded, tenant, user: { ...state.user, tenantId: tenant?.id ?? null } });
}

/** Ends the session. The browser forgets it even where the server cannot be reached. */
export async function signOut(): Promise<void> {
  const answer = call(signOutEndpoint, { tenantId: null, isSignInCall: true });
  clearSession('none');
  try {
    await answer;
  } catch (error) {
    console.error('Signing out failed on the server', error);
  }
}

/** Selects an organization. Answers false, with nothing selected, where it is not in the user's list. */
export function selectTenant(tenantId: string): boolean {
  if (state.status !== 'signed-in') return false;
  const tenant = state.tenants.find((candidate) => candidate.id === tenantId);
  if (tenant === undefined) {
    console.warn('An organization was selected that is not in the list');
    clearTenant();
    return false;
  }
  store(storageKeys.tenantId, tenant.id);
  setState({ ...state, tenant, user: { ...state.user, tenantId: tenant.id } });
  for (const listener of tenantListeners) listener(tenant);
  return true;
}

/** Goes back to the global view: no organization is selected. */
export function clearTenant(): void {
  if (state.status !== 'signed-in') return;
  store(storageKeys.tenantId, null);
  if (state.tenant !== null) setState({ ...state, tenant: null, user: { ...state.user, tenantId: null } });
}

/** Calls `listener` whenever an organization has been selected (not when one is restored). */
export function onTenantSelected(listener: (tenant: Tenant) => void): () => void {
  tenantListeners.add(listener);
  return () => tenantListeners.delete(listener);
}

function subscribe(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

// Signing out in one tab signs out the others.
window.addEventListener('storage', (event) => {
  if (event.key === storageKeys.user && event.newValue === null && state.status === 'signed-in') clearSession('none');
});

/** The session as it is now, for code outside React. */
export const sessionState = () => state;

/** The session, re-rendering with every change of it. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, sessionState);
}

/** The signed-in session. Only for pages behind the guard, where there always is one. */
export function useSignedIn(): SignedIn {
  const session = useSession();
  if (session.status !== 'signed-in') throw new Error('This part of the page needs a signed-in user');
  return session;
}

/** The selected organization: both are null in the global view. */
export function useTenant(): { tenant: Tenant; tenantId: string } | { tenant: null; tenantId: null } {
  const session = useSession();
  const tenant = session.status === 'signed-in' ? session.tenant : null;
  return tenant === null ? { tenant: null, tenantId: null } : { tenant, tenantId: tenant.id };
}

/** The selected organization. Only for pages behind its guard, where there always is one. */
export function useSelectedTenant(): Tenant {
  const { tenant } = useTenant();
  if (tenant === null) throw new Error('This part of the page needs a selected organization');
  return tenant;
}

const roleRank: Record<Role, number> = { viewer: 0, technician: 1, admin: 2 };

/** Whether the signed-in user has at least this role. */
export function useHasRole(role: Role): boolean {
  const session = useSession();
  return session.status === 'signed-in' && roleRank[session.user.role] >= roleRank[role];
}

/** Whether the signed-in user looks after every organization: what concerns the whole installation is theirs alone. */
export function useSeesAllTenants(): boolean {
  const session = useSession();
  return session.status === 'signed-in' && session.user.seesAllTenants;
}
