import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameworkId } from '@tenantry/contract/compliance';
import { expect, test } from 'vitest';
import { formatNames } from '../../../cli/audit/formats/format-names.ts';
import { catalog } from '../../checks/catalog.ts';
import { frameworkOf } from './frameworks.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/comparison.md'), 'utf8').replace(/\s+/g, ' ');

const assessedBy = (id: FrameworkId, group?: string): number =>
  frameworkOf(id).controls.filter(({ checkIds, group: own }) => checkIds.length > 0 && own === (group ?? own)).length;
const share = (id: FrameworkId): string => `${assessedBy(id)} of ${frameworkOf(id).controls.length}`;

test('the comparison counts our checks and controls as the code does', () => {
  expect(page).toContain(`Tenantry has ${catalog.length} checks.`);
  expect(page).toContain(`${share('cis-m365')} recommendations of CIS Microsoft 365 7.0.0`);
  expect(page).toContain(`${share('cisa-scuba')} policies of CISA SCuBA`);
  expect(page).toContain(`${share('nist-csf')} subcategories of NIST CSF 2.0`);
  expect(page).toContain(`${share('iso-27001')} controls of ISO/IEC 27001`);
  expect(page).toContain(`${share('essential-eight')} controls of the Essential Eight`);
  expect(page).toContain(`${share('cmmc-level-2')} requirements of CMMC Level 2`);
  expect(page).toContain(`${share('cyber-essentials')} of Cyber Essentials`);
  const ofProwler = new Set(catalog.flatMap(({ frameworks }) => frameworks.prowler ?? []));
  expect(page).toContain(`${ofProwler.size} of Prowler's 143 checks`);
});

test('the comparison says which of CISA’s baselines we leave to ScubaGear', () => {
  const { controls, groups } = frameworkOf('cisa-scuba');
  const [entra, exchange, sharepoint, teams, suite] = ['AAD', 'EXO', 'SHAREPOINT', 'TEAMS', 'SECURITYSUITE'].map(
    (group) => assessedBy('cisa-scuba', group),
  );
  expect(page).toContain(`Of the ${controls.length} policies Tenantry assesses ${assessedBy('cisa-scuba')}`);
  expect(page).toContain(
    `${entra} of Entra ID, ${exchange} of Exchange Online, ${sharepoint} of SharePoint, ${teams} of Teams, ${suite} of the security suite, and none of Power Platform and Power BI`,
  );
  const none = groups.map(({ id }) => id).filter((id) => assessedBy('cisa-scuba', id) === 0);
  expect(none.sort()).toEqual(['POWERBI', 'POWERPLATFORM']);
});

test('the comparison names each format that an audit writes', () => {
  const row = / \| output \|.*?(?= \| what could)/.exec(page)?.[0].toLowerCase() ?? '';
  for (const format of formatNames) expect(row).toContain(format);
});
