import { describe, expect, it } from 'vitest';
import { byFindingOrder, findingSortKey } from './finding-order.ts';

type Ordered = Parameters<typeof findingSortKey>[0];
const finding = (more: Partial<Ordered> = {}): Ordered => ({
  checkId: 'ca.legacy',
  status: 'OPEN',
  severity: 'critical',
  verdictStatus: 'fail',
  affectedCount: 0,
  title: 'Legacy authentication is not reliably blocked',
  ...more,
});

describe('the order of findings', () => {
  it('has open ones before accepted ones before resolved ones, and work under way among the open', () => {
    const low = finding({ checkId: 'branding', severity: 'low', status: 'IN_PROGRESS' });
    const accepted = finding({ status: 'ACCEPTED' });
    const resolved = finding({ status: 'RESOLVED' });
    expect([resolved, accepted, low, finding()].sort(byFindingOrder)).toEqual([finding(), low, accepted, resolved]);
  });

  it('stays by status and severity beside a key that an earlier version stored', () => {
    const keys = [
      findingSortKey(finding({ severity: 'high' })),
      '00 Legacy authentication is not reliably blocked',
      '02 Guests can invite guests',
      findingSortKey(finding()),
      '20 Resolved long ago',
    ].sort();
    expect(keys.map((key) => key.slice(0, 2))).toEqual(['00', '00', '01', '02', '20']);
  });
});
