import type { BuildOptions } from 'esbuild';

/** `npm run evaluate` in one file, which every evidence pack holds (decision 085): it runs by itself, with Node 20 or newer alone. */
export const evaluateBundle: BuildOptions;
