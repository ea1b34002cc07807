import { isIp4, isIp6 } from '../../../mailflow/spf/ip-address.ts';
import type { StandIns } from './stand-ins.ts';

/** Addresses of networks, anywhere in a text, with or without the length of a range. */
export const networkPattern =
  /(?:(?<=\bip[46]:)|(?<![\w.:]))(?:\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9a-f]{0,4}:){2,7}(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}))(?:\/\d{1,3})?(?![\w.:]*\w)/gi;

/** The bits of ranges that nobody routes and that say what kind of network it is; they stay. */
const keptRanges: readonly string[] = [
  '00001010', // 10.0.0.0/8
  '101011000001', // 172.16.0.0/12
  '1100000010101000', // 192.168.0.0/16
  '0110010001', // 100.64.0.0/10
  '01111111', // 127.0.0.0/8
  '1010100111111110', // 169.254.0.0/16
];
const keptRanges6: readonly string[] = ['1111110', '1111111010']; // fc00::/7, fe80::/10
/** 240.0.0.0/4 (RFC 1112) and 3fff::/20 (RFC 9637): nobody's, and wide enough for ranges to stay apart. */
const nobodys = '1111';
const nobodys6 = '00111111111111110000';

const bitsOf = (numbers: readonly number[], width: number): string =>
  numbers.map((one) => one.toString(2).padStart(width, '0')).join('');

function groups6(half: string): number[] {
  if (half === '') return [];
  return half.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

function bits6(address: string): string {
  const [front = '', back] = address.split('::');
  const start = groups6(front);
  const end = back === undefined ? [] : groups6(back);
  const gap = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => 0);
  return bitsOf([...start, ...gap, ...end], 16);
}

/** One that lies within another still does: each bit depends on those before it alone. */
function scrambled(bits: string, length: number, start: string, standIns: StandIns): string {
  let found = start;
  for (let at = start.length; at < bits.length; at += 1) {
    const flip = (standIns.bytes('network', bits.slice(0, at), 1)[0] ?? 0) & 1;
    found += at < length ? String(Number(bits[at]) ^ flip) : '0';
  }
  return found.slice(0, bits.length);
}

function written(bits: string, isOld: boolean): string {
  const width = isOld ? 8 : 16;
  const parts = Array.from({ length: bits.length / width }, (_, part) =>
    Number.parseInt(bits.slice(part * width, (part + 1) * width), 2),
  );
  if (isOld) return parts.join('.');
  const text = parts.map((part) => part.toString(16)).join(':');
  const short = text.replace(/(?::0)+$/, '');
  return short === text ? text : `${short}::`;
}

/** An address, or a range of the same length and kind (private or public); null where the text is none. */
export function networkStandIn(text: string, standIns: StandIns): string | null {
  const [address = '', prefix] = text.trim().split('/');
  const isOld = isIp4(address);
  if (!isOld && !isIp6(address)) return null;
  const bits = isOld ? bitsOf(address.split('.').map(Number), 8) : bits6(address.toLowerCase());
  const length = prefix === undefined ? bits.length : Number(prefix);
  if (!(length <= bits.length)) return null;
  // A large part of the Internet is nobody's own.
  if (length <= 4 || /^0+$/.test(bits)) return text;
  standIns.originals.addresses.add(address.toLowerCase());
  const kept = (isOld ? keptRanges : keptRanges6).find((start) => bits.startsWith(start));
  const changed = written(scrambled(bits, length, kept ?? (isOld ? nobodys : nobodys6), standIns), isOld);
  return prefix === undefined ? changed : `${changed}/${prefix}`;
}
