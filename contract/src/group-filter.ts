import * as z from 'zod/mini';
import { LowerGuid } from './ids.ts';

/** A group of tenants to which a call is narrowed (`group` of its endpoint). */
export const groupFilter = { groupId: z.optional(LowerGuid) };
