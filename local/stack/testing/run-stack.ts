import { runStack } from '../run-stack.ts';

// For stack.test.ts: a stack of other parts, in a process of its own, which can be killed.
const { port, dataDir, paths } = JSON.parse(process.argv[2] ?? '');
await runStack(
  {
    port,
    dataDir,
    paths,
    cloud: 'simulator',
    hasDemonstration: true,
    hostCount: 1,
    allTimers: false,
    env: process.env,
  },
  async () => undefined,
);
