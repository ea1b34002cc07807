import { getAuthStatus, getM365Status } from '@tenantry/contract/connection-status';
import {
  continueConnection,
  listAdminTenants,
  listWorkingTenants,
  startConsent,
  startReconnect,
} from '@tenantry/contract/connections';
import type { Parsed } from '@tenantry/contract/endpoint';
import { changeTenant, createTenant } from '@tenantry/contract/managed-tenants';
import { lastScanView } from '../../domain/last-scan/last-scan.ts';
import { troubleOf } from '../../domain/tenant-trouble/tenant-trouble.ts';
import { AppError } from '../../http/app-error.ts';
import { type Cookie, Reply } from '../../http/reply.ts';
import { errorPageOf, ReturnError } from '../../http/return-error.ts';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import { type Connected, connected, ourSecretEnd } from './connected-tenants.ts';
import type { FlowStart } from './connection-flow.ts';
import type { Connections } from './connection-service.ts';
import { type CredentialDependencies, credentialRoutes } from './credential-routes.ts';
import { connectionState, endingSecrets } from './credential-status.ts';
import {
  changeManagedTenant,
  createManagedTenant,
  type ManagedTenantDependencies,
  managedTenant,
} from './managed-tenants.ts';

type Dependencies = CredentialDependencies &
  ManagedTenantDependencies & {
    connections: Connections;
    oauthCookieName: string;
    oauthCookie(name: string, value: string): Cookie;
    /** What is wrong with the audit trail; null where nothing is known to be. */
    trailNotice(): Promise<Parsed<typeof getAuthStatus.response>['auditTrail']>;
  };

/** The contract's limit for `endingSecrets.soonest`. */
const endingSecretsShown = 5;

function adminTenant({ tenant, record }: Connected, now: Date) {
  const trouble = troubleOf(tenant, record, now);
  const { id, name, displayName, domain, isMock, createdAt } = tenant;
  return {
    id,
    name,
    displayName,
    orgName: displayName,
    domain,
    isMock,
    onboardedDate: createdAt,
    linkedM365Users: tenant.directory?.isSimulated === isMock ? tenant.directory.users : null,
    credentialStatus: connectionState(tenant, record, trouble),
    trouble,
    lastAuditDate: tenant.audit?.auditedAt ?? null,
    ...lastScanView(tenant),
    schedule: tenant.schedule ?? null,
    nextScanAt: tenant.nextScanAt ?? null,
  };
}

function listRoutes(dependencies: Dependencies): Route[] {
  const { clock } = dependencies;
  return [
    callerRoute(listAdminTenants, async ({ caller }) => ({
      tenants: (await connected(dependencies, caller.scope)).map((one) => adminTenant(one, clock.now())),
      offboarding: (await dependencies.tenants.offboarding.ofScope(caller.scope)).map(
        ({ id, name, offboardingSince }) => ({ id, name, since: offboardingSince ?? '' }),
      ),
    })),

    callerRoute(listWorkingTenants, async ({ caller }) =>
      (await connected(dependencies, caller.scope)).map(({ tenant, record }) => ({
        id: tenant.id,
        orgName: tenant.displayName,
        domain: tenant.domain,
        credentialStatus: connectionState(tenant, record, troubleOf(tenant, record, clock.now())),
      })),
    ),
  ];
}

/** The browser itself comes here, so that what goes wrong is shown as a page, not as JSON. */
async function navigated(go: () => Promise<Reply>): Promise<Reply> {
  try {
    return await go();
  } catch (error) {
    if (error instanceof AppError) return Reply.redirect(errorPageOf(error));
    throw error;
  }
}

function consentRoutes(dependencies: Dependencies): Route[] {
  const { connections, oauthCookieName, oauthCookie } = dependencies;
  const redirect = ({ url, browser }: FlowStart) =>
    Reply.redirect(url, browser === null ? {} : { cookies: [oauthCookie(oauthCookieName, browser)] });

  return [
    callerRoute(startConsent, async ({ caller, request }) =>
      navigated(async () => redirect(await connections.startConsent(caller, request.cookie(oauthCookieName)))),
    ),

    callerRoute(startReconnect, async ({ caller, query, request }) =>
      navigated(async () => {
        const all = await connected(dependencies, caller.scope);
        const found = query.tenantId
          ? all.find(({ tenant }) => tenant.id === query.tenantId)
          : all.find(({ record }) => record?.reconnectSince && (!query.email || record.userEmail === query.email));
        if (!found || found.tenant.isMock) {
          throw new ReturnError('NOT_FOUND', 'no-tenant-to-reconnect');
        }
        const loginHint = query.reauth === '1' ? query.email : undefined;
        const asks = { consent: query.consent === '1', loginHint };
        const browser = request.cookie(oauthCookieName);
        return redirect(await connections.startReconnect(caller, found.tenant, asks, browser));
      }),
    ),

    callerRoute(continueConnection, ({ caller, params }) => connections.continue(params.connection, caller)),
  ];
}

/** Not those whose scans fail while their connection holds: connecting them again would mend nothing. */
function lostConnection({ tenant, record }: Connected, now: Date) {
  const trouble = troubleOf(tenant, record, now);
  if (!record || trouble === null || trouble.remedy === 'retry') return [];
  return [{ tenantId: tenant.id, name: tenant.name, since: trouble.since, reason: trouble.reason }];
}

/** What every page of the selected tenant has to say above its figures. */
function selectedTrouble({ tenant, record }: Connected, now: Date) {
  const trouble = troubleOf(tenant, record, now);
  const { id: tenantId, name, audit } = tenant;
  return trouble && { tenantId, name, trouble, lastAuditDate: audit?.auditedAt ?? null };
}

function statusRoutes(dependencies: Dependencies): Route[] {
  const { credentials, clock, trailNotice } = dependencies;
  return [
    callerRoute(getAuthStatus, async ({ caller, tenant: selected }) => {
      const tenant = selected?.tenant;
      const all = tenant
        ? [{ tenant, record: await credentials.read(tenant.id) }]
        : await connected(dependencies, caller.scope);
      const [only] = tenant ? all : [];
      const lost = all.flatMap((one) => lostConnection(one, clock.now()));
      const isAdmin = caller.role === 'admin';
      const ending = isAdmin ? endingSecrets(all, await ourSecretEnd(dependencies, caller.scope), clock.now()) : [];
      const soonest = ending.slice(0, endingSecretsShown);
      const isEverywhere = isAdmin && caller.scope.kind === 'all';
      return {
        needsReconnect: lost.length > 0,
        tenants: lost,
        selected: only ? selectedTrouble(only, clock.now()) : null,
        endingSecrets: { total: ending.length, soonest },
        auditTrail: isEverywhere ? await trailNotice() : null,
      };
    }),

    tenantRoute(getM365Status, async ({ tenant: { tenant } }) => {
      const credential = await credentials.read(tenant.id);
      const trouble = troubleOf(tenant, credential, clock.now());
      const mode = tenant.isMock ? ('mock' as const) : credential ? ('live' as const) : ('unconfigured' as const);
      return {
        mode,
        live: mode === 'live' && trouble === null,
        lastTokenSuccess: credential?.lastTokenSuccess ?? null,
        // A batch of which every item is refused is an answer to those who count answers.
        lastGraphCallSuccess:
          tenant.scanFailing?.cause === 'refused' ? false : (credential?.lastGraphCallSuccess ?? null),
        lastTokenRequest: credential?.lastTokenRequestAt ?? null,
        trouble,
        // With credentials that are refused or cannot be read, Microsoft is not asked for anything.
        liveMode: mode === 'live' && (trouble === null || trouble.remedy === 'retry'),
        mockMode: mode === 'mock',
        configured: credential !== null,
        tenantId: tenant.m365TenantId,
      };
    }),
  ];
}

function managementRoutes(dependencies: Dependencies): Route[] {
  return [
    callerRoute(createTenant, async ({ body, caller }) =>
      Reply.json(managedTenant(await createManagedTenant(dependencies, body, caller)), { status: 201 }),
    ),

    tenantRoute(changeTenant, async ({ tenant, body, caller }) =>
      managedTenant(await changeManagedTenant(dependencies, tenant.tenant.id, body, caller)),
    ),
  ];
}

export function connectionRoutes(dependencies: Dependencies): Route[] {
  return [
    ...listRoutes(dependencies),
    ...managementRoutes(dependencies),
    ...consentRoutes(dependencies),
    ...statusRoutes(dependencies),
    ...credentialRoutes(dependencies),
  ];
}
