import { readFile } from 'node:fs/promises';
import { workKindLabels } from '@tenantry/contract/labels';
import { Category } from '@tenantry/contract/verdicts';
import { describe, expect, it } from 'vitest';
import { catalog } from '../../audit/checks/catalog.ts';
import { defaultPrices } from './default-prices.ts';
import { estimator, priceListOf } from './price-list.ts';
import { workByCheckPrefix, workOfCheck } from './work-of-check.ts';

describe('the price list', () => {
  it('has hours and a rate for every check of the catalog, by the kind of work that it was given', () => {
    const estimate = estimator(priceListOf(undefined));
    for (const { id, category } of catalog) {
      const { hours, hourlyRate } = estimate(id, category);
      expect([id, hours > 0, hourlyRate > 0]).toEqual([id, true, true]);
    }
    const unnamed = catalog.filter(({ id }) => !Object.keys(workByCheckPrefix).some((prefix) => id.startsWith(prefix)));
    expect(unnamed.map(({ id }) => id)).toEqual([]);
  });

  it('has the defaults that its page tells', async () => {
    const page = await readFile(new URL('../../../../docs/project-plan.md', import.meta.url), 'utf8');
    for (const { kind, hours } of defaultPrices) expect(page).toContain(`| ${workKindLabels[kind]} | ${hours} |`);
    expect(new Set(defaultPrices.map(({ hourlyRate }) => hourlyRate))).toEqual(new Set([150]));
    expect(page).toContain('150 dollars an hour');
  });

  it('names no check that the catalog does not have', () => {
    const idle = Object.keys(workByCheckPrefix).filter((prefix) => !catalog.some(({ id }) => id.startsWith(prefix)));
    expect(idle).toEqual([]);
  });

  it.each([
    ['ca.legacy', 'conditional-access'],
    ['ca.breakglass.key', 'privileged-access'],
    ['mfa.registration', 'user-rollout'],
    ['mfa.methods.weak', 'authentication-methods'],
    ['user.pwd.banned', 'tenant-settings'],
    ['user.pwd.onpremises', 'devices-and-sync'],
    ['dns.dmarc', 'mail-dns'],
    ['tenant.alerts', 'incident-response'],
  ])('%s is work of the kind %s', (checkId, kind) => {
    expect(workOfCheck(checkId, 'mfa')).toBe(kind);
  });

  it('estimates a check that the catalog no longer has by its category', () => {
    expect(Category.options.map((category) => workOfCheck('gone.check', category))).toEqual([
      'authentication-methods',
      'conditional-access',
      'tenant-settings',
      'mail-dns',
      'sharing',
      'incident-response',
    ]);
  });

  it('has the product’s own price for a kind of work that came after it was saved', () => {
    const [first, second] = defaultPrices;
    if (!first || !second) throw new Error('There are no defaults');
    const stored = {
      id: 'price-list',
      key: 'price-list' as const,
      work: [{ ...first, hours: 9 }],
      revision: 4,
      updatedBy: 'ada',
      updatedAt: '2026-03-01T00:00:00.000Z',
      outbox: [],
      hasOutbox: false,
    };
    const { work, isDefault, revision } = priceListOf(stored);
    expect(work.map(({ kind }) => kind)).toEqual(defaultPrices.map(({ kind }) => kind));
    expect([work[0]?.hours, work[1]?.hours]).toEqual([9, second.hours]);
    expect([isDefault, revision]).toEqual([false, 4]);
  });
});
