import { findUserIndex } from '../directory/find-user.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { type AppRegistrationOptions, createAppRegistrations } from './app-registrations.ts';
import { changeEntra, type EntraChange } from './entra-control.ts';
import { answerEntra, type EntraParts, type EntraRequest, type EntraSignIn } from './entra-endpoints.ts';
import { createTenantSituations, type TenantSituation } from './tenant-situations.ts';
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

/** The knobs of Entra for tests: what happens in a tenant while nobody of ours looks. */
export interface EntraKnobs {
  /** Throws a TypeError where tenant, user or application is not there. */
  change(change: EntraChange): void;
  /** Throws a TypeError where there is no such tenant. */
  situation(tenant: string): TenantSituation;
  /** Consent and sign-in rules as at the beginning. */
  reset(): void;
}

export interface EntraService {
  parts: EntraParts;
  knobs: EntraKnobs;
  answer(request: EntraRequest): Promise<Response>;
}

export function createEntraService(options: EntraServiceOptions): EntraService {
  const { findTenant, directories, now } = options;
  const lifetimeSeconds = options.tokenLifetimeSeconds ?? tokenLifetimeSeconds;
  const issuer = createTokenIssuer(lifetimeSeconds);
  const apps = createAppRegistrations(options);
  const situations = createTenantSituations(options.consented);
  const parts = { issuer, apps, situations, findTenant, directories, tokenLifetimeSeconds: lifetimeSeconds };
  const signIn = options.signIn?.(parts) ?? null;
  const findUser = (directory: TenantDirectory, nameOrId: string) => {
    const index = findUserIndex(directory, nameOrId);
    return index === null ? null : directory.userId(index);
  };
  return {
    parts,
    knobs: {
      change: (change) => changeEntra(change, { findTenant, findUser, situations, apps, issuer, now }),
      situation(tenant) {
        const directory = findTenant(tenant);
        if (!directory) throw new TypeError(`there is no tenant ${tenant}`);
        return situations.of(directory.tenantId);
      },
      reset: () => situations.reset(),
    },
    answer: (request) => answerEntra(request, parts, signIn),
  };
}
