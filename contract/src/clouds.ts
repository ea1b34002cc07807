/** Microsoft's clouds, as administrators call them; ScubaGear's names of an environment. GCC is served by the commercial one. */
export const cloudNames = ['commercial', 'gcc', 'gcchigh', 'dod', 'china'] as const;
export type CloudName = (typeof cloudNames)[number];

/** What people read, as it stands after "in". */
export const cloudLabels: Readonly<Record<CloudName, string>> = {
  commercial: 'Microsoft’s commercial cloud',
  gcc: 'GCC',
  gcchigh: 'GCC High',
  dod: 'DoD',
  china: 'China (21Vianet)',
};
