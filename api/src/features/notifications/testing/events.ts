import type { NoticeEvent } from '../../../ports/notifier.ts';

/** An event of a tenant, as a source would tell it. */
export const eventOf = (
  tenant: NoticeEvent['tenant'],
  number: number,
  more: Partial<NoticeEvent> = {},
): NoticeEvent => ({
  key: `test:${tenant?.id ?? 'none'}:${number}`,
  kind: 'scan-failed',
  tenant,
  gravity: 'high',
  title: `Scans fail ${number}`,
  detail: '',
  path: `/dashboard?tenantId=${tenant?.id ?? ''}`,
  at: '2026-11-24T10:00:00.000Z',
  remedyId: null,
  userId: null,
  ...more,
});
