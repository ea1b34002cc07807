import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';

export type ListeningSocket = { port: number; isLoopback: boolean };

/** What is gone while we look counts for nothing. */
function unlessGone<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ESRCH') return otherwise;
    throw error;
  }
}

/** The processes of these groups: each process of a stack leads one. */
function membersOf(groups: ReadonlySet<number>): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    const stat = unlessGone(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '');
    // After the name, which may hold anything: state, parent, group (proc_pid_stat(5)).
    const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return groups.has(Number(group));
  });
}

function socketsOf(pid: string): string[] {
  const folder = `/proc/${pid}/fd`;
  const links = unlessGone(() => readdirSync(folder), []).map((fd) =>
    unlessGone(() => readlinkSync(`${folder}/${fd}`), ''),
  );
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}

const LISTENING = '0A';
const V4_LOOPBACK = '7F';
const V6_LOOPBACK = '00000000000000000000000001000000';
const V4_IN_V6_LOOPBACK = /^0000000000000000FFFF0000.{6}7F$/;

/** Octets of an address are written as numbers of this machine, so 127.x.x.x ends with 7F. */
const isLoopback = (address: string): boolean =>
  address.length === 8 ? address.endsWith(V4_LOOPBACK) : address === V6_LOOPBACK || V4_IN_V6_LOOPBACK.test(address);

/**
 * What these process groups listen on, as the system has it; null where it does not tell (there is no /proc).
 * @param groups ids of processes that lead a group
 */
export function listeningSockets(groups: readonly number[]): ListeningSocket[] | null {
  if (process.platform !== 'linux') return null;
  const own = new Set(membersOf(new Set(groups)).flatMap(socketsOf));
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    unlessGone(() => readFileSync(table, 'utf8'), '')
      .split('\n')
      .slice(1),
  );
  return rows.flatMap((row) => {
    const [, local = '', , state, , , , , , inode = ''] = row.trim().split(/\s+/);
    const [address = '', port = ''] = local.split(':');
    return state === LISTENING && own.has(inode)
      ? [{ port: Number.parseInt(port, 16), isLoopback: isLoopback(address) }]
      : [];
  });
}

/** The addresses of this machine that others may know it by. */
export function outsideAddresses(): string[] {
  return Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses
      .filter(({ internal }) => !internal)
      .map(({ address }) => (address.startsWith('fe80:') ? `${address}%${name}` : address)),
  );
}

/** How a connection to this address ends: `open`, or the code of the refusal. */
export function connectTo(address: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, timeout: 2000 });
    const end = (how: string) => () => {
      socket.destroy();
      resolve(how);
    };
    socket.once('connect', end('open')).once('timeout', end('ETIMEDOUT'));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message)());
  });
}
