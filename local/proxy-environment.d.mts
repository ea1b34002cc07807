/** Types of proxy-environment.mjs, which is plain JavaScript because the bootstrap uses it before anything is installed. */
export function proxyEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
export function throughProxy(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
export const withoutProxy: Record<string, undefined>;
