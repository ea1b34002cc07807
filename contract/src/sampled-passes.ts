import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { SampledPasses } from './microsoft-answers.ts';

/** Not with the audit: its contract is loaded by every page. */
export const getSampledPasses = defineEndpoint({
  name: 'audit-sampled-passes',
  summary:
    'What Microsoft said of sign-ins that passing checks of the selected tenant cover, at the last scan that asked',
  method: 'GET',
  path: '/api/audit/sampled-passes',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'header' },
  /** Null where no scan asked. */
  response: z.object({ sampled: z.nullable(SampledPasses) }),
});
