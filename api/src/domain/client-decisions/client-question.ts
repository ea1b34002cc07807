import type { ClientQuestion } from '@tenantry/contract/client-questions';
import type { TaskRecord } from '../../store/tasks.ts';
import { ofStaff, type Reader } from './client-decisions.ts';

/** The question of a client that a task is about; null where it is about none. */
export function clientQuestion(
  { id, status, clientQuestion: asked }: TaskRecord,
  reader: Reader,
): ClientQuestion | null {
  if (!asked) return null;
  const reply = asked.reply && { ...asked.reply, by: ofStaff(asked.reply.by, reader) };
  return { id, text: asked.text, askedBy: asked.askedBy, askedAt: asked.askedAt, status, reply };
}
