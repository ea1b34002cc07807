import { expect } from '@playwright/test';
import type { RunningStack } from '../local/stack/start-stack.ts';
import { connectTo, listeningSockets, outsideAddresses } from '../local/testing/listening-sockets.ts';

/** Holds a running stack to listen on loopback alone, as a neighbor on the network and as the system see it. */
export async function expectLoopbackAlone(stack: RunningStack): Promise<void> {
  const { ports, pids } = stack.now();
  const { azurite, functionsHosts, simulator, ...single } = ports;
  const all = [...Object.values(azurite), ...functionsHosts, simulator, ...Object.values(single)].flatMap(
    (port) => port ?? [],
  );
  for (const port of all) expect([port, await connectTo('127.0.0.1', port)]).toEqual([port, 'open']);
  const outside = outsideAddresses();
  for (const address of outside) {
    for (const port of all)
      expect([address, port, await connectTo(address, port)]).toEqual([address, port, 'ECONNREFUSED']);
  }
  const { start: _, functionsHosts: hosts, simulator: simulatorPid, ...others } = pids;
  const sockets = listeningSockets([...hosts, ...Object.values(others), simulatorPid ?? -1]);
  // A machine without a network, whose system tells nothing, would prove nothing.
  expect(outside.length > 0 || sockets !== null).toBe(true);
  if (sockets === null) return;
  expect(sockets.filter(({ isLoopback }) => !isLoopback)).toEqual([]);
  expect(sockets.map(({ port }) => port)).toEqual(expect.arrayContaining(all));
}
