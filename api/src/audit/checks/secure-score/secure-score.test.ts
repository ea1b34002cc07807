import type { JsonObject } from '../../facts/json-reader.ts';
import { day, scored } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const score = (createdDateTime: string, currentScore: number, maxScore: number, more: JsonObject = {}): JsonObject => ({
  createdDateTime,
  currentScore,
  maxScore,
  ...more,
});

verdictTable('score.secure', [
  {
    when: '70 of 100',
    snapshot: { secureScores: [score(day, 70, 100)] },
    says: 'pass',
    message: '70% … 70 of 100 … 2026-11-19',
    evidence: ['secureScores: 70 of 100 … 2026-11-19'],
  },
  {
    when: '40 of 100',
    snapshot: { secureScores: [score(day, 40, 100)] },
    says: 'warning',
    message: '40% … 40 of 100 … 2026-11-19',
    evidence: ['secureScores: 40 of 100 … 2026-11-19'],
  },
  {
    when: '39.9 of 100',
    snapshot: { secureScores: [score(day, 39.9, 100)] },
    says: 'fail',
    message: '39% … 39.9 of 100 … 2026-11-19',
    evidence: ['secureScores: 39.9 of 100 … 2026-11-19'],
  },
  {
    when: 'the newest counts',
    snapshot: {
      secureScores: [
        score('2026-11-17T00:00:00Z', 10, 100),
        score(day, 80, 100),
        score('2026-11-18T00:00:00Z', 20, 100),
      ],
    },
    says: 'pass',
    message: '80% … 80 of 100 … 2026-11-19',
    evidence: ['secureScores: 80 of 100 … 2026-11-19'],
  },
  {
    when: 'there is none',
    snapshot: { secureScores: [] },
    says: 'couldNotCheck',
    message: 'not … yet',
  },
  {
    when: 'nothing can be reached',
    snapshot: { secureScores: [score(day, 0, 0)] },
    says: 'couldNotCheck',
    message: 'no Secure Score',
  },
  {
    when: 'the points are not reported',
    snapshot: { secureScores: [{ createdDateTime: day, maxScore: 100 }] },
    says: 'couldNotCheck',
    message: 'no Secure Score',
  },
  {
    when: 'it is older',
    snapshot: { secureScores: [score('2026-11-06T11:59:59Z', 80, 100)] },
    says: 'couldNotCheck',
    message: '2026-11-06 … out of date',
    evidence: ['secureScores: createdDateTime = 2026-11-06'],
  },
  {
    when: 'what can be gained is told, the most first',
    snapshot: {
      ...scored(
        [
          { controlName: 'A', score: 1 },
          { controlName: 'b', score: 2.25 },
          { controlName: 'full', score: 5 },
          { controlName: 'unknown', score: 1 },
          { controlName: 'c' },
          { controlName: 'd', score: 3 },
        ],
        { a: 4, b: 10, full: 5, c: 3, d: 6 },
      ),
    },
    says: 'pass',
    message: '75% … 60 of 80 … 2026-11-19',
    evidence: [
      'secureScores: 60 of 80 … 2026-11-19',
      'secureScoreControlProfiles: Title of b: 7.8 points …',
      'secureScoreControlProfiles: Title of a: 3 points …',
      'secureScoreControlProfiles: Title of c: 3 points …',
      'secureScoreControlProfiles: Title of d: 3 points …',
    ],
  },
  {
    when: 'a control without a title',
    snapshot: {
      secureScores: [score(day, 60, 80, { controlScores: [{ controlName: 'x', score: 1 }] })],
      secureScoreControlProfiles: [{ id: 'x', maxScore: 3 }],
    },
    says: 'pass',
    message: '75% … 60 of 80 … 2026-11-19',
    evidence: ['secureScores: 60 of 80 … 2026-11-19', 'secureScoreControlProfiles: x: 2 points …'],
  },
  {
    when: 'no more than ten are told',
    snapshot: scored(
      Array.from({ length: 12 }, (_, i) => ({ controlName: `k${i}`, score: 0 })),
      Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`k${i}`, i + 1])),
    ),
    says: 'pass',
    message: '75% … 60 of 80 … 2026-11-19',
    evidence: [
      'secureScores: 60 of 80 … 2026-11-19',
      'secureScoreControlProfiles: Title of k11: 12 points …',
      'secureScoreControlProfiles: Title of k10: 11 points …',
      'secureScoreControlProfiles: Title of k9: 10 points …',
      'secureScoreControlProfiles: Title of k8: 9 points …',
      'secureScoreControlProfiles: Title of k7: 8 points …',
      'secureScoreControlProfiles: Title of k6: 7 points …',
      'secureScoreControlProfiles: Title of k5: 6 points …',
      'secureScoreControlProfiles: Title of k4: 5 points …',
      'secureScoreControlProfiles: Title of k3: 4 points …',
      'secureScoreControlProfiles: Title of k2: 3 points …',
    ],
  },
]);
