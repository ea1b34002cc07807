import { tenantRecordId } from '@tenantry/contract/ids';
import { maxTaskTitle } from '@tenantry/contract/tasks';
import { truncate } from '@tenantry/contract/text';
import { remedyOfCheck } from '../../audit/findings/remedies/remedies.ts';
import type { Clock } from '../../ports/clock.ts';
import { createOnce, every } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import type { SystemConfigStore } from '../../store/system-config.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { emptyOutbox, settleOutbox, withEntry } from '../audit-trail/outbox.ts';
import type { BaselineStores } from '../baselines/baselines.ts';
import { requiredOfTenant } from '../baselines/required-work.ts';
import { isOpen } from '../finding/open-findings.ts';
import { estimator } from '../price-list/estimate.ts';
import { readPriceList } from '../price-list/price-list.ts';

type PriceLists = Pick<SystemConfigStore, 'priceList'>;

type Given = 'title' | 'description' | 'category' | 'priority' | 'origin' | 'isSimulated' | 'createdBy';
type Fixed = 'id' | 'tenantId' | 'status' | 'createdAt' | 'updatedAt' | 'completedAt' | 'completedBy' | 'assigneeId';
type Kept = keyof typeof nothingYet;

/** What a task has gone through: nothing, when it is made. */
const nothingYet = {
  completedWithoutProof: false,
  version: 1,
  history: [] as TaskRecord['history'],
  historyOmitted: 0,
  recheck: null,
  recheckSentAt: '',
  proof: null,
  lastScan: null,
} as const;

/** What a task is made of: what has to be said of each, and the rest where there is something to say. */
export type NewTask = Pick<TaskRecord, Given> &
  Partial<Omit<TaskRecord, Given | Fixed | Kept | 'outbox' | 'hasOutbox'>> & {
    /** As the trail names whoever made it; `createdBy` is what people read. */
    user: string;
    /** Of a task that is made of no approval: the same one is made once. */
    key?: string | undefined;
  };

/** The id of the task of an approval: derived, so that there is one however often it is approved (design, 21). */
const taskIdOfApproval = (tenantId: string, approvalId: string) => tenantRecordId(tenantId, `task-${approvalId}`);

const taskIdOf = (tenantId: string, { linkedApprovalId, key }: Pick<NewTask, 'linkedApprovalId' | 'key'>) =>
  taskIdOfApproval(tenantId, linkedApprovalId ?? key ?? crypto.randomUUID());

/** Hours by the price list, for its remedy and as many as its findings affect; null where it is not known which check it mends. */
export async function estimatedHours(
  systemConfig: PriceLists,
  { findings }: Pick<TenantRecords, 'findings'>,
  { checkId, remedyId, category }: Pick<NewTask, 'checkId' | 'remedyId' | 'category'>,
  findingIds: readonly string[],
): Promise<number | null> {
  const id = remedyId ?? (checkId ? (remedyOfCheck(checkId)?.id ?? checkId) : null);
  if (id === null) return null;
  const members =
    findingIds.length === 0 ? [] : await every(findings, { where: [{ field: 'id', op: 'in', value: findingIds }] });
  const estimate = estimator(await readPriceList(systemConfig));
  return estimate({ id, members: members.length > 0 ? members : [{ category, affectedCount: 0 }] }).hours;
}

/** The day by which the tenant's baselines want it done; null where none requires what was found. */
async function dueByBaseline(
  stores: BaselineStores,
  { tenant, findings }: Pick<TenantRecords, 'tenant' | 'findings'>,
  findingIds: readonly string[],
  now: Date,
): Promise<string | null> {
  if (findingIds.length === 0) return null;
  const found = await every(findings, { where: [{ field: 'id', op: 'in', value: findingIds }] });
  const open = found.filter(isOpen);
  return open.length === 0 ? null : (await requiredOfTenant(stores, tenant.id, now)).dueDate(open);
}

/** What a task is made with. */
export type TaskParts = BaselineStores & { trail: Trail; clock: Clock; systemConfig: PriceLists };

/**
 * Makes a task, with its entry in the trail. The task of an approval, or of a key, is made once: whoever comes
 * second gets the first one's. Its hours are those of the price list where none are given, and it is due when the tenant's baselines
 * want it done where nobody said.
 * @returns the task as it is stored
 */
export async function createTask(
  { trail, clock, systemConfig, ...stores }: TaskParts,
  tenant: TenantRecords,
  given: NewTask,
): Promise<TaskRecord> {
  const { user, key: _, ...wanted } = given;
  const now = clock.now();
  const at = now.toISOString();
  const findingIds = wanted.findingIds ?? (wanted.linkedFindingId ? [wanted.linkedFindingId] : []);
  const hours = wanted.estimatedHours ?? (await estimatedHours(systemConfig, tenant, given, findingIds));
  const task: TaskRecord = {
    id: taskIdOf(tenant.tenant.id, given),
    tenantId: tenant.tenant.id,
    impact: null,
    status: 'open',
    assignee: null,
    notes: '',
    linkedApprovalId: null,
    approvalTitle: null,
    linkedFindingId: null,
    checkId: null,
    remedyId: null,
    checkIds: wanted.checkId ? [wanted.checkId] : [],
    auditId: null,
    projectPlanId: null,
    ...nothingYet,
    ...wanted,
    dueDate: wanted.dueDate ?? (await dueByBaseline(stores, tenant, findingIds, now)),
    findingIds,
    assigneeId: wanted.assignee?.userId ?? '',
    history: [{ version: 1, at, by: wanted.createdBy, what: 'created', note: null, changes: [] }],
    estimatedHours: hours,
    title: truncate(wanted.title, maxTaskTitle),
    createdAt: at,
    updatedAt: at,
    completedAt: null,
    completedBy: null,
    ...emptyOutbox,
  };
  const { id, title, tenantId, origin, linkedApprovalId, linkedFindingId, remedyId } = task;
  const details = { taskId: id, origin, linkedApprovalId, linkedFindingId, remedyId };
  const entry = { eventType: 'task_created', user, target: title, tenantId, details } as const;
  const created = await createOnce(tenant.tasks, withEntry(task, entry, now));
  if (created) {
    await settleOutbox(tenant.tasks, created.value, trail, created.etag);
    return { ...created.value, ...emptyOutbox };
  }
  const stored = await tenant.tasks.get(id);
  if (!stored) throw new Error(`The task ${id} was deleted while it was being made`);
  return stored.value;
}
