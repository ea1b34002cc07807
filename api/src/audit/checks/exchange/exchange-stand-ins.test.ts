import { configurationOf, refusedType } from '../../testing/configuration.ts';
import { scored } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

/** Of what may answer the next time. */
const unavailable = { status: 503, code: 'ServiceUnavailable', message: 'Try again later.' };

verdictTable('exo.forward', [
  {
    when: 'no control is there',
    snapshot: scored([{ controlName: 'other', score: 1 }]),
    says: 'couldNotCheck',
    message: 'does not cover this … no other source',
  },
  {
    when: 'the points in full are not known',
    snapshot: { secureScores: scored([{ controlName: 'mdo_autoforwardingmode', score: 4 }]).secureScores },
    says: 'couldNotCheck',
    message: 'does not report the maximum points',
    evidence: ['secureScores: mdo_autoforwardingmode: 4 of an unknown number of points … 2026-11-19'],
  },
  {
    when: 'the points are not known',
    snapshot: scored([{ controlName: 'mdo_autoforwardingmode' }], { mdo_autoforwardingmode: 8 }),
    says: 'couldNotCheck',
    message: 'does not report the maximum points',
    evidence: ['secureScores: mdo_autoforwardingmode: points not reported … 2026-11-19'],
  },
  {
    when: 'a percentage is given',
    snapshot: scored([{ controlName: 'mdo_autoforwardingmode', scoreInPercentage: 100 }]),
    says: 'pass',
    message: 'forwarding … is blocked … 2026-11-19',
    evidence: ['secureScores: mdo_autoforwardingmode: points not reported … 2026-11-19'],
  },
  {
    when: 'a percentage below is given',
    snapshot: scored([{ controlName: 'mdo_autoforwardingmode', scoreInPercentage: 99 }]),
    says: 'fail',
    message: 'forwarding … is not fully blocked … 2026-11-19',
    evidence: ['secureScores: mdo_autoforwardingmode: points not reported … 2026-11-19'],
  },
  {
    when: 'the score is old',
    snapshot: scored(
      [{ controlName: 'mdo_autoforwardingmode', score: 8 }],
      { mdo_autoforwardingmode: 8 },
      { createdDateTime: '2026-11-06T11:59:59Z' },
    ),
    says: 'couldNotCheck',
    message: '2026-11-06 … out of date',
    evidence: ['secureScores: createdDateTime = 2026-11-06'],
  },
  {
    when: 'the score is fourteen days old',
    snapshot: scored(
      [{ controlName: 'mdo_autoforwardingmode', score: 8 }],
      { mdo_autoforwardingmode: 8 },
      { createdDateTime: '2026-11-06T12:00:00Z' },
    ),
    says: 'pass',
    message: 'forwarding … is blocked … 2026-11-06',
    evidence: ['secureScores: mdo_autoforwardingmode: 8 of 8 points … 2026-11-06'],
  },
]);

verdictTable('exo.antiphish', [
  {
    when: 'one control of four is there',
    snapshot: scored([{ controlName: 'mdo_phishthresholdlevel', score: 8 }], { mdo_phishthresholdlevel: 8 }),
    says: 'couldNotCheck',
    message: '1 of 4 … 2026-11-19',
    evidence: ['secureScores: mdo_phishthresholdlevel: 8 of 8 points … 2026-11-19'],
  },
  {
    when: 'one lacks points, one is not known',
    snapshot: scored(
      [
        { controlName: 'mdo_phishthresholdlevel', score: 4 },
        { controlName: 'mdo_antiphishingpolicies', score: 4 },
      ],
      { mdo_phishthresholdlevel: 8 },
    ),
    says: 'fail',
    message: 'Anti-phishing … weaker … 2026-11-19',
    evidence: [
      'secureScores: mdo_phishthresholdlevel: 4 of 8 points … 2026-11-19',
      'secureScores: mdo_antiphishingpolicies: 4 of an unknown number of points … 2026-11-19',
    ],
  },
  {
    when: 'the policies are refused, and Secure Score does not answer this time',
    snapshot: { ...configurationOf({ antiPhishPolicies: refusedType }), secureScores: { error: unavailable } },
    says: 'couldNotCheck',
    message: 'Secure Score',
    evidence: ['secureScores: 503 ServiceUnavailable: Try again later.'],
    recommendation: 'Scan again. If it fails the same way, check the connection of this tenant.',
  },
  {
    when: 'the policies and the licenses do not answer this time, and Secure Score does',
    snapshot: {
      ...configurationOf({ antiPhishPolicies: { error: unavailable } }),
      ...scored([{ controlName: 'mdo_phishthresholdlevel', score: 4 }], { mdo_phishthresholdlevel: 8 }),
      subscribedSkus: { error: unavailable },
    },
    says: 'couldNotCheck',
    message: 'anti-phishing policies … could not be read',
    evidence: [
      'antiPhishPolicies: 503 ServiceUnavailable: Try again later.',
      'subscribedSkus: 503 ServiceUnavailable: Try again later.',
    ],
    recommendation: 'Scan again. If it fails the same way, check the connection of this tenant.',
  },
]);
