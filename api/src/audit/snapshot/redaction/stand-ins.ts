import { createHmac } from 'node:crypto';
import { guidPattern, isConstantId } from './constant-ids.ts';

/** What was replaced: the net of finished files looks for these (leaks.ts). */
export type Originals = {
  ids: Set<string>;
  addresses: Set<string>;
  domains: Set<string>;
  names: Set<string>;
};

/** The source of every stand-in: one key, thrown away with it. */
export interface StandIns {
  readonly originals: Originals;
  /** Bytes that follow from the key and a text alone. */
  bytes(purpose: string, text: string, length: number): Buffer;
  /** A number of its own for each text of a kind. */
  number(kind: string, text: string): number;
  guid(id: string): string;
  /** Ids of any form: those of Entra stay such, others become short ones. */
  id(id: string): string;
  /** `User 417`: whatever a kind of thing is called. */
  name(kind: string, original: string): string;
}

const numbersAtFirst = 1000;

/** @param key random bytes of this audit */
export function createStandIns(key: Uint8Array): StandIns {
  const originals: Originals = { ids: new Set(), addresses: new Set(), domains: new Set(), names: new Set() };
  const numbers = new Map<string, { byText: Map<string, number>; taken: Set<number> }>();
  const digest = (purpose: string, text: string): Buffer =>
    createHmac('sha256', key).update(`${purpose}\n${text}`).digest();
  const bytes = (purpose: string, text: string, length: number): Buffer => {
    const parts: Buffer[] = [];
    for (let part = 0; part * 32 < length; part += 1) parts.push(digest(`${purpose} ${part}`, text));
    return Buffer.concat(parts).subarray(0, length);
  };
  /** Numbers do not follow the order of names: that would tell something of them. */
  const number = (kind: string, text: string): number => {
    const known = numbers.get(kind) ?? { byText: new Map<string, number>(), taken: new Set<number>() };
    numbers.set(kind, known);
    const before = known.byText.get(text);
    if (before !== undefined) return before;
    const range = Math.max(numbersAtFirst, known.taken.size * 4);
    let found = 1 + (digest(`number of ${kind}`, text).readUInt32BE(0) % range);
    while (known.taken.has(found)) found += 1;
    known.taken.add(found);
    known.byText.set(text, found);
    return found;
  };
  const guid = (id: string): string => {
    const lower = id.toLowerCase();
    if (isConstantId(lower)) return id;
    originals.ids.add(lower);
    const hex = digest('id', lower).toString('hex');
    const text = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    return id === id.toUpperCase() && id !== lower ? text.toUpperCase() : text;
  };
  return {
    originals,
    bytes,
    number,
    guid,
    id(id) {
      if (id === '') return id;
      if (new RegExp(`^${guidPattern.source}$`, 'i').test(id)) return guid(id);
      originals.ids.add(id.toLowerCase());
      return `id-${digest('id', id.toLowerCase()).toString('hex').slice(0, 16)}`;
    },
    name(kind, original) {
      if (original === '') return original;
      originals.names.add(original);
      return `${kind} ${number(kind, original.toLowerCase())}`;
    },
  };
}
