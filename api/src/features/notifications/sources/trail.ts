import { createHash } from 'node:crypto';
import { type NoticeSource, plainEvent } from './source.ts';

/** An audit trail that was found broken, told once for its first broken entry. */
export const brokenTrail: NoticeSource = {
  name: 'broken-trail',
  everyMinutes: 5,
  async collect({ trailVerification }) {
    const { last } = await trailVerification.state();
    if (last?.status !== 'broken') return [];
    const [first] = last.problems;
    const where = JSON.stringify([first?.record ?? null, first?.at ?? null, first?.message ?? null]);
    return [
      {
        ...plainEvent,
        key: `trail-broken:${createHash('sha256').update(where).digest('hex').slice(0, 20)}`,
        kind: 'trail-broken',
        tenant: null,
        gravity: 'critical',
        title: 'The audit trail was changed from outside of Tenantry',
        detail: first?.message ?? '',
        path: '/admin/health',
        at: last.verifiedAt,
      },
    ];
  },
};
