import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameworkId } from '@tenantry/contract/compliance';
import { describe, expect, it } from 'vitest';
import { catalog } from '../../checks/catalog.ts';
import { configurationTypes, isConfigurationDataset } from '../../facts/tenant-configuration.ts';
import type { FrameworkControl } from './framework.ts';
import { frameworkOf, frameworks } from './frameworks.ts';
import { isInBeta, whyNotReadable } from './not-readable.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/compliance.md'), 'utf8');
const rowsOf = (heading: string) =>
  (page.split(heading)[1]?.split('\n\n')[1] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('|--'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const checks = new Map(catalog.map((check) => [check.id, check]));
/** Whether the data that decides a control is not documented. */
const isUndocumented = ({ checkIds }: FrameworkControl) =>
  checkIds.some((id) =>
    checks
      .get(id)
      ?.datasets.some((name) => isConfigurationDataset(name) && configurationTypes[name].isDocumented === false),
  );
/** Partial for what the control asks beside what Graph tells: a procedure, another setting, a shorter time. */
const asksForMore: ReadonlySet<string> = new Set(['1.1.2', '1.3.2', '5.1.5.6']);

function figures(id: 'cis-m365' | 'cisa-scuba') {
  const { controls } = frameworkOf(id);
  const assessed = controls.filter(({ checkIds }) => checkIds.length > 0);
  const undocumented = assessed.filter(isUndocumented);
  const inPart = assessed.filter(({ id: own, coverage }) => coverage === 'partial' && !asksForMore.has(own));
  const reasons = controls
    .filter(({ checkIds }) => checkIds.length === 0)
    .map((one) => whyNotReadable(id, one.id) ?? '');
  const beta = reasons.filter(isInBeta);
  return {
    controls: controls.length,
    decided: assessed.length - undocumented.length - inPart.length,
    inPart: inPart.length,
    undocumented: undocumented.length,
    beta: beta.length,
    unreadable: reasons.length - beta.length,
  };
}

describe('docs/compliance.md', () => {
  it('lists each framework with its controls and who mapped it', () => {
    const told = rowsOf('nothing is stored.').slice(2);
    expect(told).toEqual(
      frameworks.map(({ controls, mapping }) => [
        expect.any(String),
        String(controls.length),
        mapping.by === 'publisher' ? "the publisher's own ids" : 'mapped by Tenantry',
      ]),
    );
    const byData = frameworks.slice(4).map(({ name }) => name);
    expect(told.slice(4).map(([name]) => name)).toEqual(byData);
  });

  it('counts the controls that are decided, judged in part and not readable as the code does', () => {
    const rows = rowsOf('## How much Microsoft Graph tells\n\nTenantry');
    const [cis, scuba] = [figures('cis-m365'), figures('cisa-scuba')];
    expect(rows.slice(1).map(([, one, other]) => [Number(one), Number(other)])).toEqual(
      (Object.keys(cis) as (keyof typeof cis)[]).map((name) => [cis[name], scuba[name]]),
    );
  });

  it.each(['cis-m365', 'cisa-scuba'] as const)('has the reason for every control of %s that no check decides', (id) => {
    const told = new Map(
      rowsOf('**Not told by Graph v1.0:**').flatMap(([ids = '', why = '']) =>
        ids.split(', ').map((one) => [one, why] as const),
      ),
    );
    for (const { id: control, checkIds } of frameworkOf(id).controls) {
      const reason = whyNotReadable(id, control);
      expect([control, reason === null]).toEqual([control, checkIds.length > 0]);
      if (reason !== null) expect([control, told.get(control)]).toEqual([control, reason]);
    }
  });

  it('names each control that is judged in part', () => {
    const partial = (['cis-m365', 'cisa-scuba'] as const).flatMap((id) =>
      frameworkOf(id).controls.flatMap(({ id: own, coverage, checkIds }) =>
        coverage === 'partial' && checkIds.length > 0 ? [own] : [],
      ),
    );
    const section = page.split('## How much Microsoft Graph tells')[1]?.split('**Not told')[0] ?? '';
    expect(partial.length).toBeGreaterThan(10);
    for (const control of partial)
      expect(section).toMatch(new RegExp(`(^|[ ,|])${control.replaceAll('.', '\\.')}\\b`, 'm'));
  });

  it('counts what checks support where the mapping is ours', () => {
    const figureOf = (id: FrameworkId) => {
      const { controls } = frameworkOf(id);
      expect(controls.filter(({ coverage }) => coverage !== 'partial')).toEqual([]);
      return `${controls.filter(({ checkIds }) => checkIds.length > 0).length} of ${controls.length}`;
    };
    const words = page.replace(/\s+/g, ' ');
    expect(words).toContain(`Checks support ${figureOf('nist-csf')} subcategories of NIST CSF 2.0`);
    expect(words).toContain(`and ${figureOf('iso-27001')} controls of Annex A, each in part.`);
    expect(words).toContain(`${figureOf('essential-eight')} controls of the Essential Eight`);
    expect(words).toContain(`${figureOf('cmmc-level-1')} requirements of CMMC Level 1`);
    expect(words).toContain(`${figureOf('cmmc-level-2')} of CMMC Level 2`);
    expect(words).toContain(`${figureOf('cyber-essentials')} of Cyber Essentials, each in part.`);
  });

  it('counts the checks of Prowler that are answered, and names the others', () => {
    const ofProwler = (data: readonly { frameworks: { prowler?: readonly string[] } }[]) =>
      new Set(data.flatMap(({ frameworks }) => frameworks.prowler ?? []));
    const answered = ofProwler(catalog);
    const left = rowsOf('**Prowler.**').flatMap(([names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    expect(page).toContain(`**Prowler.** ${answered.size} of the 143 checks`);
    expect(new Set(left).size).toBe(143 - answered.size);
    expect(left.filter((name) => answered.has(name ?? ''))).toEqual([]);
    // At least the 128 that documented sources decide.
    const undocumented = ofProwler(
      catalog.filter(({ datasets }) =>
        datasets.some((name) => isConfigurationDataset(name) && configurationTypes[name].isDocumented === false),
      ),
    );
    expect([...undocumented]).toEqual(['exchange_external_email_tagging_enabled']);
  });
});
