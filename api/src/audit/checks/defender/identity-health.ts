import { defenderForIdentity } from '../../facts/datasets.ts';
import { isSynchronized } from '../../facts/directory-sync.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import { enumAt, type JsonObject, textAt, textsAt } from '../../facts/json-reader.ts';
import { hasServicePlan } from '../../facts/licenses.ts';
import { countOf, named } from '../../facts/sentence-parts.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { missingData, missingEvidence } from '../shared/missing-data.ts';

/** Its service plan (Microsoft Entra, "Product names and service plan identifiers"). */
const hasDefenderForIdentity = (facts: Facts): boolean | null => hasServicePlan(facts, 'ATA');

const notLicensed = (): CheckVerdict => ({
  ...verdict('notLicensed', `The tenant has no license for ${defenderForIdentity}, which watches Active Directory.`),
  recommendation: `Assign a license with ${defenderForIdentity} (part of Microsoft 365 E5) and install its sensors, or accept the risk.`,
});

const nameOf = (issue: JsonObject): string => textAt(issue, 'displayName') ?? textAt(issue, 'id') ?? 'without a name';

function openIssues(open: readonly JsonObject[]): CheckVerdict {
  const evidence = open.slice(0, 20).map((issue) => {
    const where = [...textsAt(issue, 'sensorDNSNames'), ...textsAt(issue, 'domainNames')];
    return evidenceFrom(
      'identityHealthIssues',
      `${nameOf(issue)} (${enumAt(issue, 'severity') ?? 'severity not reported'})${where.length === 0 ? '' : `: ${named(where)}`}`,
      textAt(issue, 'id') ?? undefined,
    );
  });
  const affected = open.map((issue) => ({
    type: 'setting' as const,
    id: textAt(issue, 'id') ?? nameOf(issue),
    name: nameOf(issue),
  }));
  return verdict(
    'fail',
    `${defenderForIdentity} reports ${countOf(open.length, 'open health issue')}: ${named(affected.map(({ name }) => name))}.`,
    evidence,
    affected,
  );
}

/** Nothing watches Active Directory: whether there is one, and whether a license would let something watch it. */
function withoutSensors(facts: Facts): CheckVerdict {
  const evidence = [evidenceFrom('identitySensors', 'no sensor')];
  const connected = isSynchronized(facts);
  if (connected === false)
    return verdict('notApplicable', 'No on-premises directory is connected, and no sensor is installed.', evidence);
  if (connected === null) return missingData(facts, ['organization']);
  const licensed = hasDefenderForIdentity(facts);
  if (licensed === false) return { ...notLicensed(), evidence };
  if (licensed === null) return missingData(facts, ['subscribedSkus']);
  return {
    ...verdict(
      'fail',
      `${defenderForIdentity} is licensed, but no sensor is installed: nothing watches Active Directory.`,
      evidence,
    ),
    recommendation:
      'Microsoft Defender portal > Settings > Identities > Sensors: install a sensor on every domain controller, and on AD FS, AD CS and Microsoft Entra Connect servers.',
  };
}

/** What it reports is not known: without a license for it that decides nothing. */
function unread(facts: Facts): CheckVerdict {
  const missing = ['identityHealthIssues', 'identitySensors'] as const;
  const connected = isSynchronized(facts);
  if (hasDefenderForIdentity(facts) !== false || connected === null) return missingData(facts, missing);
  const evidence = missingEvidence(facts, missing);
  return connected
    ? { ...notLicensed(), evidence }
    : verdict(
        'notApplicable',
        'No on-premises directory is connected, and there is no license for its sensors.',
        evidence,
      );
}

function health(facts: Facts): CheckVerdict {
  const issues = factOf(facts, 'identityHealthIssues');
  const sensors = factOf(facts, 'identitySensors');
  // What is closed is history; what does not say so may be open.
  const open = issues?.filter((issue) => !['closed', 'suppressed'].includes(enumAt(issue, 'status') ?? '')) ?? [];
  if (open.length > 0) return openIssues(open);
  if (issues === undefined || sensors === undefined) return unread(facts);
  return sensors.length === 0
    ? withoutSensors(facts)
    : verdict('pass', `${defenderForIdentity} reports no open health issue.`, [
        evidenceFrom('identitySensors', countOf(sensors.length, 'sensor')),
      ]);
}

export const identityHealthChecks: readonly Check[] = [
  {
    id: 'mdi.health',
    title: 'Defender for Identity watches Active Directory without trouble',
    findingTitle: 'Defender for Identity does not fully watch Active Directory',
    category: 'secure-score',
    severity: 'medium',
    endangers: 'tenant',
    frameworks: {
      prowler: ['defenderidentity_health_issues_no_open'],
      nist: ['DE.CM-01'],
      iso: ['A.8.16'],
    },
    datasets: ['identityHealthIssues', 'identitySensors'],
    helpful: ['organization', 'subscribedSkus'],
    recommendation:
      'Microsoft Defender portal > Settings > Identities > Health issues: open each issue, follow its recommendations, and close what is resolved. Each domain controller needs a sensor.',
    impact:
      'An attack on domain controllers, from which the cloud is one step away, goes unseen where a sensor is down or does not get the events that it needs.',
    evaluate: (facts) => health(facts),
  },
];
