import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantRecordId } from './ids.ts';
import { Instant } from './lists.ts';
import { line } from './text.ts';

/** What a person has to look at, since no check of a scan can tell it for sure. */
export const ChecklistItemId = z.enum([
  'login_branding',
  'mfa_enforcement',
  'legacy_auth',
  'external_sharing',
  'admin_accounts',
]);
export type ChecklistItemId = z.infer<typeof ChecklistItemId>;

export const checklistTexts: Readonly<Record<ChecklistItemId, { title: string; whatToVerify: string }>> = {
  login_branding: {
    title: 'Sign-in branding',
    whatToVerify: "The sign-in page shows the organization's own logo and text.",
  },
  mfa_enforcement: {
    title: 'MFA enforcement',
    whatToVerify: 'A test sign-in as a standard user asks for a second factor.',
  },
  legacy_auth: {
    title: 'Legacy authentication',
    whatToVerify: 'No device or application still signs in with legacy authentication.',
  },
  external_sharing: {
    title: 'External sharing',
    whatToVerify: 'Sharing links and guests are as agreed with the organization.',
  },
  admin_accounts: {
    title: 'Administrator accounts',
    whatToVerify: 'Each administrator account belongs to a known person who still needs it.',
  },
};

/** What was verified by hand. It belongs to the tenant and outlives its scans; `by` and `at` are null before anybody looked. */
export const ChecklistItem = z.object({
  itemId: ChecklistItemId,
  checked: z.boolean(),
  comment: z.string(),
  by: z.nullable(z.string()),
  at: z.nullable(Instant),
});
export type ChecklistItem = z.infer<typeof ChecklistItem>;

const params = z.object({ scanId: TenantRecordId });
const tenant = { from: 'idPrefix', name: 'scanId' } as const;
const Checklist = z.object({ items: z.array(ChecklistItem) });

export const maxChecklistComment = 500;

export const getChecklist = defineEndpoint({
  name: 'checklist',
  summary: 'What was verified by hand in the tenant of a scan, whichever of its scans is named',
  method: 'GET',
  path: '/api/admin/checklist/{scanId}',
  access: 'admin',
  token: 'read',
  tenant,
  params,
  response: Checklist,
});

export const changeChecklist = defineEndpoint({
  name: 'checklist-change',
  summary: 'Say what was verified by hand; items and comments that are not named stay as they are',
  method: 'PATCH',
  path: '/api/admin/checklist/{scanId}',
  access: 'admin',
  tenant,
  params,
  body: z.object({
    items: z
      .array(
        z.object({
          itemId: ChecklistItemId,
          checked: z.boolean(),
          comment: z.optional(z.nullable(line({ max: maxChecklistComment }))),
        }),
      )
      .check(
        z.minLength(1, 'Must name at least one item'),
        z.maxLength(ChecklistItemId.options.length, 'Must name each item once'),
        z.refine(
          (items) => new Set(items.map(({ itemId }) => itemId)).size === items.length,
          'Must name each item once',
        ),
      ),
  }),
  response: Checklist,
});
