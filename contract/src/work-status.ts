import * as z from 'zod/mini';

// Told by several areas, none of whose pages loads the calls of the others for a word.

/** `closed`: nobody decided, since there was nothing left to decide; `closedBecause` says why. */
export const ApprovalStatus = z.enum(['pending', 'approved', 'denied', 'closed']);
export type ApprovalStatus = z.infer<typeof ApprovalStatus>;

/** The specification's words of the Task Center for them: pending, in-progress, complete, blocked (design, 5). */
export const TaskStatus = z.enum(['open', 'in_progress', 'completed', 'on_hold']);
export type TaskStatus = z.infer<typeof TaskStatus>;
