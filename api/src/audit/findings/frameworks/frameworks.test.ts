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
const digestOf = (ids: readonly string[]) =>
  createHash('sha256')
    .update(`${ids.toSorted().join('\n')}\n`)
    .digest('hex');
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

  it('ask of Cyber Essentials for MFA of whoever the internet reaches, and not whether a role in use is permanent', () => {
    const checksOf = (control: string) =>
      frameworkOf('cyber-essentials').controls.find(({ id }) => id === control)?.checkIds;
    expect(checksOf('CE-4.11')).toEqual(
      expect.arrayContaining(['ca.mfa.all', 'mfa.registration', 'ca.mfa.admins', 'mfa.admins.registration']),
    );
    expect(checksOf('CE-4.6')).toEqual(['role.guest.admin', 'app.permissions.unused']);
  });

  // The counts are those that the publishers give for their chapters.
  it.each([
    ['cis-m365', [15, 21, 5, 2, 63, 13, 12, 17, 12]],
    ['cisa-scuba', [34, 12, 24, 8, 14, 9, 8]],
    ['nist-csf', [31, 21, 22, 11, 13, 8]],
    ['iso-27001', [37, 8, 14, 34]],
    // Ten controls of several strategies stand in the last group.
    ['essential-eight', [12, 15, 16, 21, 11, 11, 19, 11, 10]],
    ['cmmc-level-1', [4, 2, 1, 2, 2, 4]],
    ['cmmc-level-2', [22, 3, 9, 9, 11, 3, 6, 9, 2, 6, 3, 4, 16, 7]],
    ['cyber-essentials', [7, 9, 4, 12, 7]],
  ] as const)('hold all controls of %s', (id, sizes) => {
    expect(sizesOf(id)).toEqual(sizes);
  });

  // The counts of the publishers' own lists: CIS 7.0.0, ScubaGear 2.0.0, the ACSC's baselines. The others have no levels.
  it.each([
    ['cis-m365', { 'E3 Level 1': 100, 'E3 Level 2': 37, 'E5 Level 1': 14, 'E5 Level 2': 9 }],
    ['cisa-scuba', { Shall: 59, Should: 50 }],
    ['nist-csf', { none: 106 }],
    ['iso-27001', { none: 93 }],
    [
      'essential-eight',
      { 'Levels 1 to 3': 44, 'Levels 2 and 3': 40, 'Level 3': 39, 'Levels 1 and 2': 2, 'Level 2': 1 },
    ],
    ['cmmc-level-1', { none: 15 }],
    ['cmmc-level-2', { none: 110 }],
    ['cyber-essentials', { none: 39 }],
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
    expect(digestOf(idsOf('nist-csf'))).toBe('d66bb9694200fb177f0dc89cebf9f6344e48a9c982607320a56af0504e45ff1f');
  });

  // The lists of ISM_E8_ML1 to ML3-baseline_profile.json, v2023.12.1 to v2025.12.9.
  it.each([
    [['Levels 1 to 3', 'Levels 1 and 2'], '00b8ef15ad3ae92b0868d922fadb2c9c71d1960490995a5b9420bc8c87047b60'],
    [
      ['Levels 1 to 3', 'Levels 2 and 3', 'Levels 1 and 2', 'Level 2'],
      '7d11f19fbc08e8b501732a5ae0906df4d70023501eb39130dc05cefdd7a18d00',
    ],
    [
      ['Levels 1 to 3', 'Levels 2 and 3', 'Level 3'],
      '08a65b5aad622f8b95747ec68ca2544536b40784724fc8c2ef179470ac1a6100',
    ],
  ])('hold the very controls of a maturity level of the Essential Eight: %s', (levels, digest) => {
    const { controls } = frameworkOf('essential-eight');
    const ofLevel = controls.filter(({ level }) => level !== null && levels.includes(level));
    expect(digestOf(ofLevel.map(({ id }) => id))).toBe(digest);
  });

  it('number the requirements of CMMC Level 2 as NIST SP 800-171 does, without a gap', () => {
    const families = ['AC', 'AT', 'AU', 'CM', 'IA', 'IR', 'MA', 'MP', 'PS', 'PE', 'RA', 'CA', 'SC', 'SI'];
    const expected = sizesOf('cmmc-level-2').flatMap((size, family) =>
      Array.from({ length: size }, (_, number) => `${families[family]}.L2-3.${family + 1}.${number + 1}`),
    );
    expect(idsOf('cmmc-level-2')).toEqual(expected);
  });

  it('number the requirements of CMMC Level 1 by the paragraphs of FAR 52.204-21, without a gap', () => {
    const paragraphs = idsOf('cmmc-level-1').map((id) => id.split('b.1.')[1]);
    expect(paragraphs.join(' ')).toBe('i ii iii iv v vi vii viii ix x xi xii xiii xiv xv');
    const domains = idsOf('cmmc-level-1').map((id) => id.slice(0, 5));
    expect([...new Set(domains)]).toEqual(['AC.L1', 'IA.L1', 'MP.L1', 'PE.L1', 'SC.L1', 'SI.L1']);
  });

  it('say of each control that is mapped by data what is not seen of it, or why it is not assessed', () => {
    for (const id of ['essential-eight', 'cmmc-level-1', 'cmmc-level-2', 'cyber-essentials'] as const) {
      const { controls } = frameworkOf(id);
      for (const { id: control, because } of controls) expect(because, control).toMatch(/^[A-Z].{20,200}\.$/);
      const assessed = controls.filter(({ checkIds }) => checkIds.length > 0);
      expect(assessed.length, id).toBeGreaterThan(5);
      expect(assessed.length, id).toBeLessThan(controls.length);
    }
  });

  it('name where their publisher has them', () => {
    expect(frameworks.map(({ source }) => new URL(source).protocol)).toEqual(frameworks.map(() => 'https:'));
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

  it('never claim to cover a control whole where the mapping is ours', () => {
    for (const { mapping, controls } of frameworks.filter((one) => one.mapping.by === 'tenantry')) {
      expect(mapping.note).toContain('made by Tenantry');
      for (const { coverage } of controls) expect(coverage).toBe('partial');
    }
  });
});
