import type { TimeStampSetting } from '@tenantry/contract/evidence-time-stamp';
import { emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import { createOnce, replaceIfUnchanged } from '../../ports/collection.ts';
import type { EvidenceTimeStampRecord } from '../../store/system-config.ts';
import { timeStampSettingId } from './time-stamping.ts';

type Parts = Pick<CommonParts, 'systemConfig' | 'trail' | 'clock'>;

const view = (record: EvidenceTimeStampRecord | null): TimeStampSetting => ({
  url: record?.url ?? null,
  updatedAt: record?.updatedAt ?? null,
  updatedBy: record?.updatedBy ?? null,
});

/** Which authority stamps evidence packs: none until an administrator names one. */
export function createTimeStampSetting({ systemConfig: { evidenceTimeStamp }, trail, clock }: Parts) {
  return {
    read: async () => view((await evidenceTimeStamp.get(timeStampSettingId))?.value ?? null),

    /** @throws AppError CONFLICT where somebody else changes it at the same moment */
    async change(url: string | null, by: string): Promise<TimeStampSetting> {
      const stored = await evidenceTimeStamp.get(timeStampSettingId);
      const before = stored?.value ?? null;
      if ((before?.url ?? null) === url) return view(before);
      const now = clock.now();
      const waiting = before ? { outbox: before.outbox, hasOutbox: before.hasOutbox } : emptyOutbox;
      const stamp = { updatedBy: by, updatedAt: now.toISOString() };
      const record: EvidenceTimeStampRecord = {
        id: timeStampSettingId,
        key: timeStampSettingId,
        url,
        ...stamp,
        ...waiting,
      };
      const details = whatChanged({ url: before?.url ?? null }, { url }, ['url']);
      const entry = {
        eventType: 'settings_changed',
        user: by,
        target: timeStampSettingId,
        tenantId: null,
        details,
      } as const;
      const written = withEntry(record, entry, now);
      const saved = stored
        ? await replaceIfUnchanged(evidenceTimeStamp, written, stored.etag)
        : await createOnce(evidenceTimeStamp, written);
      if (!saved)
        throw new AppError('CONFLICT', 'Somebody changed this at the same moment. Look at it, then try again.');
      await settleOutbox(evidenceTimeStamp, saved.value, trail, saved.etag);
      return view(saved.value);
    },
  };
}
