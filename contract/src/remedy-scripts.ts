import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId } from './ids.ts';
import { Instant } from './lists.ts';

/** One change that a script makes. */
export const RemedyScriptStep = z.object({
  title: z.string(),
  /** `PATCH /policies/authorizationPolicy`, below /v1.0 of Microsoft Graph. */
  call: z.string(),
  /** What else it brings about; null where nothing has to be said. */
  caution: z.nullable(z.string()),
  /** The id that the person has to name for it (`-TurnOn`); null where the step needs none. */
  turnOn: z.nullable(z.string()),
});

/** How a remedy is set in one tenant. */
export const RemedySetting = z.object({
  remedyId: z.string(),
  title: z.string(),
  /** By Microsoft Graph v1.0, by a PowerShell module of Microsoft's alone, or by people alone. */
  by: z.enum(['graph', 'module', 'person']),
  /** The name of that module. */
  module: z.nullable(z.string()),
  /** Where a person sets it in Microsoft's admin centers. */
  portal: z.string(),
  /** What is left to a person beside the script, or why there is none. */
  left: z.nullable(z.string()),
  /** Null where there is none; `because` then says why, for this tenant. */
  script: z.nullable(
    z.object({
      fileName: z.string(),
      text: z.string(),
      steps: z.array(RemedyScriptStep),
      /** Delegated permissions that it asks for to look, and to change. */
      reads: z.array(z.string()),
      writes: z.array(z.string()),
      note: z.nullable(z.string()),
      /** The scan whose data it holds. */
      scannedAt: Instant,
    }),
  ),
  because: z.nullable(z.string()),
  isSimulated: z.boolean(),
});
export type RemedySetting = z.infer<typeof RemedySetting>;

/** A script that is handed out leaves an entry in the audit trail. */
export const getRemedyScript = defineEndpoint({
  name: 'remedy-script',
  summary: 'How a remedy is set in a tenant, with its PowerShell script from the last scan where there is one',
  method: 'GET',
  path: '/api/tenant/{id}/remedies/{remedyId}/script',
  access: 'technician',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId, remedyId: z.string().check(z.regex(/^[a-z0-9-]{1,80}$/)) }),
  response: RemedySetting,
});
