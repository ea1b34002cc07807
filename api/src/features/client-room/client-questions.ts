import { createHash } from 'node:crypto';
import { type askQuestion, type ClientQuestion, maxClientQuestions } from '@tenantry/contract/client-questions';
import type { Parsed } from '@tenantry/contract/endpoint';
import { tenantRecordId } from '@tenantry/contract/ids';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { Reader } from '../../domain/client-decisions/client-decisions.ts';
import { clientQuestion } from '../../domain/client-decisions/client-question.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { createTask, type TaskParts } from '../../domain/tasks/create-task.ts';
import { AppError } from '../../http/app-error.ts';
import { type Caller, requireClient } from '../../http/caller.ts';
import type { Condition } from '../../ports/collection.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

/** As many may wait for an answer in one room: whoever has more to ask calls. */
const openAtMost = 20;
const maxTitle = 120;

const isQuestion: Condition = { field: 'origin', op: 'eq', value: 'client' };

const shown = (task: TaskRecord, reader: Reader): ClientQuestion => {
  const view = clientQuestion(task, reader);
  if (!view) throw new AppError('NOT_FOUND', 'There is no such question.');
  return view;
};

/** The newest first. */
export async function questionsOf({ tasks }: TenantRecords, reader: Reader): Promise<ClientQuestion[]> {
  const orderBy = { field: 'createdAt', direction: 'desc' } as const;
  const { items } = await tasks.query({ where: [isQuestion], orderBy, limit: maxClientQuestions });
  return items.flatMap((task) => clientQuestion(task, reader) ?? []);
}

async function refuseTooMany({ tasks }: TenantRecords): Promise<void> {
  const open = await tasks.count([
    isQuestion,
    { field: 'status', op: 'in', value: ['open', 'in_progress', 'on_hold'] },
  ]);
  if (open < openAtMost) return;
  throw new AppError('CONFLICT', `${openAtMost} questions wait for an answer. Call your provider, or ask later.`);
}

/** Of one person: two who make the same key do not meet. */
const keyOf = ({ userId }: Caller, key: string): string =>
  `question-${createHash('sha256').update(userId).digest('hex').slice(0, 12)}-${key}`;

/**
 * A client's question becomes a task of the tenant, once however often it is sent.
 * @throws AppError FORBIDDEN for staff, CONFLICT where too many wait
 */
export async function ask(
  parts: TaskParts,
  tenant: TenantRecords,
  { text, key }: Parsed<typeof askQuestion.body>,
  { caller, reader }: { caller: Caller; reader: Reader },
): Promise<ClientQuestion> {
  requireClient(caller);
  const id = tenantRecordId(tenant.tenant.id, `task-${keyOf(caller, key)}`);
  if (!(await tenant.tasks.get(id))) await refuseTooMany(tenant);
  const [line = ''] = text.split('\n');
  const task = await createTask(parts, tenant, {
    title: `${caller.name} asks: ${line.length > maxTitle ? `${line.slice(0, maxTitle)}…` : line}`,
    description: text,
    category: 'secure-score',
    priority: 'medium',
    origin: 'client',
    isSimulated: tenant.tenant.isMock,
    createdBy: caller.name,
    user: caller.user.username,
    key: keyOf(caller, key),
    clientQuestion: { text, askedBy: caller.name, askedAt: parts.clock.now().toISOString(), reply: null },
  });
  return shown(task, reader);
}

/** What the provider answers; a later answer takes the place of one before. @throws AppError NOT_FOUND */
export async function reply(
  { trail, clock }: Pick<CommonParts, 'trail' | 'clock'>,
  { tasks, tenant }: TenantRecords,
  id: string,
  text: string,
  { user, name }: Caller,
): Promise<ClientQuestion> {
  const now = clock.now();
  const task = await changeAndSeal(trail, tasks, id, (current): TaskRecord => {
    const { clientQuestion: asked } = current;
    if (!asked || asked.reply?.text === text) return current;
    const at = now.toISOString();
    const next = { ...current, clientQuestion: { ...asked, reply: { text, by: name, at } }, updatedAt: at };
    const details = { taskId: id, reply: text, before: asked.reply?.text ?? null };
    const target = current.title;
    const { username } = user;
    return withEntry(
      next,
      { eventType: 'client_question_answered', user: username, target, tenantId: tenant.id, details },
      now,
    );
  });
  if (!task) throw new AppError('NOT_FOUND', 'There is no such task.');
  return shown(task, { isClient: false, provider: null });
}
