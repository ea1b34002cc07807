import { guidOf, keyOfText } from './counter-hash.ts';
import { createTenantDirectory, type TenantDirectory } from './directory/tenant-directory.ts';
import type { RecordType, Zone } from './dns/zone.ts';
import { type DnsAnswer, recordTypes, resolveInZone, type SimulatedDns } from './dns/zone-resolver.ts';
import { answerEntra } from './entra/entra-endpoints.ts';
import { createTokenIssuer } from './entra/token-issuer.ts';
import { createFaults, type Faults, parseFault } from './faults.ts';
import { createGraphFront } from './graph-front.ts';
import { demoProfiles } from './profiles/demo-profiles.ts';
import { createRequestLog, type RequestCount } from './request-log.ts';
import { readTarget, type Target } from './request-target.ts';
import type { TenantProfile } from './tenant-profile.ts';
import { createThrottle } from './throttle.ts';
import { jsonResponse } from './wire-response.ts';

export interface SimulatedTenant {
  /** Entra tenant id. */
  id: string;
  name: string;
  displayName: string;
  domain: string;
  userCount: number;
  /** Emergency access accounts: what the customer would declare as exempt. */
  emergencyUserIds: string[];
}

export interface SimulatedCloudOptions {
  /** Same seed, same data. */
  seed?: string;
  now: () => Date;
  /** Absent: the demonstration tenants. */
  tenants?: TenantProfile[];
  /** Absent: every client id is known. */
  clientId?: string;
  /** Absent: every secret that is not empty is right. */
  clientSecret?: string;
  /** Answer 429 at Microsoft's documented rates. Default false. */
  throttle?: boolean;
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
  tenants: SimulatedTenant[];
  faults: Faults;
  /** Requests so far, by tenant and path. */
  requestCounts(): RequestCount[];
  clearRequestCounts(): void;
}

function mergedZone(profiles: TenantProfile[]): Zone {
  return Object.assign({}, ...profiles.map((profile) => profile.zone(profile)));
}

function isRecordType(value: string): value is RecordType {
  return recordTypes.some((type) => type === value);
}

function createDns(zone: Zone, faults: Faults): SimulatedDns {
  return {
    async resolve(name, type): Promise<DnsAnswer> {
      const fault = faults.hit(null, `/dns/${name}`);
      if (fault) return { status: fault.kind === 'status' ? 'servfail' : 'timeout', values: [] };
      return resolveInZone(zone, name, type);
    },
  };
}

async function answerDns(dns: SimulatedDns, target: Target): Promise<Response> {
  const name = target.url.searchParams.get('name') ?? '';
  const type = (target.url.searchParams.get('type') ?? '').toUpperCase();
  if (target.path !== '/resolve') return jsonResponse(404, { error: 'not_found' });
  if (name === '' || !isRecordType(type)) {
    return jsonResponse(400, { error: `name is needed, and type must be one of ${recordTypes.join(', ')}` });
  }
  return jsonResponse(200, await dns.resolve(name, type));
}

async function answerControl(cloud: SimulatedCloud, request: Request, path: string): Promise<Response> {
  const action = `${request.method} ${path}`;
  if (action === 'GET /faults') return jsonResponse(200, { faults: cloud.faults.list() });
  if (action === 'DELETE /faults') {
    cloud.faults.clear();
    return new Response(null, { status: 204 });
  }
  if (action === 'POST /faults') {
    try {
      cloud.faults.set(parseFault(await request.json()));
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError)
        return jsonResponse(400, { error: error.message });
      throw error;
    }
    return new Response(null, { status: 204 });
  }
  if (action === 'GET /requests') return jsonResponse(200, { requests: cloud.requestCounts() });
  if (action === 'DELETE /requests') {
    cloud.clearRequestCounts();
    return new Response(null, { status: 204 });
  }
  if (action === 'GET /tenants') return jsonResponse(200, { tenants: cloud.tenants });
  return jsonResponse(404, { error: 'not_found' });
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

export function createSimulatedCloud(options: SimulatedCloudOptions): SimulatedCloud {
  const seed = options.seed ?? 'tenantry';
  const profiles = options.tenants ?? demoProfiles;
  const directories = profiles.map((profile) => createTenantDirectory(seed, profile));
  const findTenant = tenantFinder(directories);
  const issuer = createTokenIssuer();
  const faults = createFaults(seed);
  const log = createRequestLog();
  const requestKey = keyOfText(`${seed}/requests`);
  let requestSerial = 0;
  const nextRequestId = () => guidOf(requestKey, requestSerial++, 3);
  const graph = createGraphFront({
    findTenant,
    issuer,
    faults,
    log,
    throttle: createThrottle(options.throttle === true),
    now: options.now,
    nextRequestId,
  });
  const entra = { issuer, clientId: options.clientId, clientSecret: options.clientSecret, findTenant };

  async function answerLogin(request: Request, target: Target): Promise<Response> {
    const tenantId = findTenant(target.path.split('/')[1] ?? '')?.tenantId ?? null;
    const below = `/${target.path.split('/').slice(2).join('/')}`;
    log.record(tenantId, below, false);
    return graph.withFault(request, tenantId, below, async () => {
      const form = new URLSearchParams(request.method === 'POST' ? await request.text() : '');
      const { path, baseUrl, url } = target;
      const answer = await answerEntra(
        {
          method: request.method,
          path,
          baseUrl,
          params: url.searchParams,
          form,
          now: options.now(),
          requestId: nextRequestId(),
        },
        entra,
      );
      return jsonResponse(answer.status, answer.body);
    });
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
          return answerControl(cloud, request, target.path);
        default:
          return jsonResponse(404, {
            error: 'not_found',
            message: `The simulator does not answer ${target.url.pathname}.`,
          });
      }
    },
    dns: createDns(mergedZone(profiles), faults),
    tenants: directories.map(({ profile: { id, name, displayName, domain, userCount }, emergencyUserIds }) => {
      return { id, name, displayName, domain, userCount, emergencyUserIds };
    }),
    faults,
    requestCounts: () => log.counts(),
    clearRequestCounts: () => log.clear(),
  };
  return cloud;
}
