/** Types of bootstrap.mjs, which is plain JavaScript because it runs before anything is installed. */
export const COMMANDS: Record<string, string>;
export function needsInstall(root: string): boolean;
