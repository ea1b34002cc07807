import { guidOf } from '../counter-hash.ts';
import { accountTraits } from '../directory/tenant-directory.ts';
import { userNames } from '../directory/users.ts';
import { dayMs, graphTime } from '../graph-time.ts';
import type { DefenderPosture } from '../posture/defender.ts';
import { answerList } from './collection-answer.ts';
import { badRequest, type GraphAnswer, licenseErrors } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';

const salt = { issue: 141, sensor: 142, application: 143, node: 144 };

type Identity = NonNullable<DefenderPosture['identity']>;

function identityOf({ directory }: GraphCall): Identity {
  const { identity } = directory.profile.defender;
  if (identity === null) throw licenseErrors.defenderForIdentity();
  return identity;
}

const hostName = ({ directory }: GraphCall, sensor: string) => `${sensor.toLowerCase()}.ad.${directory.profile.domain}`;

function healthIssues(call: GraphCall): object[] {
  const created = graphTime(call.anchorMs - 9 * dayMs);
  return identityOf(call).issues.map(({ title, severity, sensor }, ordinal) => ({
    id: guidOf(call.directory.key, ordinal, salt.issue),
    displayName: title,
    description: `${title}.`,
    healthIssueType: 'sensor',
    issueTypeId: String(1000 + ordinal),
    severity,
    status: 'open',
    createdDateTime: created,
    lastModifiedDateTime: created,
    domainNames: [`ad.${call.directory.profile.domain}`],
    sensorDNSNames: [hostName(call, sensor)],
    additionalInformation: [],
    recommendations: ['Look at the sensor.'],
    recommendedActionCommands: [],
  }));
}

function sensors(call: GraphCall): object[] {
  const { sensors: names, issues } = identityOf(call);
  return names.map((displayName, ordinal) => {
    const own = issues.filter(({ sensor }) => sensor === displayName);
    return {
      id: guidOf(call.directory.key, ordinal, salt.sensor),
      displayName,
      sensorType: 'domainControllerIntegrated',
      version: '2.239.18124.58593',
      deploymentStatus: 'upToDate',
      createdDateTime: graphTime(call.anchorMs - 400 * dayMs),
      domainName: `ad.${call.directory.profile.domain}`,
      healthStatus: own.length === 0 ? 'healthy' : 'notHealthyHigh',
      openHealthIssuesCount: own.length,
    };
  });
}

type Row = Record<string, unknown>;
type Table = { name: string; rows(call: GraphCall, posture: DefenderPosture): Row[] | null };

/**
 * The tables that the product asks, each with the rows that its own query makes of it: no KQL is run here. What of the query is
 * not for the tables that it names would go unnoticed.
 */
const tables: readonly Table[] = [
  {
    name: 'OAuthAppInfo',
    rows: ({ directory }, { appGovernance }) =>
      appGovernance && [
        { Applications: appGovernance.applications },
        ...appGovernance.unused.map(({ name, permissions }, ordinal) => ({
          OAuthAppId: guidOf(directory.key, ordinal, salt.application),
          AppName: name,
          Usage: 'False',
          Names: permissions,
        })),
      ],
  },
  {
    name: 'DeviceInfo',
    rows: (_call, { endpoint }) => endpoint && [{ Devices: endpoint.devices }],
  },
  {
    name: 'ExposureGraphNodes',
    rows: (_call, { exposure }) =>
      exposure && [
        { Assets: exposure.assets },
        ...exposure.pending.map(({ classification, assets }) => ({
          Classification: classification,
          Pending: assets.length,
          Names: assets,
        })),
      ],
  },
  {
    name: 'ExposureGraphEdges',
    rows: ({ directory }, { exposure, endpoint }) => {
      if (exposure === null) return null;
      const exposed = (endpoint?.exposed ?? []).filter(({ user }) => user < directory.profile.userCount);
      return [
        { Edges: exposure.assets * 3 },
        { Users: exposed.length },
        ...exposed.map(({ user, device, kind }) => ({
          TargetNodeId: guidOf(directory.key, user, salt.node),
          TargetNodeName: userNames(directory, user, accountTraits(directory, user)).userPrincipalName,
          Sources: [device],
          Kinds: [kind],
        })),
      ];
    },
  },
];

function runHuntingQuery(call: GraphCall): GraphAnswer {
  const query = typeof call.body === 'object' && call.body !== null ? Reflect.get(call.body, 'Query') : undefined;
  if (typeof query !== 'string' || query.trim() === '') throw badRequest('The Query field is required.');
  const asked = tables.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(query));
  if (asked.length === 0) throw badRequest('The simulator knows no table of this query.');
  const results = asked.flatMap(({ name, rows }) => {
    const found = rows(call, call.directory.profile.defender);
    if (found === null)
      throw badRequest(
        `'union' operator: Failed to resolve table or column expression named '${name}'. Fix semantic errors in your query.`,
      );
    return found;
  });
  const columns = [...new Set(results.flatMap((row) => Object.keys(row)))];
  // In Kusto a text is never null.
  const empty = (column: string) => (results.some((row) => typeof row[column] === 'string') ? '' : null);
  const whole = results.map((row) =>
    Object.fromEntries(columns.map((column) => [column, row[column] ?? empty(column)])),
  );
  return {
    status: 200,
    body: {
      '@odata.context': `${call.baseUrl}/v1.0/$metadata#microsoft.graph.security.huntingQueryResults`,
      schema: columns.map((name) => ({ name, type: 'String' })),
      results: whole,
    },
  };
}

export const defenderRoutes: GraphRoute[] = [
  {
    path: '/security/identities/healthIssues',
    answer: (call) => answerList(call, 'security/identities/healthIssues', healthIssues(call)),
  },
  {
    path: '/security/identities/sensors',
    answer: (call) => answerList(call, 'security/identities/sensors', sensors(call)),
  },
];

/** Its rows have whatever columns the query makes: they are of no published type. */
export const huntingRoutes: GraphRoute[] = [
  { path: '/security/runHuntingQuery', method: 'POST', answer: runHuntingQuery },
];
