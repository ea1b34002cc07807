import { hashFraction, keyOfText } from '@tenantry/simulator/counter-hash';
import type { Fault } from '@tenantry/simulator/faults';
import { fixedPart } from '../../api/src/audit/collect/fixed-part.ts';

/** One share of what goes wrong. */
type Share = { share: number; kind: Fault['kind']; status?: number; retryAfterSeconds?: number };

/** The faults of issue 4: 5% 503, 5% 429 (half of them without Retry-After), 2% dropped, 1% truncated. */
const shares: readonly Share[] = [
  { share: 0.05, kind: 'status', status: 503 },
  { share: 0.025, kind: 'status', status: 429, retryAfterSeconds: 1 },
  { share: 0.025, kind: 'status', status: 429 },
  { share: 0.02, kind: 'drop' },
  { share: 0.01, kind: 'truncate' },
];

const answerOf = (code: string, message: string) => ({ error: { code, message } });

/** Real answers that are none of these: each has lost a dataset, or made a false word of it. */
const expiredPage = {
  kind: 'status',
  status: 400,
  onLaterPages: true,
  body: answerOf('Directory_ExpiredPageToken', 'The specified page token value has expired.'),
} as const;
const noPremium = {
  kind: 'status',
  status: 403,
  body: answerOf(
    'Authentication_RequestFromNonPremiumTenantOrB2CTenant',
    "Neither tenant is B2C or tenant doesn't have premium license",
  ),
} as const;

/** Three in ten further pages of a list are refused. */
const expiredShare = 0.3;

/** Of a tenant's requests, token requests and items of a $batch included. A fault is drawn only where none before it hit. */
export function faultMix(tenantId: string, seed: string): Fault[] {
  let left = 1;
  const mixed = shares.map(({ share, ...fault }): Fault => {
    const probability = share / left;
    left -= share;
    return { tenantId, pathPrefix: '/', probability, seed, ...fault };
  });
  return [...mixed, { tenantId, pathPrefix: '/', probability: expiredShare, seed, ...expiredPage }];
}

/** Questions to the DNS name no tenant. */
export function dnsFaultMix(seed: string): Fault[] {
  return [
    { pathPrefix: '/dns/', kind: 'status', status: 503, probability: 0.05, seed },
    { pathPrefix: '/dns/', kind: 'drop', probability: 0.02 / 0.95, seed },
  ];
}

/** Every path that a scan asks for, and the request that holds twenty of them. */
const outagePaths: readonly string[] = [
  '/$batch',
  ...fixedPart.map(({ path }) => path.replace('/v1.0', '').split('?')[0] ?? ''),
  '/identity/conditionalAccess/policies',
  '/identity/conditionalAccess/namedLocations',
  '/identityProtection/riskyUsers',
  '/identityProtection/riskDetections',
  '/servicePrincipals',
  '/applications',
  '/identityGovernance/accessReviews/definitions',
  '/security/alerts_v2',
  '/groups',
  '/users',
  '/reports/authenticationMethods/userRegistrationDetails',
  '/auditLogs/signIns',
  '/admin/configurationManagement/configurationSnapshotJobs',
  '/admin/configurationManagement/configurationSnapshots',
];

/** Paths that say that a license is missing, which most of the tenants hold. */
const lookAtLicense: readonly string[] = [
  '/reports/authenticationMethods/userRegistrationDetails',
  '/auditLogs/signIns',
];

const outages: readonly Pick<Fault, 'kind' | 'status' | 'retryAfterSeconds'>[] = [
  { kind: 'status', status: 503 },
  { kind: 'status', status: 429, retryAfterSeconds: 1 },
  { kind: 'status', status: 504 },
];

/** A path that is out of order for as long as the scan lasts: at `index` of a row that comes past each of them. */
export function outage(tenantId: string, seed: string, index: number): Fault[] {
  const key = keyOfText(seed);
  const order = outagePaths
    .map((path, place) => ({ path, rank: hashFraction(key, place, 1) }))
    .sort((a, b) => a.rank - b.rank);
  const pathPrefix = order[index % order.length]?.path ?? '/users';
  if (lookAtLicense.includes(pathPrefix)) return [{ tenantId, pathPrefix, ...noPremium }];
  const how = outages[Math.floor(hashFraction(key, index, 2) * outages.length)];
  return how ? [{ tenantId, pathPrefix, ...how }] : [];
}
