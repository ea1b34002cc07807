import * as z from 'zod/mini';

export const FrameworkId = z.enum([
  'cis-m365',
  'cisa-scuba',
  'nist-csf',
  'iso-27001',
  'essential-eight',
  'cmmc-level-1',
  'cmmc-level-2',
  'cyber-essentials',
]);
export type FrameworkId = z.infer<typeof FrameworkId>;
