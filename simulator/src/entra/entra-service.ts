import { findUserIndex } from '../directory/find-user.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { type AppRegistrationOptions, createAppRegistrations } from './app-registrations.ts';
import { changeEntra, type EntraChange } from './entra-control.ts';
import { answerEntra, type EntraParts, type EntraRequest, type EntraSignIn } from './entra-endpoints.ts';
import { createTenantStates, type TenantState } from './tenant-states.ts';
import { createTokenIssuer, tokenLifetimeSeconds } from './token-issuer.ts';

export interface EntraServiceOptions extends AppRegistrationOptions {
  now: () => Date;
  directories: TenantDirectory[];
  findTenant(nameOrId: string): TenantDirectory | null;
  /** Whether the application is consented in this tenant from the beginning. */
  consented(tenantId: string): boolean;
  /** Lifetime of access tokens; absent: Entra's hour. */
  tokenLifetimeSeconds?: number;
  /** What lets people sign in; absent: applications alone get tokens. */
  signIn?: (parts: EntraParts) => EntraSignIn;
}

/** The controls of Entra for tests: what happens in a tenant while nobody of ours looks. */
export interface EntraControls {
  /** Throws a TypeError where tenant, user or application is not there. */
  change(change: EntraChange): void;
  /** Throws a TypeError where there is no such tenant. */
  tenantState(tenant: string): TenantState;
  /** Consent and sign-in rules as at the beginning. */
  reset(): void;
}

export interface EntraService {
  parts: EntraParts;
  controls: EntraControls;
  answer(request: EntraRequest): Promise<Response>;
}

export function createEntraService(options: EntraServiceOptions): EntraService {
  const { findTenant, directories, now } = options;
  const lifetimeSeconds = options.tokenLifetimeSeconds ?? tokenLifetimeSeconds;
  const issuer = createTokenIssuer(lifetimeSeconds);
  const apps = createAppRegistrations(options);
  const tenantStates = createTenantStates(options.consented);
  const parts = { issuer, apps, tenantStates, findTenant, directories, tokenLifetimeSeconds: lifetimeSeconds };
  const signIn = options.signIn?.(parts) ?? null;
  const findUser = (directory: TenantDirectory, nameOrId: string) => {
    const index = findUserIndex(directory, nameOrId);
    return index === null ? null : directory.userId(index);
  };
  return {
    parts,
    controls: {
      change: (change) => changeEntra(change, { findTenant, findUser, tenantStates, apps, issuer, now }),
      tenantState(tenant) {
        const directory = findTenant(tenant);
        if (!directory) throw new TypeError(`there is no tenant ${tenant}`);
        return tenantStates.of(directory.tenantId);
      },
      reset: () => tenantStates.reset(),
    },
    answer: (request) => answerEntra(request, parts, signIn),
  };
}
