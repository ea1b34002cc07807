import { freshStackTest as test } from './fresh-stack-test.ts';
import { expectLoopbackAlone } from './loopback.ts';

test('no other machine reaches any process of the stack: each port is on loopback alone', { tag: '@local' }, async ({
  stack,
}) => {
  await expectLoopbackAlone(stack);
});
