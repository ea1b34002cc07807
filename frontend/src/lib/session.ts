import { getSession, type Role, type SessionUser, signOut as signOutEndpoint } from '@tenantry/contract/auth';
import { listTenants, type Tenant } from '@tenantry/contract/tenants';
import { useSyncExternalStore } from 'react';
import { call, onUnauthorized } from './api-client.ts';
import { ApiError, messageOf } from './api-error.ts';
import { forgetDraftsOfOthers, keepDrafts } from './form-drafts.ts';
import { queryClient } from './query-client.ts';
import { forgetTenant, rememberedTenantId, rememberTenant } from './remembered-tenant.ts';
import { forgetReturnAddress } from './return-address.ts';
import { showTimesIn } from './shown-time-zone.ts';
import { takeStartedSession } from './started-session.ts';
import { mayBeStored, readStored, storageKeys, store } from './storage.ts';

/**
 * Why nobody is signed in. `left`: they signed out, so that there is nothing to return to. `unavailable`: the session
 * could not be checked, so nothing is known of it.
 */
type SignedOutReason = 'none' | 'left' | 'expired' | 'unavailable';

type SignedIn = {
  status: 'signed-in';
  user: SessionUser;
  tenants: readonly Tenant[];
  /** Why the list of tenants could not be loaded; null where it was. */
  tenantsError: string | null;
  /** The tenant that this tab has selected; null in the global view. */
  tenant: Tenant | null;
  /** One that was selected and no longer is in the list. */
  lostTenantId: string | null;
};
/** `userId`: who was signed in; null where nobody is known to have been. */
export type SignedOut = { status: 'signed-out'; reason: SignedOutReason; userId: string | null };
type SessionState = { status: 'loading' } | SignedOut | SignedIn;

let state: SessionState = { status: 'loading' };
const stateListeners = new Set<() => void>();
const tenantListeners = new Set<(tenant: Tenant) => void>();
/** Counts sign-ins and sign-outs, so that an answer that was asked for by an earlier session is dropped. */
let generation = 0;
/** When the server last was asked who is signed in. */
let checkedAtMs = 0;
const recheckAfterMs = 10_000;
/** Whose answers the cache holds; null while it is empty. */
let holdsDataOf: string | null = null;

function setState(next: SessionState): void {
  state = next;
  // Before the pages are drawn with it.
  if (next.status !== 'loading') showTimesIn(next.status === 'signed-in' ? next.user.timeZone : null);
  for (const listener of stateListeners) listener();
}

/** What other tabs see of a sign-out, before the stored user is gone: an end of the session takes it away alone. */
const signedOutMark = 'signed-out';
/** Stands in the place of the stored user where the session could not be checked: it may be there still. */
const uncheckedMark = 'unchecked';

const isStoredUser = (stored: string | null): stored is string =>
  stored !== null && stored !== signedOutMark && stored !== uncheckedMark;

/** Who was signed in when this page was loaded anew and the session had ended meanwhile. */
function storedUserId(): string | null {
  const stored = readStored(storageKeys.user);
  if (!isStoredUser(stored)) return null;
  try {
    return (JSON.parse(stored) as { id: string }).id;
  } catch (error) {
    console.warn('The stored user cannot be read', error);
    return null;
  }
}

function clearSession(reason: SignedOutReason): void {
  generation += 1;
  const userId = state.status === 'signed-in' ? state.user.id : storedUserId();
  // Before the pages go.
  if (reason === 'left') {
    forgetReturnAddress();
    forgetDraftsOfOthers(null);
    store(storageKeys.user, signedOutMark);
  } else if (userId !== null) keepDrafts(userId);
  store(storageKeys.user, reason === 'unavailable' ? uncheckedMark : null);
  forgetTenant();
  store(storageKeys.checker, null);
  setState({ status: 'signed-out', reason, userId });
  // A page that is open to everybody may just be loading: what is taken from under it would never come.
  if (holdsDataOf !== null) queryClient.clear();
  holdsDataOf = null;
}

onUnauthorized(() => {
  if (state.status === 'signed-in') clearSession('expired');
});

/** On which session-start.js does not ask either. */
const signInPages = /^\/(login|client\/(sign-in|link))$/;

/**
 * What a page does that has just been opened. On a sign-in page of a browser with which nobody signed in since the last session
 * ended, the server is not asked: browsers write its refusal into their console. Every other page asks: the cookie itself no
 * script can see.
 */
export async function openSession(): Promise<void> {
  if (!signInPages.test(location.pathname) || mayBeStored(storageKeys.user)) await startSession();
  else clearSession('none');
}

/**
 * Asks the server who is signed in, and restores the stored tenant if it is still in their list. When the page has just
 * been opened, the question is under way already.
 * @param endedAs why nobody is signed in, where the server says so
 */
export async function startSession(endedAs: () => SignedOutReason = () => 'none'): Promise<void> {
  setState({ status: 'loading' });
  const started = takeStartedSession();
  checkedAtMs = started?.sentAtMs ?? Date.now();
  const asked = ++generation;
  try {
    const { user } = await call(getSession, { tenantId: null, isSignInCall: true, started });
    if (asked === generation) await enterSession(user);
  } catch (error) {
    if (asked !== generation) return;
    const isSignedOut = error instanceof ApiError && error.status === 401;
    if (!isSignedOut) console.error('The session could not be checked', error);
    clearSession(isSignedOut ? endedAs() : 'unavailable');
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
      clearSession('left');
      await enterSession(user);
    }
  } catch (error) {
    if (asked !== generation) return;
    const isSignedOut = error instanceof ApiError && error.status === 401;
    if (!isSignedOut) console.error('The session could not be checked', error);
    clearSession(isSignedOut ? 'expired' : 'unavailable');
  }
}

/** Takes a user who has just signed in (or was found signed in) and loads the tenants in their scope. */
export async function enterSession(user: SessionUser): Promise<void> {
  const entered = ++generation;
  // Somebody who reloads the page meanwhile is signed in already.
  if (!mayBeStored(storageKeys.user)) store(storageKeys.user, uncheckedMark);
  const { tenants, tenantsError } = user.clientTenantId === null ? await loadTenants() : noTenants;
  if (entered !== generation) return;
  const selected = selectedIn(rememberedTenantId(), tenants, tenantsError);
  const current = { ...user, tenantId: selected.tenant?.id ?? null };
  forgetDraftsOfOthers(user.id);
  if (holdsDataOf !== null && holdsDataOf !== user.id) queryClient.clear();
  holdsDataOf = user.id;
  store(storageKeys.user, JSON.stringify(current));
  setState({ status: 'signed-in', user: current, tenants, tenantsError, ...selected });
}

/** What of a selection is still there. A list that could not be loaded says nothing of it. */
function selectedIn(
  tenantId: string | null,
  tenants: readonly Tenant[],
  tenantsError: string | null,
): Pick<SignedIn, 'tenant' | 'lostTenantId'> {
  const tenant = tenants.find((candidate) => candidate.id === tenantId) ?? null;
  if (tenant !== null) rememberTenant(tenant.id);
  if (tenant !== null || tenantId === null || tenantsError !== null) return { tenant, lostTenantId: null };
  forgetTenant();
  return { tenant, lostTenantId: tenantId };
}

/** A contact of a client has no list: their room is of the one tenant that their session names. */
const noTenants: Pick<SignedIn, 'tenants' | 'tenantsError'> = { tenants: [], tenantsError: null };

async function loadTenants(): Promise<Pick<SignedIn, 'tenants' | 'tenantsError'>> {
  try {
    const { tenants } = await call(listTenants, { tenantId: null, isSignInCall: true });
    return { tenants, tenantsError: null };
  } catch (error) {
    console.error('The list of tenants could not be loaded', error);
    return { tenants: [], tenantsError: messageOf(error) };
  }
}

/** Loads the tenants again, after one was added or the first attempt failed. */
export async function reloadTenants(): Promise<void> {
  const asked = generation;
  const loaded = await loadTenants();
  if (asked !== generation || state.status !== 'signed-in') return;
  if (loaded.tenantsError !== null) return setState({ ...state, tenantsError: loaded.tenantsError });
  const selected = selectedIn(state.tenant?.id ?? rememberedTenantId(), loaded.tenants, null);
  setState({ ...state, ...loaded, ...selected, user: { ...state.user, tenantId: selected.tenant?.id ?? null } });
}

/** Takes over what the user has just chosen in their profile. */
export function takeOwnChoices({ timeZone, theme }: Pick<SessionUser, 'timeZone' | 'theme'>): void {
  if (state.status === 'signed-in') setState({ ...state, user: { ...state.user, timeZone, theme } });
}

/** Ends the session. The browser forgets it even where the server cannot be reached. */
export async function signOut(): Promise<void> {
  const answer = call(signOutEndpoint, { tenantId: null, isSignInCall: true });
  clearSession('left');
  try {
    await answer;
  } catch (error) {
    console.error('Signing out failed on the server', error);
  }
}

/** Selects a tenant for this tab. Answers false, with nothing changed, where it is not in the user's list. */
export function selectTenant(tenantId: string): boolean {
  if (state.status !== 'signed-in') return false;
  const tenant = state.tenants.find((candidate) => candidate.id === tenantId);
  if (tenant === undefined) return false;
  rememberTenant(tenant.id);
  setState({ ...state, tenant, lostTenantId: null, user: { ...state.user, tenantId: tenant.id } });
  for (const listener of tenantListeners) listener(tenant);
  return true;
}

/** Goes back to the global view: no tenant is selected in this tab. */
export function clearTenant(): void {
  if (state.status !== 'signed-in') return;
  rememberTenant(null);
  if (state.tenant === null && state.lostTenantId === null) return;
  setState({ ...state, tenant: null, lostTenantId: null, user: { ...state.user, tenantId: null } });
}

/** Calls `listener` whenever a tenant has been selected (not when one is restored). */
export function onTenantSelected(listener: (tenant: Tenant) => void): () => void {
  tenantListeners.add(listener);
  return () => tenantListeners.delete(listener);
}

function subscribe(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

// Signing out in one tab signs out the others. Where the session only ended, each keeps its own place, and comes back to it
// when somebody signs in again in one of them.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== storageKeys.user) return;
  if (state.status === 'signed-in') {
    if (newValue === signedOutMark) clearSession('left');
    else if (!isStoredUser(newValue)) clearSession('expired');
  } else if (state.status === 'signed-out' && isStoredUser(newValue)) void startSession();
});

// A browser keeps a page whole that is left for another site, and shows it again on Back, before anything can be asked. So
// nothing of a tenant stays on it, and who comes back is asked for as by a page that has just been opened.
window.addEventListener('pagehide', ({ persisted }) => {
  if (!persisted || state.status === 'signed-out') return;
  generation += 1;
  if (state.status === 'signed-in') keepDrafts(state.user.id);
  setState({ status: 'loading' });
});
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted || state.status !== 'loading') return;
  // Nobody is stored where the session ended in another tab: nothing of it stays, as after signing out here.
  void startSession(() => (mayBeStored(storageKeys.user) ? 'expired' : 'left'));
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

/** The selected tenant: both are null in the global view. */
export function useTenant(): { tenant: Tenant; tenantId: string } | { tenant: null; tenantId: null } {
  const session = useSession();
  const tenant = session.status === 'signed-in' ? session.tenant : null;
  return tenant === null ? { tenant: null, tenantId: null } : { tenant, tenantId: tenant.id };
}

/** The selected tenant. Only for pages behind its guard, where there always is one. */
export function useSelectedTenant(): Tenant {
  const { tenant } = useTenant();
  if (tenant === null) throw new Error('This part of the page needs a selected tenant');
  return tenant;
}

const roleRank: Record<Role, number> = { viewer: 0, technician: 1, admin: 2 };

/** Whether the signed-in user has at least this role. */
export function useHasRole(role: Role): boolean {
  const session = useSession();
  return session.status === 'signed-in' && roleRank[session.user.role] >= roleRank[role];
}

/** Whether the signed-in user looks after every tenant: what concerns the whole installation is theirs alone. */
export function useSeesAllTenants(): boolean {
  const session = useSession();
  return session.status === 'signed-in' && session.user.seesAllTenants;
}
