import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { Instant } from './lists.ts';

const MicrosoftQuestions = z.object({
  /** Each scan asks Microsoft about what it found in Conditional Access, in at most twelve calls. */
  atEachScan: z.boolean(),
  updatedAt: z.nullable(Instant),
  updatedBy: z.nullable(z.string()),
});

export const getMicrosoftQuestions = defineEndpoint({
  name: 'microsoft-questions',
  summary: 'Whether each scan asks Microsoft about the sign-ins that it found to get past Conditional Access',
  method: 'GET',
  path: '/api/settings/microsoft-questions',
  access: 'admin',
  response: MicrosoftQuestions,
});

export const changeMicrosoftQuestions = defineEndpoint({
  name: 'microsoft-questions-change',
  summary: 'Switch on or off that each scan asks Microsoft about sign-ins, in at most twelve calls for each tenant',
  method: 'PUT',
  path: '/api/settings/microsoft-questions',
  access: 'admin',
  stepUp: true,
  body: z.object({ atEachScan: z.boolean() }),
  response: MicrosoftQuestions,
});
