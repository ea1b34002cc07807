import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, refusedType } from '../../testing/configuration.ts';
import { day, refused, scored } from '../../testing/snapshots.ts';
import { statusTable } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

/** By a check for which one control stands, one for which either of two does, and one that needs four. */
const [one, either, four] = ['purview.audit', 'exo.forward', 'exo.antiphish'];
const control = (controlName: string, more: JsonObject): JsonObject => ({ controlName, ...more });
const audit = (more: JsonObject, profiles: JsonObject = {}, score: JsonObject = {}) =>
  scored([control('mip_search_auditlog', more)], profiles, score);
const percent = (scoreInPercentage: number) => ({ score: 1, scoreInPercentage });

verdictTable(one, [
  {
    when: 'Secure Score does not have the control',
    snapshot: scored([control('other', percent(100))]),
    says: 'couldNotCheck',
    message: 'does not cover this in the tenant, and no other source can be read.',
  },
  {
    when: 'the score is of fifteen days ago',
    snapshot: audit(percent(100), {}, { createdDateTime: '2026-11-05T12:00:00Z' }),
    says: 'couldNotCheck',
    message: 'from 2026-11-05 and out of date.',
    evidence: ['secureScores: createdDateTime = 2026-11-05'],
  },
  {
    when: 'how many points there are is not known',
    snapshot: audit({ score: 3 }),
    says: 'couldNotCheck',
    message: 'does not report the maximum points for this.',
    evidence: ['secureScores: mip_search_auditlog: 3 of an unknown number of points, from … 2026-11-19'],
  },
  {
    when: 'the points are not told',
    snapshot: audit({}, { mip_search_auditlog: 3 }),
    says: 'couldNotCheck',
    message: 'does not report the maximum points for this.',
    evidence: ['secureScores: mip_search_auditlog: points not reported, from … 2026-11-19'],
  },
]);

statusTable(one, [
  ['the control is spelled otherwise', scored([control('MIP_Search_AuditLog', percent(100))]), 'pass'],
  ['the percentage is just short', audit({ score: 5, scoreInPercentage: 99.9 }, { mip_search_auditlog: 5 }), 'fail'],
  ['all points are there', audit({ score: 5 }, { mip_search_auditlog: 5 }), 'pass'],
  ['more than all points are there', audit({ score: 6 }, { mip_search_auditlog: 5 }), 'pass'],
  ['a point is missing', audit({ score: 4 }, { mip_search_auditlog: 5 }), 'fail'],
  ['the profile of another control is known', audit({ score: 5 }, { other: 5 }), 'couldNotCheck'],
  [
    'the percentage decides over points',
    audit({ score: 0, scoreInPercentage: 100 }, { mip_search_auditlog: 5 }),
    'pass',
  ],
  ['there is no score', { secureScores: [] }, 'couldNotCheck'],
  ['the score is of fourteen days ago', audit(percent(100), {}, { createdDateTime: '2026-11-06T12:00:00Z' }), 'pass'],
  ['the score has no date', audit(percent(100), {}, { createdDateTime: null }), 'couldNotCheck'],
  [
    'the newest score decides',
    {
      secureScores: [
        { createdDateTime: '2026-11-18T00:00:00Z', controlScores: [control('mip_search_auditlog', percent(0))] },
        { createdDateTime: day, controlScores: [control('mip_search_auditlog', percent(100))] },
      ],
    },
    'pass',
  ],
  ['scores were refused', { secureScores: refused }, 'notPermitted'],
]);

statusTable(either, [
  ['either control alone is in full: the first', scored([control('mdo_autoforwardingmode', percent(100))]), 'pass'],
  ['either control alone is in full: the second', scored([control('mdo_blockmailforward', percent(100))]), 'pass'],
  [
    'one is in full, the other is not',
    scored([control('mdo_autoforwardingmode', percent(100)), control('mdo_blockmailforward', percent(50))]),
    'fail',
  ],
  [
    'one is in full, the other not known',
    scored([control('mdo_autoforwardingmode', percent(100)), control('mdo_blockmailforward', { score: 1 })]),
    'couldNotCheck',
  ],
  [
    'one is not in full, the other not known',
    scored([control('mdo_autoforwardingmode', percent(50)), control('mdo_blockmailforward', { score: 1 })]),
    'fail',
  ],
]);

const needed = [
  'mdo_antiphishingpolicies',
  'mdo_phishthresholdlevel',
  'mdo_targetedusersprotection',
  'mdo_enablemailboxintelligence',
];
const unread = configurationOf({ antiPhishPolicies: refusedType });
statusTable(four, [
  ['all four are in full', scored(needed.map((id) => control(id, percent(100)))), 'pass'],
  ['three of four are there', scored(needed.slice(1).map((id) => control(id, percent(100)))), 'couldNotCheck'],
  [
    'three of four are there, one not in full',
    scored(needed.slice(1).map((id, index) => control(id, percent(index * 50)))),
    'fail',
  ],
  ['neither was read', { ...unread, secureScores: refused }, 'notPermitted'],
]);
