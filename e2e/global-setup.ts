import { startStack } from '../local/stack/start-stack.ts';

/** Starts the stack for all tests and says in the environment where it is. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const stack = await startStack();
  process.env.TENANTRY_URL = stack.url;
  process.env.TENANTRY_DATA = stack.dataDir;
  return () => stack.stop();
}
