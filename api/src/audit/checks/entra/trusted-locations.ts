import { factOf } from '../../facts/facts.ts';
import { booleanAt, objectsAt, textAt } from '../../facts/json-reader.ts';
import { countOf, named } from '../../facts/sentence-parts.ts';
import { portal } from '../../microsoft/portal-paths.ts';
import { type Check, evidenceFrom, verdict } from '../shared/check.ts';
import { needingEntraP1 } from '../shared/entra-p1.ts';
import { missingData } from '../shared/missing-data.ts';

const trustedLocations: Check['evaluate'] = (facts) => {
  const locations = factOf(facts, 'namedLocations');
  if (locations === undefined) return missingData(facts, ['namedLocations']);
  const trusted = locations.filter(
    (location) => booleanAt(location, 'isTrusted') === true && objectsAt(location, 'ipRanges').length > 0,
  );
  const unclear = locations.some(
    (location) =>
      ('ipRanges' in location || 'isTrusted' in location) &&
      (booleanAt(location, 'isTrusted') === null || !Array.isArray(location.ipRanges)),
  );
  const evidence = [
    evidenceFrom(
      'namedLocations',
      `${countOf(locations.length, 'named location')}, ${trusted.length} trusted with IP ranges`,
    ),
  ];
  if (trusted.length === 0 && unclear)
    return verdict(
      'couldNotCheck',
      "Microsoft's response does not say whether every named location is trusted.",
      evidence,
    );
  return trusted.length > 0
    ? verdict(
        'pass',
        `Trusted networks are defined: ${named(trusted.map((location) => textAt(location, 'displayName') ?? ''))}.`,
        evidence,
      )
    : verdict('fail', 'No trusted network is defined.', evidence);
};

export const trustedLocationChecks: readonly Check[] = [
  {
    category: 'conditional-access',
    id: 'ca.locations.trusted',
    title: 'Trusted networks are defined',
    findingTitle: 'No trusted network is defined',
    severity: 'low',
    endangers: 'nobody',
    frameworks: {
      cis: ['5.2.2.14'],
      prowler: ['entra_conditional_access_trusted_named_location_exists'],
      iso: ['A.8.20'],
    },
    datasets: ['namedLocations'],
    helpful: ['subscribedSkus'],
    recommendation: `${portal.namedLocations}: add the public IP ranges of the offices and mark them as trusted.`,
    impact: 'Policies cannot tell the office from the rest of the world, and risk detection raises more false alarms.',
    evaluate: (facts, context) =>
      needingEntraP1(trustedLocations(facts, context), 'name the IP ranges of the offices as trusted locations', facts),
  },
];
