import { dnsAnswerLimits } from '../../ports/dns.ts';

// Our own: Node's resolver hides the AD bit and knows no DS, and what strangers publish is read within bounds and never
// throws.

/** Record types by number (RFC 1035, 3.2.2; 3596; 4034; 6698). */
export const recordTypeNumbers = {
  A: 1,
  NS: 2,
  CNAME: 5,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  DS: 43,
  TLSA: 52,
} as const;
export type WireType = keyof typeof recordTypeNumbers;

export type WireRecord = { name: string; type: number; data: Uint8Array; start: number };
export type WireMessage = {
  bytes: Uint8Array;
  id: number;
  responseCode: number;
  authentic: boolean;
  truncated: boolean;
  question: { name: string; type: number } | null;
  answers: WireRecord[];
};

/** A question with recursion desired, the AD bit (RFC 6840, 5.7) and EDNS (RFC 6891); null where the name is none. */
export function encodeQuestion(name: string, type: WireType): Uint8Array | null {
  const labels = name.split('.').map((label) => new TextEncoder().encode(label));
  const size = labels.reduce((sum, label) => sum + label.length + 1, 1);
  if (size > 255 || labels.some((label) => label.length === 0 || label.length > 63)) return null;
  const header = [0, 0, 0x01, 0x20, 0, 1, 0, 0, 0, 0, 0, 1];
  const question = [...labels.flatMap((label) => [label.length, ...label]), 0, 0, recordTypeNumbers[type], 0, 1];
  const edns = [0, 0, 41, 0x10, 0x00, 0, 0, 0, 0, 0, 0];
  return Uint8Array.from([...header, ...question, ...edns]);
}

/** Reads an answer; null where the bytes are no DNS answer. Never throws, never reads past the end or in a circle. */
export function decodeMessage(bytes: Uint8Array): WireMessage | null {
  if (bytes.length < 12) return null;
  const number = (at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  const flags = number(2);
  const [questions, answerCount] = [number(4), number(6)];
  if ((flags & 0x8000) === 0 || questions > 1 || answerCount > dnsAnswerLimits.records) return null;
  let at = 12;
  let question: WireMessage['question'] = null;
  if (questions === 1) {
    const read = readName(bytes, at);
    if (read === null || read.next + 4 > bytes.length) return null;
    question = { name: read.name, type: number(read.next) };
    at = read.next + 4;
  }
  const answers: WireRecord[] = [];
  for (let count = 0; count < answerCount; count++) {
    const read = readName(bytes, at);
    if (read === null || read.next + 10 > bytes.length) return null;
    const start = read.next + 10;
    const end = start + number(read.next + 8);
    if (end > bytes.length) return null;
    answers.push({ name: read.name, type: number(read.next), data: bytes.subarray(start, end), start });
    at = end;
  }
  const [authentic, truncated] = [(flags & 0x0020) !== 0, (flags & 0x0200) !== 0];
  return { bytes, id: number(0), responseCode: flags & 0x000f, authentic, truncated, question, answers };
}

/** A name has 127 labels at most, and needs no more pointers: a chain of them costs as much as a message has octets. */
const mostPointers = 127;

/**
 * A name, compressed or not (RFC 1035, 4.1.4). Pointers lead backwards only, so that the reading ends. A dot within a label
 * is written as there (5.1), so that one label does not pass for the name of somebody else.
 */
export function readName(bytes: Uint8Array, offset: number): { name: string; next: number } | null {
  const labels: string[] = [];
  let at = offset;
  let next: number | null = null;
  let pointers = 0;
  for (let length = 0; length <= 255; ) {
    const size = bytes[at];
    if (size === undefined) return null;
    if (size === 0) return { name: labels.join('.').toLowerCase(), next: next ?? at + 1 };
    if (size >= 0xc0) {
      const second = bytes[at + 1];
      const target = ((size & 0x3f) << 8) | (second ?? 0);
      if (second === undefined || target >= at || ++pointers > mostPointers) return null;
      next ??= at + 2;
      at = target;
      continue;
    }
    if (size > 63 || at + 1 + size > bytes.length) return null;
    labels.push(String.fromCharCode(...bytes.subarray(at + 1, at + 1 + size)).replaceAll('.', '\\046'));
    length += size + 1;
    at += size + 1;
  }
  return null;
}
