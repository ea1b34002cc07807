import { createHash } from 'node:crypto';
import { FrameworkId } from '@tenantry/contract/compliance';
import { describe, expect, it } from 'vitest';
import { catalog } from '../../checks/catalog.ts';
import type { CheckFrameworks } from '../../checks/shared/check.ts';
import { frameworkOf, frameworks } from './frameworks.ts';

const idsOf = (id: FrameworkId) => frameworkOf(id).controls.map((control) => control.id);
/** What the checks name and the framework does not have; each framework is named by some check. */
const unknownIds = (id: FrameworkId, publisher: keyof CheckFrameworks) => {
  const named = catalog.flatMap(({ frameworks: own }) => own[publisher] ?? []);
  expect(named.length).toBeGreaterThan(0);
  return named.filter((one) => !idsOf(id).includes(one));
};
const sizesOf = (id: FrameworkId) => {
  const { groups, controls } = frameworkOf(id);
  return groups.map((group) => controls.filter((control) => control.group === group.id).length);
};

describe('the frameworks', () => {
  it('are those of the contract, each with its own id', () => {
    expect(frameworks.map(({ id }) => id)).toEqual(FrameworkId.options);
  });

  it('list each control once, with a title, in a group of theirs', () => {
    for (const { id, groups, controls } of frameworks) {
      expect(new Set(idsOf(id)).size).toBe(controls.length);
      const groupIds = groups.map((group) => group.id);
      for (const control of controls) {
        expect(groupIds).toContain(control.group);
        expect(control.title.length).toBeGreaterThan(10);
      }
    }
  });

  it('map to checks that exist, each once for a control', () => {
    const known = new Set(catalog.map(({ id }) => id));
    for (const { checkIds } of frameworks.flatMap(({ controls }) => controls)) {
      for (const checkId of checkIds) expect(known).toContain(checkId);
      expect(new Set(checkIds).size).toBe(checkIds.length);
    }
  });

  // The counts are those that the publishers give for their chapters.
  it.each([
    ['cis-m365', [15, 21, 5, 2, 63, 13, 12, 17, 12]],
    ['cisa-scuba', [34, 12, 24, 8, 14, 9, 8]],
    ['nist-csf', [31, 21, 22, 11, 13, 8]],
    ['iso-27001', [37, 8, 14, 34]],
  ] as const)('hold all controls of %s', (id, sizes) => {
    expect(sizesOf(id)).toEqual(sizes);
  });

  // The counts of the publishers' own lists: CIS 7.0.0, ScubaGear 2.0.0. NIST CSF and Annex A have no levels.
  it.each([
    ['cis-m365', { 'E3 Level 1': 100, 'E3 Level 2': 37, 'E5 Level 1': 14, 'E5 Level 2': 9 }],
    ['cisa-scuba', { Shall: 59, Should: 50 }],
    ['nist-csf', { none: 106 }],
    ['iso-27001', { none: 93 }],
  ] as const)('give each control of %s the level or profile that its publisher gives it', (id, expected) => {
    const counts: Record<string, number> = {};
    for (const { level } of frameworkOf(id).controls) counts[level ?? 'none'] = (counts[level ?? 'none'] ?? 0) + 1;
    expect(counts).toEqual(expected);
  });

  it('number the controls of Annex A without a gap', () => {
    const expected = [37, 8, 14, 34].flatMap((size, index) =>
      Array.from({ length: size }, (_, number) => `A.${index + 5}.${number + 1}`),
    );
    expect(idsOf('iso-27001')).toEqual(expected);
  });

  it('hold the very subcategories of NIST CSWP 29', () => {
    const digest = createHash('sha256')
      .update(`${idsOf('nist-csf').toSorted().join('\n')}\n`)
      .digest('hex');
    expect(digest).toBe('d66bb9694200fb177f0dc89cebf9f6344e48a9c982607320a56af0504e45ff1f');
  });

  it('know every CIS and SCuBA id that a check carries', () => {
    expect(unknownIds('cis-m365', 'cis')).toEqual([]);
    expect(unknownIds('cisa-scuba', 'scuba')).toEqual([]);
  });

  it('know every NIST and ISO id that a check carries', () => {
    expect(unknownIds('nist-csf', 'nist')).toEqual([]);
    expect(unknownIds('iso-27001', 'iso')).toEqual([]);
  });

  it('cover a control in part only where Microsoft Secure Score stands in for the setting', () => {
    const standIns = catalog.filter(({ datasets }) => datasets.length === 1 && datasets[0] === 'secureScores');
    const controls = frameworks.flatMap((framework) => framework.controls);
    expect(standIns.length).toBeGreaterThan(0);
    for (const { id } of standIns) {
      for (const control of controls.filter(({ checkIds }) => checkIds.includes(id))) {
        expect(`${control.id} ${control.coverage}`).toBe(`${control.id} partial`);
      }
    }
  });

  it('never claim to cover a control of NIST or ISO whole', () => {
    for (const { mapping, controls } of frameworks.filter((one) => one.mapping.by === 'tenantry')) {
      expect(mapping.note).toContain('made by Tenantry');
      for (const { coverage } of controls) expect(coverage).toBe('partial');
    }
  });
});
