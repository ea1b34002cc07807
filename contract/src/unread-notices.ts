import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

// By itself, since the head of every page asks it.

export const countUnreadNotices = defineEndpoint({
  name: 'notices-unread',
  summary: 'How much of what concerned you you have not read',
  method: 'GET',
  path: '/api/notices/unread',
  access: 'viewer',
  background: true,
  response: z.object({ unread: z.number() }),
});
