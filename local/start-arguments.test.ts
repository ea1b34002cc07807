import { expect, test } from 'vitest';
import { parseStartArguments } from './start-arguments.ts';

test('without arguments the product is on port 4280, with one host, built when needed', () => {
  expect(parseStartArguments([])).toEqual({ port: 4280, data: undefined, hostCount: 1, allTimers: false, build: true });
});

test('port, data directory, number of hosts, timers and no build are taken over', () => {
  const args = ['--port', '4300', '--data', '/tmp/x', '--host-count', '2', '--all-timers', '--no-build'];
  const parsed = { port: 4300, data: '/tmp/x', hostCount: 2, allTimers: true, build: false };
  expect(parseStartArguments(args)).toEqual(parsed);
});

test.each([
  [['--port', 'abc'], '--port: expected a whole number from 1 to 65535, not "abc"'],
  [['--port', '70000'], '--port: expected'],
  [['--host-count', '0'], '--host-count: expected'],
  [['--prot', '1'], '--prot'],
])('%j is refused in words', (args, message) => {
  expect(() => parseStartArguments(args)).toThrow(message);
});
