import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { LowerGuid, TenantRecordId } from './ids.ts';
import { Instant } from './lists.ts';
import { prose, visibleAtLeast } from './text.ts';
import { TaskStatus } from './work-status.ts';

const maxQuestion = 2000;
const bounds = { max: maxQuestion, tooLong: `Keep it under ${maxQuestion} characters` };

/** A question of the client, which is a task of the provider. */
export const ClientQuestion = z.object({
  /** Of the task. */
  id: TenantRecordId,
  text: z.string(),
  askedBy: z.string(),
  askedAt: Instant,
  status: TaskStatus,
  /** Null while nobody has answered. */
  reply: z.nullable(z.object({ text: z.string(), by: z.string(), at: Instant })),
});
export type ClientQuestion = z.infer<typeof ClientQuestion>;

/** As many are shown, the newest first. */
export const maxClientQuestions = 50;

export const listClientQuestions = defineEndpoint({
  name: 'client-questions',
  summary: 'What the client of a tenant has asked, and what the provider answered, the newest first',
  method: 'GET',
  path: '/api/client/questions',
  access: 'viewer',
  client: true,
  tenant: { from: 'header' },
  response: z.object({ items: z.array(ClientQuestion) }),
});

export const askQuestion = defineEndpoint({
  name: 'client-question-ask',
  summary: 'A contact of the client asks the provider something: it becomes a task',
  method: 'POST',
  path: '/api/client/questions',
  access: 'viewer',
  client: true,
  tenant: { from: 'header' },
  body: z.object({
    text: prose(bounds).check(...visibleAtLeast(5, 'Write your question')),
    /** Made by the caller, new for each question that is meant: sent again, it answers the same one. */
    key: LowerGuid,
  }),
  multiline: ['text'],
  statuses: [201],
  response: ClientQuestion,
});

export const replyToClient = defineEndpoint({
  name: 'task-client-reply',
  summary: 'Answer a question of the client; it stands in their room',
  method: 'PUT',
  path: '/api/tasks/{id}/client-reply',
  access: 'technician',
  tenant: { from: 'idPrefix', name: 'id' },
  params: z.object({ id: TenantRecordId }),
  body: z.object({
    text: prose(bounds).check(...visibleAtLeast(1, 'Write an answer')),
  }),
  multiline: ['text'],
  response: ClientQuestion,
});
