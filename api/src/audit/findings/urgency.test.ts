import { describe, expect, it } from 'vitest';
import { catalog } from '../checks/catalog.ts';
import { endangeredOrder } from '../checks/shared/endangers.ts';
import { byAttention, byUrgency, type Urgent, urgencyKey } from './urgency.ts';

const found = (checkId: string, more: Partial<Urgent> = {}): Urgent => ({
  checkId,
  severity: 'high',
  status: 'fail',
  affectedCount: 0,
  title: checkId,
  ...more,
});
const inOrder = (items: readonly Urgent[], compare = byUrgency) =>
  items.toSorted(compare).map(({ checkId, status }) => `${checkId} ${status}`);

describe('the order of what was found', () => {
  it('is known for every check', () => {
    expect(catalog.filter(({ endangers }) => !endangeredOrder.includes(endangers)).map(({ id }) => id)).toEqual([]);
  });

  it('puts every critical one before all others, warnings too', () => {
    const items = [
      found('user.risky'),
      found('ca.mfa.all', { severity: 'critical', status: 'warning' }),
      found('role.ga.count'),
    ];
    expect(inOrder(items)[0]).toBe('ca.mfa.all warning');
  });

  it('goes by what is endangered within a severity, whatever the title or the count', () => {
    const ids = ['user.stale', 'exo.forward', 'spo.sharing', 'mfa.registration', 'role.ga.count', 'tenant.alerts'];
    const items = ids.map((id, index) => found(id, { affectedCount: 600 - index, title: 'abcdef'[index] ?? '' }));
    expect(inOrder(items)).toEqual(ids.toReversed().map((id) => `${id} fail`));
  });

  it('then puts failures first, then the more affected, then the title', () => {
    const items = [
      found('gone.b', { status: 'warning', affectedCount: 9 }),
      found('gone.c', { affectedCount: 2 }),
      found('gone.e', { affectedCount: 10 }),
      found('gone.a', { affectedCount: 2 }),
    ];
    expect(inOrder(items)).toEqual(['gone.e fail', 'gone.a fail', 'gone.c fail', 'gone.b warning']);
  });

  it('has a check of an older catalog last of its severity', () => {
    expect(inOrder([found('gone'), found('branding')])).toEqual(['branding fail', 'gone fail']);
    expect(urgencyKey(found('gone')) < urgencyKey(found('branding', { severity: 'low' }))).toBe(true);
  });

  it('is the same for a number of affected beyond all bounds', () => {
    const most = found('user.stale', { affectedCount: 10 ** 12 });
    expect(inOrder([found('user.stale', { affectedCount: 9, status: 'fail' }), most])).toHaveLength(2);
    expect(urgencyKey(most) < urgencyKey(found('user.stale', { affectedCount: 9 }))).toBe(true);
  });

  it('has what is not known behind all that was found, and what is well at the end', () => {
    const items = [
      found('ca.legacy', { severity: 'critical', status: 'pass' }),
      found('ca.mfa.all', { severity: 'critical', status: 'couldNotCheck' }),
      found('branding', { severity: 'info', status: 'warning' }),
      found('user.stale', { severity: 'medium' }),
    ];
    expect(inOrder(items, byAttention)).toEqual([
      'user.stale fail',
      'branding warning',
      'ca.mfa.all couldNotCheck',
      'ca.legacy pass',
    ]);
  });
});
