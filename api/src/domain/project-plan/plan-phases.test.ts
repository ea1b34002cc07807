import type { Priority } from '@tenantry/contract/verdicts';
import { describe, expect, it } from 'vitest';
import { inPlanOrder, phaseOf, planFigures, planPhases } from './plan-phases.ts';

describe('the phases of a plan', () => {
  it.each<[Priority, number | null, number]>([
    ['critical', 40, 1],
    ['critical', null, 1],
    ['high', 2, 1],
    ['high', 2.25, 2],
    ['high', null, 2],
    ['medium', 2, 2],
    ['medium', 3, 3],
    ['medium', null, 3],
    ['low', 0.25, 3],
    ['low', 9, 3],
  ])('put work of priority %s that takes %s hours into phase %i', (priority, hours, phase) => {
    expect(phaseOf(priority, hours, null)).toBe(phase);
  });

  it.each(['investigate-risk', 'break-glass-accounts', 'register-mfa-methods', 'require-mfa'])(
    'begin with %s, however long it takes, unless it is of low priority',
    (remedyId) => {
      expect(phaseOf('high', 12, remedyId)).toBe(1);
      expect(phaseOf('medium', 3, remedyId)).toBe(1);
      expect(phaseOf('low', 1, remedyId)).toBe(3);
    },
  );

  const item = (title: string, priority: Priority, hours: number | null, status: 'open' | 'completed' = 'open') => ({
    title,
    remedyId: null as string | null,
    priority,
    estimatedHours: hours,
    phase: phaseOf(priority, hours, null),
    revenue: hours === null ? null : hours * 100,
    status,
  });

  it('order their work by urgency, then by hours, and what is not estimated last', () => {
    const items = [
      item('d', 'medium', 1),
      item('c', 'high', null),
      item('b', 'high', 3),
      item('a', 'critical', 5),
      item('b', 'critical', 5),
      item('z', 'critical', 1),
    ];
    expect(
      inPlanOrder(items, { places: new Map(), hasIncident: false }).map(
        ({ title, priority }) => `${priority} ${title}`,
      ),
    ).toEqual(['critical z', 'critical a', 'critical b', 'high b', 'high c', 'medium d']);
  });

  it('order incidents before the rest, and the rest as work stands among the findings', () => {
    const phase = 1 as const;
    const items = [
      { ...item('done', 'critical', 1), phase, remedyId: 'tidy-policies' },
      { ...item('license', 'critical', 1), phase, remedyId: 'license-microsoft-entra-id-p1' },
      { ...item('legacy', 'critical', 3), phase, remedyId: 'block-legacy-authentication' },
      { ...item('mfa', 'high', 5), phase, remedyId: 'require-mfa' },
      { ...item('alerts', 'high', 9), phase, remedyId: 'investigate-risk' },
    ];
    const places = ['require-mfa', 'block-legacy-authentication', 'license-microsoft-entra-id-p1', 'investigate-risk'];
    const order = { places: new Map(places.map((id, place) => [id, place])), hasIncident: true };
    const titles = (ordered: typeof items) => ordered.map(({ title }) => title);
    expect(titles(inPlanOrder(items, order))).toEqual(['alerts', 'mfa', 'legacy', 'license', 'done']);
    // A suspicion is none: it stands among the findings.
    const without = ['mfa', 'legacy', 'license', 'alerts', 'done'];
    expect(titles(inPlanOrder(items, { ...order, hasIncident: false }))).toEqual(without);
  });

  it('sum their counts, hours and revenue, without those that nobody estimated', () => {
    const items = [item('a', 'critical', 2, 'completed'), item('b', 'critical', 1.5), item('c', 'critical', null)];
    const figures = {
      totalItems: 3,
      completed: 1,
      estimatedHours: 3.5,
      completedHours: 2,
      withoutEstimate: 1,
      revenue: 350,
    };
    expect(planFigures(items)).toEqual(figures);
    expect(planPhases(items)).toEqual([
      { phase: 1, title: 'Phase 1: Now', description: expect.stringContaining('critical work'), ...figures },
    ]);
    expect(planPhases([])).toEqual([]);
  });
});
