import { createInterface } from 'node:readline';
import { signalGroup } from './managed-process.ts';

// Lives beside the start script and kills the process groups named to it when its standard input ends: that is the one
// thing that still happens when the start script itself is killed by SIGKILL. Lines: "watch <pid>", "forget <pid>".
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
const watched = new Set<number>();
for await (const line of createInterface({ input: process.stdin })) {
  const [word, pid] = line.split(' ');
  if (word === 'watch') watched.add(Number(pid));
  if (word === 'forget') watched.delete(Number(pid));
}
for (const pid of watched) signalGroup(pid, 'SIGKILL');
