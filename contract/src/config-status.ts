import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** Why a part is not as it should be, or could not be asked; null where there is nothing to say. */
const problem = z.nullable(z.string());

/** `value` shows the first and last four characters, bullets where it is short; null where it is not set, and of a secret. */
const Setting = z.object({ configured: z.boolean(), value: z.nullable(z.string()) });

export const ConfigStatus = z.object({
  /** `development` on one machine, else `production`. */
  environment: z.enum(['production', 'development']),
  database: z.object({ connected: z.boolean(), host: z.string(), problem }),
  session: z.object({ configured: z.boolean(), store: z.string(), problem }),
  /** `keyLength` in bits; null before the key is made. */
  encryption: z.object({ configured: z.boolean(), keyLength: z.nullable(z.number()), problem }),
  microsoft365: z.object({
    clientId: Setting,
    clientSecret: Setting,
    redirectUri: Setting,
    tenantId: Setting,
    problem,
  }),
  partnerCenter: z.object({ configured: z.boolean(), scopes: z.array(z.string()), problem }),
});
export type ConfigStatus = z.infer<typeof ConfigStatus>;

export const getConfigStatus = defineEndpoint({
  name: 'config-status',
  summary: 'How this installation is configured, each part asked for now; secrets are said to be set and never shown',
  method: 'GET',
  path: '/api/admin/config-status',
  access: 'admin',
  response: ConfigStatus,
});
