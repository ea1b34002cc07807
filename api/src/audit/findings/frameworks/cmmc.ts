import { type Framework, type FrameworkControl, labelsOf } from './framework.ts';
import { mappedByTenantry, mappedControl } from './mapped-control.ts';
import { nist800171 } from './nist-800-171.ts';

/**
 * The 15 requirements of 48 CFR 52.204-21(b)(1)(i) to (xv), which are those of Level 1 by 32 CFR 170.14(c)(2), with the requirement of Level 2
 * that asks for the same. The ninth is three there, all of them about visitors and keys.
 */
const levelOne: readonly (readonly [domain: string, paragraph: string, number: string, title?: string])[] = [
  ['AC', 'i', '3.1.1'],
  ['AC', 'ii', '3.1.2'],
  ['AC', 'iii', '3.1.20'],
  ['AC', 'iv', '3.1.22'],
  ['IA', 'v', '3.5.1'],
  ['IA', 'vi', '3.5.2'],
  ['MP', 'vii', '3.8.3'],
  ['PE', 'viii', '3.10.1'],
  ['PE', 'ix', '3.10.3', 'Visitors are escorted, access is logged, and keys are managed'],
  ['SC', 'x', '3.13.1'],
  ['SC', 'xi', '3.13.5'],
  ['SI', 'xii', '3.14.1'],
  ['SI', 'xiii', '3.14.2'],
  ['SI', 'xiv', '3.14.4'],
  ['SI', 'xv', '3.14.5'],
];

/** The requirements of Level 2 are those of NIST SP 800-171 Revision 2, by 32 CFR 170.14(c)(3). */
const controlsOfLevelTwo: readonly FrameworkControl[] = nist800171.flatMap(({ id: group, rows }) =>
  rows.map(([number, ...mapping]) => mappedControl({ id: `${group}.L2-${number}`, group, level: null }, mapping)),
);
const levelTwo = new Map(controlsOfLevelTwo.map((control) => [control.id, control]));

function ofLevelOne([group, paragraph, number, title]: (typeof levelOne)[number]): FrameworkControl {
  const same = levelTwo.get(`${group}.L2-${number}`);
  if (same === undefined) throw new Error(`Level 2 has no requirement ${number} in ${group}`);
  return { ...same, id: `${group}.L1-b.1.${paragraph}`, title: title ?? same.title };
}

const publisher = {
  version: '32 CFR part 170 (December 2024)',
  publisher: 'U.S. Department of Defense',
  mapping: { by: 'tenantry', note: mappedByTenantry('the Department of Defense') },
} as const;

export const cmmcLevel1: Framework = {
  id: 'cmmc-level-1',
  name: 'CMMC Level 1 (FAR 52.204-21)',
  source: 'https://www.ecfr.gov/current/title-48/chapter-1/subchapter-H/part-52/subpart-52.2/section-52.204-21',
  ...publisher,
  groups: labelsOf(nist800171.filter(({ id }) => levelOne.some(([domain]) => domain === id))),
  controls: levelOne.map(ofLevelOne),
};

export const cmmcLevel2: Framework = {
  id: 'cmmc-level-2',
  name: 'CMMC Level 2 (NIST SP 800-171 Revision 2)',
  source: 'https://doi.org/10.6028/NIST.SP.800-171r2',
  ...publisher,
  groups: labelsOf(nist800171),
  controls: controlsOfLevelTwo,
};
