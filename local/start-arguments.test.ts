import { expect, test } from 'vitest';
import { parseStartArguments, refuseOtherClouds } from './start-arguments.ts';

const simulated = { microsoft: false, demo: false };

test('without arguments the product is on port 4280, with one host, the simulated cloud, built when needed', () => {
  const defaults = { port: 4280, data: undefined, hostCount: 1, allTimers: false, build: true };
  expect(parseStartArguments([])).toEqual({ ...simulated, ...defaults });
});

test('--microsoft has the real cloud, and demonstration tenants beside it where they are asked for', () => {
  expect(parseStartArguments(['--microsoft'])).toMatchObject({ microsoft: true, demo: false });
  expect(parseStartArguments(['--microsoft', '--demo'])).toMatchObject({ microsoft: true, demo: true });
});

test('port, data directory, number of hosts, timers and no build are taken over', () => {
  const args = ['--port', '4300', '--data', '/tmp/x', '--host-count', '2', '--all-timers', '--no-build'];
  const parsed = { ...simulated, port: 4300, data: '/tmp/x', hostCount: 2, allTimers: true, build: false };
  expect(parseStartArguments(args)).toEqual(parsed);
});

test.each([
  [['--port', 'abc'], '--port: expected a whole number from 1 to 65535, not "abc"'],
  [['--port', '70000'], '--port: expected'],
  [['--host-count', '0'], '--host-count: expected'],
  [['--prot', '1'], '--prot'],
  [['--demo'], '--demo: only with --microsoft'],
])('%j is refused in words', (args, message) => {
  expect(() => parseStartArguments(args)).toThrow(message);
});

test.each([
  ['MICROSOFT_CLOUD', 'simulator'],
  ['SIMULATOR_URL', 'http://127.0.0.1:7100'],
  ['MICROSOFT_LOGIN_URL', 'http://127.0.0.1:7100/login'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
])('--microsoft refuses a shell with %s=%s and says what to do', (name, value) => {
  expect(() => refuseOtherClouds({ PATH: '/bin', [name]: value })).toThrow(
    new RegExp(`^--microsoft asks Microsoft itself(.|\n)*  ${name} (.|\n)*unset ${name}`),
  );
  expect(() => refuseOtherClouds({ [name]: '' })).not.toThrow();
});

test('--microsoft takes a shell that says nothing else', () => {
  refuseOtherClouds({ MICROSOFT_CLOUD: 'microsoft', NODE_TLS_REJECT_UNAUTHORIZED: '1', STAFF_TENANT_IDS: 'x' });
});
