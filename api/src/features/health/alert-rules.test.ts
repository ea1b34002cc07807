import { readFileSync } from 'node:fs';
import { MetricName } from '@tenantry/contract/health';
import { describe, expect, it } from 'vitest';
import { type AlertRule, alertRules, firingAlerts } from './alert-rules.ts';

const rules: readonly AlertRule[] = alertRules;
const of = (metric: MetricName, value: number | null) => ({ metric, value });
const names = (metrics: Parameters<typeof firingAlerts>[0]) => firingAlerts(metrics).map(({ name }) => name);

describe('an alert', () => {
  it.each([
    ['trail-broken', of('audit.trail.broken', 0), of('audit.trail.broken', 1)],
    ['health-failing', of('services.failing', 0), of('services.failing', 1)],
    ['timers-silent', of('timers.silent.minutes', 30), of('timers.silent.minutes', 31)],
    ['poison-messages', of('queue.scan-work.poison', 0), of('queue.scan-work.poison', 1)],
    ['poison-messages', of('queue.upkeep.poison', 0), of('queue.upkeep.poison', 1)],
    ['scans-stuck', of('scans.queued.oldest.minutes', 60), of('scans.queued.oldest.minutes', 61)],
    ['scans-failed', of('scans.failed.hour', 2), of('scans.failed.hour', 3)],
    ['refresh-failures', of('tokens.refresh.failed.hour', 2), of('tokens.refresh.failed.hour', 3)],
    ['secrets-ending', of('secrets.ending', 0), of('secrets.ending', 1)],
  ])('%s fires from its threshold on, and not before', (name, quiet, loud) => {
    expect(names([quiet])).toEqual([]);
    expect(names([loud])).toEqual([name]);
  });

  it('of several figures fires for the largest, whichever comes first', () => {
    expect(names([of('queue.scan-work.poison', 2), of('queue.upkeep.poison', 0)])).toEqual(['poison-messages']);
  });

  it('does not fire for a figure that is not known', () => {
    expect(names(MetricName.options.map((metric) => of(metric, null)))).toEqual([]);
  });

  it.each(rules.map((rule) => [rule.name, rule] as const))('%s asks for the figures that it names', (_name, rule) => {
    const asked = [...rule.query.matchAll(/'([a-z][a-z.-]+)'/g)].map(([, metric]) => metric);
    if (rule.metrics.length > 0) expect(asked).toEqual([...rule.metrics]);
    expect(rule.query.includes('Value')).toBe(rule.aggregation === 'Maximum');
    expect(asked.every((metric) => MetricName.options.some((known) => known === metric))).toBe(true);
  });

  it.each(rules.map((rule) => [rule.name, rule] as const))('%s has a section in docs/operate.md', (name) => {
    const operate = readFileSync(new URL('../../../../docs/operate.md', import.meta.url), 'utf8');
    expect(operate.split('\n')).toContain(`### ${name}`);
  });

  it('is looked at as often as Azure allows, and no less often than its window is long', () => {
    for (const { windowMinutes, everyMinutes } of rules) expect(everyMinutes).toBeLessThanOrEqual(windowMinutes);
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
  });
});
