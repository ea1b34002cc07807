import type { RuleFields } from '@tenantry/contract/notice-rules';
import { type Collection, every } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers, globalPartition } from './containers.ts';
import type { Outboxed } from './outbox.ts';
import { readAtOnce } from './scope.ts';

/** What somebody wants to be told of, and where. */
export type NoticeRuleRecord = Outboxed &
  RuleFields & {
    id: string;
    /** `notice-rule:` and the id. */
    key: string;
    /** Whose it is: what is sent keeps to their scope. */
    ownerId: string;
    ownerName: string;
    /** Counts the changes, so that nobody overwrites one that they have not seen. */
    revision: number;
    createdAt: string;
    updatedAt: string;
  };

const keyPrefix = 'notice-rule:';
export const noticeRuleKey = (id: string): string => keyPrefix + id;

/** The notification rules: few, beside the settings of the installation. */
export function openNoticeRuleStore(records: RecordStore) {
  const rules: Collection<NoticeRuleRecord> = records.partition(containers.systemConfig, globalPartition);
  const where = [{ field: 'key', op: 'prefix' as const, value: keyPrefix }];
  return { ...rules, all: () => every(rules, { where, limit: readAtOnce }) };
}

export type NoticeRuleStore = ReturnType<typeof openNoticeRuleStore>;
