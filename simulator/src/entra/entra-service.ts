import { findUserIndex } from '../directory/find-user.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { type AppRegistration, type AppRegistrationOptions, createAppRegistrations } from './app-registrations.ts';
import { createConsents } from './consents.ts';
import { createDeviceCodes, type WaitingDevice } from './device-codes.ts';
import { changeEntra, type EntraChange } from './entra-control.ts';
import { answerEntra } from './entra-endpoints.ts';
import type { EntraParts, EntraRequest, EntraSignIn } from './entra-parts.ts';
import { registeredClients } from './registered-clients.ts';
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
  /** How often a device that waits for a sign-in may ask; absent: Entra's five seconds. */
  deviceCodeSeconds?: number;
  issuerKeys: EntraParts['issuerKeys'];
  /** What lets people sign in; absent: applications alone get tokens. */
  signIn?: (parts: EntraParts) => EntraSignIn;
}

/** The controls of Entra for tests: what happens in a tenant while nobody of ours looks. */
export interface EntraControls {
  /** Throws a TypeError where tenant, user or application is not there. */
  change(change: EntraChange): void;
  /** Throws a TypeError where there is no such tenant. */
  tenantState(tenant: string): TenantState;
  /** Adds application registrations, or puts them in the place of those with the same id, until `reset`. */
  register(apps: AppRegistration[]): void;
  /** Devices that wait, or waited, for somebody to enter their code: newest first. */
  devices(): WaitingDevice[];
  /** Consent, sign-in rules and registrations as at the beginning. */
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
  const apps = createAppRegistrations(options, { registered: registeredClients({ directories, findTenant, now }) });
  const consents = createConsents();
  const deviceCodes = createDeviceCodes(options.deviceCodeSeconds);
  const { issuerKeys } = options;
  const tenantStates = createTenantStates(options.consented);
  const shared = { issuer, apps, tenantStates, consents, deviceCodes, issuerKeys };
  const parts = { ...shared, findTenant, directories, tokenLifetimeSeconds: lifetimeSeconds };
  const signIn = options.signIn?.(parts) ?? null;
  const findUser = (directory: TenantDirectory, nameOrId: string) => {
    const index = findUserIndex(directory, nameOrId);
    return index === null ? null : directory.userId(index);
  };
  return {
    parts,
    controls: {
      change: (change) => changeEntra(change, { findTenant, findUser, tenantStates, consents, apps, issuer, now }),
      tenantState(tenant) {
        const directory = findTenant(tenant);
        if (!directory) throw new TypeError(`there is no tenant ${tenant}`);
        return tenantStates.of(directory.tenantId);
      },
      register: (registrations) => apps.register(registrations),
      devices: () => deviceCodes.list(now()),
      reset() {
        tenantStates.reset();
        consents.reset();
        apps.forgetRegistered();
      },
    },
    answer: (request) => answerEntra(request, parts, signIn),
  };
}
