import { listChanges } from '@tenantry/contract/changes';
import { Instant, SearchText } from '@tenantry/contract/lists';
import { NotableKind } from '@tenantry/contract/notable-kinds';
import { Priority } from '@tenantry/contract/verdicts';
import * as z from 'zod/mini';
import { pageWithin } from '../bounds.ts';
import { aboutGroup, aboutPaged, aboutTenant, maybeGroup, maybeTenant, paged } from '../inputs.ts';
import { defineTool } from '../tool.ts';

export const changesTool = defineTool({
  name: 'changes',
  title: 'What changed',
  description:
    'Changes in the tenants that you may see that are worth telling, the latest first: what, before and after, how grave, when and by whom where that is known.',
  endpoints: [listChanges],
  input: {
    tenantId: maybeTenant,
    groupId: maybeGroup,
    since: z.optional(Instant),
    kind: z.optional(NotableKind),
    gravity: z.optional(Priority),
    actor: z.optional(SearchText),
    ...paged,
  },
  about: {
    tenantId: `${aboutTenant}; leave it out for all that you may see`,
    groupId: aboutGroup,
    since: 'Noticed at this instant or later, such as 2026-11-20T00:00:00Z',
    kind: 'Of this kind alone',
    gravity: 'Of this gravity alone',
    actor: 'A part of the name of whoever made it',
    ...aboutPaged,
  },
  run: ({ limit, cursor, ...filters }, { calls }) =>
    pageWithin({
      tool: 'changes',
      limit,
      cursor,
      call: (most, after) => calls(listChanges, { query: { ...filters, limit: most, cursor: after } }),
      row: (change) => change,
      beside: ({ summary, asOf }) => ({ countsByGravity: summary, asOf }),
    }),
});
