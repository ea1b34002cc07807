import * as z from 'zod/mini';

export const FrameworkId = z.enum(['cis-m365', 'cisa-scuba', 'nist-csf', 'iso-27001']);
export type FrameworkId = z.infer<typeof FrameworkId>;
