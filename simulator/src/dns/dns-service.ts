import type { Faults } from '../faults.ts';
import type { Target } from '../request-target.ts';
import type { TenantProfile } from '../tenant-profile.ts';
import { jsonResponse } from '../wire-response.ts';
import type { RecordType, Zone } from './zone.ts';
import { type DnsAnswer, recordTypes, type SimulatedDns, zoneResolver } from './zone-resolver.ts';

function isRecordType(value: string): value is RecordType {
  return recordTypes.some((type) => type === value);
}

/** One resolver over the zones of all tenants. */
export function createDns(profiles: readonly TenantProfile[], faults: Faults): SimulatedDns {
  const zone: Zone = Object.assign({}, ...profiles.map((profile) => profile.zone(profile)));
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

/** The resolver over HTTP. */
export async function answerDns(dns: SimulatedDns, target: Target): Promise<Response> {
  const name = target.url.searchParams.get('name') ?? '';
  const type = (target.url.searchParams.get('type') ?? '').toUpperCase();
  if (target.path === '/mta-sts-policy') return jsonResponse(200, { text: await dns.mtaStsPolicy(name) });
  if (target.path !== '/resolve') return jsonResponse(404, { error: 'not_found' });
  if (name === '' || !isRecordType(type)) {
    return jsonResponse(400, { error: `name is needed, and type must be one of ${recordTypes.join(', ')}` });
  }
  return jsonResponse(200, await dns.resolve(name, type));
}
