import * as z from 'zod/mini';

/** The specification's words of the Task Center for them: pending, in-progress, complete, blocked (design, 5). */
export const TaskStatus = z.enum(['open', 'in_progress', 'completed', 'on_hold']);
export type TaskStatus = z.infer<typeof TaskStatus>;

/** Where a task came from. */
export const TaskOrigin = z.enum(['approval', 'plan', 'audit', 'manual']);
export type TaskOrigin = z.infer<typeof TaskOrigin>;

export const maxTaskTitle = 500;
