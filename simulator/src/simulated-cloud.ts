import { answerControl } from './control-surface.ts';
import { guidOf, keyOfText } from './counter-hash.ts';
import { type NotableUser, notableUsers } from './directory/notable-users.ts';
import { createTenantDirectory, type TenantDirectory } from './directory/tenant-directory.ts';
import { userAt } from './directory/users.ts';
import type { RecordType, Zone } from './dns/zone.ts';
import { type DnsAnswer, recordTypes, type SimulatedDns, zoneResolver } from './dns/zone-resolver.ts';
import type { AppRegistrationOptions } from './entra/app-registrations.ts';
import { faultOfEntra } from './entra/entra-errors.ts';
import { createEntraService, type EntraKnobs, type EntraServiceOptions } from './entra/entra-service.ts';
import { createFaults, type Faults } from './faults.ts';
import { createGraphFront } from './graph-front.ts';
import { demoProfiles } from './profiles/demo-profiles.ts';
import { createRequestLog, type RequestCount } from './request-log.ts';
import { readTarget, type Target } from './request-target.ts';
import { type ChangeActor, changeTenant, type TenantChange } from './tenant-changes.ts';
import type { TenantProfile } from './tenant-profile.ts';
import { createThrottle, type LimitCount, type Throttle, type ThrottleRates } from './throttle.ts';
import { jsonResponse } from './wire-response.ts';

export interface SimulatedTenant {
  /** Entra tenant id. */
  id: string;
  name: string;
  displayName: string;
  domain: string;
  userCount: number;
  /** Emergency access accounts: what the customer would declare as exempt. */
  emergencyAccounts: { userId: string; displayName: string; userPrincipalName: string }[];
}

export interface SimulatedCloudOptions extends AppRegistrationOptions {
  /** Same seed, same data. */
  seed?: string;
  now: () => Date;
  /** Absent: the demonstration tenants. */
  tenants?: TenantProfile[];
  /** The MSP's own tenant: its staff signs in there, and its customers are all others. */
  staffTenant?: TenantProfile;
  /** Tenants that did not consent to the application yet. Those after the first have no delegated admin relationship. */
  prospects?: TenantProfile[];
  /** What lets people sign in (sign-in/entra-sign-in.ts); absent: applications alone get tokens. */
  signIn?: EntraServiceOptions['signIn'];
  /** Lifetime of access tokens; absent: Entra's hour. */
  tokenLifetimeSeconds?: number;
  /** Answer 429 at Microsoft's documented rates, or at these. Default false. */
  throttle?: boolean | ThrottleRates;
}

/** A Microsoft 365 cloud in one object: Entra ID, Graph and the DNS zones of its tenants. */
export interface SimulatedCloud {
  /**
   * Answers one request. Hosts graph.microsoft.com, login.microsoftonline.com and login.simulator.test (in the URL or
   * in x-forwarded-host) are taken as such; on other hosts the prefixes /graph, /login, /dns and /control tell.
   * Rejects with SimulatedConnectionDrop where a `drop` fault hits.
   */
  handle(request: Request): Promise<Response>;
  dns: SimulatedDns;
  /** The connected (demonstration) tenants; the staff's own and the prospects stand apart. */
  tenants: SimulatedTenant[];
  staffTenant: SimulatedTenant | null;
  prospects: SimulatedTenant[];
  faults: Faults;
  /** Microsoft's limits: off, on, or at other rates. */
  throttle: Pick<Throttle, 'set' | 'rates'>;
  /** Consent, sign-in rules, revocation and secrets, to be changed while the product runs. */
  entra: EntraKnobs;
  /** Users of a tenant worth signing in as, by its id or domain; none where there is no such tenant. */
  usersOf(tenant: string): NotableUser[];
  /** Changes a tenant's settings, with the entry in its directory audit log. Throws a TypeError where it cannot. */
  changeTenant(tenantId: string, change: TenantChange, by?: ChangeActor): void;
  /** Requests so far, by tenant and path. */
  requestCounts(): RequestCount[];
  /** Requests so far under each of Microsoft's limits; nothing without `throttle`. */
  limitCounts(): LimitCount[];
  /** Those of the limits too. */
  clearRequestCounts(): void;
}

function simulatedTenant(directory: TenantDirectory): SimulatedTenant {
  const { id, name, displayName, domain, userCount } = directory.profile;
  const emergencyAccounts = directory.emergencyUserIds.map((userId) => {
    const names = userAt(directory, directory.indexOfUser(userId) ?? 0, ['displayName', 'userPrincipalName'], 0);
    return { userId, displayName: String(names.displayName), userPrincipalName: String(names.userPrincipalName) };
  });
  return { id, name, displayName, domain, userCount, emergencyAccounts };
}

function mergedZone(profiles: TenantProfile[]): Zone {
  return Object.assign({}, ...profiles.map((profile) => profile.zone(profile)));
}

function isRecordType(value: string): value is RecordType {
  return recordTypes.some((type) => type === value);
}

function createDns(zone: Zone, faults: Faults): SimulatedDns {
  const resolveInZone = zoneResolver(zone);
  return {
    async resolve(name, type): Promise<DnsAnswer> {
      const fault = faults.hit(null, `/dns/${name}`);
      if (fault) return { status: fault.kind === 'status' ? 'servfail' : 'timeout', values: [], authentic: false };
      return resolveInZone(name, type);
    },
    mtaStsPolicy: (domain) => Promise.resolve(zone[`mta-sts.${domain.toLowerCase()}`]?.MTA_STS_POLICY ?? null),
  };
}

async function answerDns(dns: SimulatedDns, target: Target): Promise<Response> {
  const name = target.url.searchParams.get('name') ?? '';
  const type = (target.url.searchParams.get('type') ?? '').toUpperCase();
  if (target.path === '/mta-sts-policy') return jsonResponse(200, { text: await dns.mtaStsPolicy(name) });
  if (target.path !== '/resolve') return jsonResponse(404, { error: 'not_found' });
  if (name === '' || !isRecordType(type)) {
    return jsonResponse(400, { error: `name is needed, and type must be one of ${recordTypes.join(', ')}` });
  }
  return jsonResponse(200, await dns.resolve(name, type));
}

function tenantFinder(directories: TenantDirectory[]): (nameOrId: string) => TenantDirectory | null {
  const byName = new Map<string, TenantDirectory>();
  for (const directory of directories) {
    const { id, domain, parkedDomains } = directory.profile;
    for (const name of [id, domain, directory.initialDomain, ...parkedDomains])
      byName.set(name.toLowerCase(), directory);
  }
  return (nameOrId) => byName.get(nameOrId.toLowerCase()) ?? null;
}

/** Every tenant, by its place in the cloud. The staff's own has all others as customers. */
function allDirectories(options: SimulatedCloudOptions, seed: string) {
  const create = (profile: TenantProfile) => createTenantDirectory(seed, profile);
  const connected = (options.tenants ?? demoProfiles).map(create);
  const staff = options.staffTenant ? create(options.staffTenant) : null;
  const prospects = (options.prospects ?? []).map(create);
  const customer = ({ tenantId, profile }: TenantDirectory, delegatedAdmin: boolean) => {
    return { tenantId, displayName: profile.displayName, domain: profile.domain, delegatedAdmin };
  };
  staff?.customers.push(
    ...connected.map((directory) => customer(directory, true)),
    ...prospects.map((directory, position) => customer(directory, position === 0)),
  );
  return { connected, staff, prospects, directories: [...connected, ...(staff ? [staff] : []), ...prospects] };
}

export function createSimulatedCloud(options: SimulatedCloudOptions): SimulatedCloud {
  const seed = options.seed ?? 'tenantry';
  const { connected, staff, prospects, directories } = allDirectories(options, seed);
  const findTenant = tenantFinder(directories);
  const faults = createFaults(seed);
  const log = createRequestLog();
  const requestKey = keyOfText(`${seed}/requests`);
  let requestSerial = 0;
  const nextRequestId = () => guidOf(requestKey, requestSerial++, 3);
  const isProspect = (tenantId: string) => prospects.some((directory) => directory.tenantId === tenantId);
  const entra = createEntraService({
    ...options,
    directories,
    findTenant,
    consented: (tenantId) => !isProspect(tenantId),
  });
  const { throttle: limited = false } = options;
  const throttle = createThrottle(limited === true ? {} : limited === false ? null : limited);
  const graph = createGraphFront({
    findTenant,
    issuer: entra.parts.issuer,
    situations: entra.parts.situations,
    faults,
    log,
    throttle,
    now: options.now,
    nextRequestId,
  });
  async function answerLogin(request: Request, target: Target): Promise<Response> {
    const tenantId = findTenant(target.path.split('/')[1] ?? '')?.tenantId ?? null;
    const below = `/${target.path.split('/').slice(2).join('/')}`;
    log.record(tenantId, below, false);
    const answerEntra = async () => {
      const form = new URLSearchParams(request.method === 'POST' ? await request.text() : '');
      const { path, baseUrl, url } = target;
      const common = { method: request.method, path, baseUrl, params: url.searchParams, form };
      return entra.answer({ ...common, now: options.now(), requestId: nextRequestId() });
    };
    return graph.withFault(request, tenantId, below, answerEntra, faultOfEntra);
  }

  const cloud: SimulatedCloud = {
    async handle(request) {
      const target = readTarget(request);
      switch (target.service) {
        case 'graph':
          return graph.answer(request, target);
        case 'login':
          return answerLogin(request, target);
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
    dns: createDns(mergedZone(directories.map(({ profile }) => profile)), faults),
    tenants: connected.map(simulatedTenant),
    staffTenant: staff && simulatedTenant(staff),
    prospects: prospects.map(simulatedTenant),
    faults,
    throttle,
    entra: entra.knobs,
    usersOf(tenant) {
      const directory = findTenant(tenant);
      return directory ? notableUsers(directory) : [];
    },
    changeTenant(tenantId, change, by = { user: 0 }) {
      const directory = findTenant(tenantId);
      if (!directory) throw new TypeError(`there is no tenant ${tenantId}`);
      changeTenant(directory, change, by, options.now());
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
