import type { ReportForm } from '@tenantry/contract/generated-reports';
import type { ReportDay, ReportRelease } from '@tenantry/contract/report-schedules';
import { type Collection, every } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers, globalPartition } from './containers.ts';
import type { Outboxed } from './outbox.ts';

/** One run of a schedule: it is planned page by page of its tenants. */
export type ReportRun = {
  id: string;
  /** The day that it is for, in the schedule's time zone: a tenant gets one report of a schedule a day. */
  period: string;
  /** An audit of before is not of this period. */
  since: string;
  /** The cursor of the next page; '' for the first. */
  after: string;
  /** The run before: what it had and this one may not have is told of. Null where there is none; absent in runs of before. */
  before?: string | null;
  /** Its own tenants are planned, and those of the run before are looked at now. */
  isLookingBack?: boolean;
};

/** Reports that go out by themselves: of which tenants, when, to whom. */
export type ReportScheduleRecord = Outboxed & {
  id: string;
  /** `report-schedule:` and its id, since it lies beside the settings of the installation. */
  key: string;
  name: string;
  groupId: string | null;
  form: ReportForm;
  day: ReportDay;
  hour: number;
  timeZone: string;
  toContacts: boolean;
  staff: readonly string[];
  release: ReportRelease;
  isOn: boolean;
  /** Who answers for it: the tenants that they see are those whose reports are sent. */
  ownerId: string;
  ownerName: string;
  /** When it is next due; null where it is off. */
  nextAt: string | null;
  /** The run that is being planned; null where none is. */
  run: ReportRun | null;
  /** The run that was planned last, or is being; null before the first. */
  lastPeriod: string | null;
  /** Somebody gave it another group since its last run: that tenants are in it no more is no news. */
  isRegrouped?: boolean;
  /** A run that was for nobody, which administrators are told of at `tellAt`; '' or absent where there is nothing to tell. */
  stopped?: { period: string; because: string };
  tellAt?: string;
  /** How often that was tried. */
  tellTries?: number;
  /** When there is something to do: the due time, or that of the next piece of a run; '' for never. */
  workAt: string;
  /** Counts the changes that somebody made, so that nobody overwrites one that they have not seen. */
  revision: number;
  createdAt: string;
  updatedAt: string;
  updatedBy: string;
};

const keyPrefix = 'report-schedule:';
export const reportScheduleKey = (id: string): string => keyPrefix + id;

/** The schedules: few, beside the settings of the installation, found by when they are due. */
export function openReportScheduleStore(records: RecordStore) {
  const schedules: Collection<ReportScheduleRecord> = records.partition(containers.systemConfig, globalPartition);
  const own = { field: 'key', op: 'prefix', value: keyPrefix } as const;
  return {
    ...schedules,
    all: () => every(schedules, { where: [own] }),
    /** Those for which there is something to do, in no order. */
    async due(now: Date, limit: number): Promise<ReportScheduleRecord[]> {
      const where = [
        own,
        { field: 'workAt', op: 'gt', value: '' },
        { field: 'workAt', op: 'lte', value: now.toISOString() },
      ] as const;
      return (await schedules.query({ where, limit })).items;
    },

    /** Those of which administrators are to be told that a run was for nobody. */
    async untold(): Promise<ReportScheduleRecord[]> {
      return every(schedules, { where: [own, { field: 'tellAt', op: 'gt', value: '' }] });
    },
  };
}

export type ReportScheduleStore = ReturnType<typeof openReportScheduleStore>;
