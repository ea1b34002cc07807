import { type CloudTenantOptions, cloudTenants, simulatedTenant, tenantFinder } from './cloud-tenants.ts';
import { answerControl, type CloudControls } from './control-api.ts';
import { guidOf, keyOfText } from './counter-hash.ts';
import { configurationTold } from './directory/configuration-state.ts';
import { notableUsers } from './directory/notable-users.ts';
import { answerDns, createDns } from './dns/dns-service.ts';
import type { SimulatedDns } from './dns/zone-resolver.ts';
import type { AppRegistrationOptions } from './entra/app-registrations.ts';
import { createEntraService, type EntraServiceOptions } from './entra/entra-service.ts';
import { createFaults } from './faults.ts';
import { answerGraphRequest } from './graph-gateway.ts';
import { createWorkloadIssuers } from './issuers/workload-issuers.ts';
import { answerLogin } from './login-gateway.ts';
import { createRequestLog } from './request-log.ts';
import { readTarget } from './request-target.ts';
import { changeTenant } from './tenant-changes.ts';
import { createThrottle, type ThrottleRates } from './throttle.ts';
import { jsonResponse } from './wire-response.ts';

export interface SimulatedCloudOptions extends AppRegistrationOptions, CloudTenantOptions {
  /** Same seed, same data. */
  seed?: string;
  now: () => Date;
  /** What lets people sign in (sign-in/entra-sign-in.ts); absent: applications alone get tokens. */
  signIn?: EntraServiceOptions['signIn'];
  /** Lifetime of access tokens; absent: Entra's hour. */
  tokenLifetimeSeconds?: number;
  /** How often a device that waits for a sign-in may ask; absent: Entra's five seconds. */
  deviceCodeSeconds?: number;
  /** Answer 429 at Microsoft's documented rates, or at these. Default false. */
  throttle?: boolean | ThrottleRates;
}

/** A Microsoft 365 cloud in one object: Entra ID, Graph and the DNS zones of its tenants. */
export interface SimulatedCloud extends CloudControls {
  /**
   * Answers one request. Microsoft's hosts (national-clouds.ts) and login.simulator.test, in the URL or in
   * x-forwarded-host, are taken as such; on other hosts the prefixes /graph, /login, /issuers, /dns and /control tell.
   * Rejects with SimulatedConnectionDrop where a `drop` fault hits.
   */
  handle(request: Request): Promise<Response>;
  dns: SimulatedDns;
}

export function createSimulatedCloud(options: SimulatedCloudOptions): SimulatedCloud {
  const seed = options.seed ?? 'tenantry';
  const { connected, staff, prospects, directories } = cloudTenants(options, seed);
  const findTenant = tenantFinder(directories);
  const faults = createFaults(seed);
  const log = createRequestLog();
  const requestKey = keyOfText(`${seed}/requests`);
  let requestSerial = 0;
  const nextRequestId = () => guidOf(requestKey, requestSerial++, 3);
  const isProspect = (tenantId: string) => prospects.some((directory) => directory.tenantId === tenantId);
  const issuers = createWorkloadIssuers({ now: options.now });
  const entra = createEntraService({
    ...options,
    issuerKeys: issuers.keysOf,
    directories,
    findTenant,
    consented: (tenantId) => !isProspect(tenantId),
  });
  const { throttle: limited = false } = options;
  const throttle = createThrottle(limited === true ? {} : limited === false ? null : limited);
  const parts = { ...entra.parts, entra, faults, log, throttle, now: options.now, nextRequestId };

  const cloud: SimulatedCloud = {
    async handle(request) {
      const target = readTarget(request);
      switch (target.service) {
        case 'graph':
          return answerGraphRequest(parts, request, target);
        case 'login':
          return answerLogin(parts, request, target);
        case 'issuers':
          return issuers.answer(request, target);
        case 'dns':
          return answerDns(cloud.dns, target);
        case 'control':
          return answerControl(cloud, request, target);
        default:
          return jsonResponse(404, {
            error: 'not_found',
            message: `The simulator does not answer ${target.url.pathname}.`,
          });
      }
    },
    dns: createDns(
      directories.map(({ profile }) => profile),
      faults,
    ),
    tenants: connected.map(simulatedTenant),
    staffTenant: staff && simulatedTenant(staff),
    prospects: prospects.map(simulatedTenant),
    faults,
    throttle,
    entra: entra.controls,
    async enterDeviceCode(userCode, fields) {
      const url = `https://login.microsoftonline.com/devicelogin?otc=${encodeURIComponent(userCode)}`;
      const body = new URLSearchParams(fields);
      const page = await (await cloud.handle(new Request(url, { method: 'POST', body }))).text();
      const device = entra.controls.devices().find((one) => one.userCode === userCode);
      if (device?.state === 'approved' || device?.state === 'declined') return;
      const said = /<p class="error"[^>]*>(.*?)<\/p>/s.exec(page) ?? /<h1>(.*?)<\/h1>/s.exec(page);
      throw new TypeError(said?.[1] ?? 'the page does not say');
    },
    usersOf(tenant) {
      const directory = findTenant(tenant);
      return directory ? notableUsers(directory) : [];
    },
    mailOf: (tenant) => findTenant(tenant)?.mail ?? null,
    changeTenant(tenantId, change, by = { user: 0 }) {
      const directory = findTenant(tenantId);
      if (!directory) throw new TypeError(`there is no tenant ${tenantId}`);
      changeTenant(directory, change, by, options.now());
    },
    configure(tenantId, behavior) {
      const directory = findTenant(tenantId);
      if (!directory) throw new TypeError(`there is no tenant ${tenantId}`);
      directory.configuration.behavior = { ...directory.configuration.behavior, ...behavior };
    },
    configurationOf(tenantId) {
      const directory = findTenant(tenantId);
      return directory && configurationTold(directory.configuration);
    },
    requestCounts: () => log.counts(),
    limitCounts: () => throttle.counts(),
    clearRequestCounts() {
      log.clear();
      throttle.clearCounts();
    },
  };
  return cloud;
}
