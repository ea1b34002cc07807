/** A zone in the form of a zone file of `npm run mailflow` (docs/mail-flow.md): names and their records by type. */
export type Zone = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Records of names that no zone lists: what somebody else's DNS would say. */
export type Elsewhere = (name: string, type: string) => readonly unknown[] | undefined;

/** `noName` is NXDOMAIN, `nothing` an answer without records, `failed` no answer at all. */
export type Lookup = Readonly<{ status: 'found' | 'nothing' | 'noName' | 'failed'; values: readonly unknown[] }>;

export type Names = Readonly<{
  listed: readonly string[];
  lookUp: (name: string, type: string) => Lookup;
  /** Each TXT record as one text (RFC 7208, 3.3; RFC 9989, 4.5). */
  texts: (name: string) => { failed: boolean; values: readonly string[] };
  exists: (name: string) => boolean;
}>;

const noValues: readonly unknown[] = [];
const nothing: Lookup = { status: 'nothing', values: noValues };
const noName: Lookup = { status: 'noName', values: noValues };
const failed: Lookup = { status: 'failed', values: noValues };

/** How a name compares: without regard to case (RFC 4343) and without the dot of the root. */
export const canonical = (name: string): string => (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();

export const parentOf = (name: string): string => (name.includes('.') ? name.slice(name.indexOf('.') + 1) : '');

export const isBelow = (name: string, above: string): boolean => name.endsWith(`.${above}`);

/** Labels of 1 to 63 octets, 253 in all (RFC 1035, 2.3.4). */
export const isDnsName = (name: string): boolean => name.length <= 253 && dnsLabels.test(name);
const dnsLabels = /^[^.]{1,63}(?:\.[^.]{1,63})*$/;

/** Looks names up in a zone: aliases (RFC 1034, 3.6.2), names without records (RFC 8020), wildcards (RFC 4592). */
export function namesOf(zone: Zone, elsewhere: Elsewhere = () => undefined): Names {
  const records = new Map<string, Record<string, unknown>>();
  for (const [name, byType] of Object.entries(zone)) {
    const known = records.get(canonical(name)) ?? {};
    records.set(canonical(name), { ...known, ...byType });
  }
  const existing = new Set<string>(['']);
  for (const name of records.keys()) for (let at = name; !existing.has(at); at = parentOf(at)) existing.add(at);

  /** What answers for a name: its own records or those of the wildcard below its closest encloser (RFC 4592, 3.3). */
  const recordsAt = (name: string): Record<string, unknown> | null => {
    if (existing.has(name)) return records.get(name) ?? {};
    let encloser = parentOf(name);
    while (!existing.has(encloser)) encloser = parentOf(encloser);
    return encloser === '' ? null : (records.get(`*.${encloser}`) ?? null);
  };

  const resolve = (asked: string, type: string): Lookup => {
    let name = asked;
    // A chain longer than all names of the zone goes round.
    for (let aliases = 0; aliases <= records.size; aliases++) {
      if (!isDnsName(name)) return noName;
      const own = recordsAt(name);
      if (!own) {
        const values = elsewhere(name, type);
        return values ? { status: values.length > 0 ? 'found' : 'nothing', values } : noName;
      }
      const values = own[type];
      if (Array.isArray(values) && values.length > 0) return { status: 'found', values };
      if (isListedIn(own.TIMEOUT, type) || isListedIn(own.SERVFAIL, type)) return failed;
      const alias: unknown = Array.isArray(own.CNAME) ? own.CNAME[0] : undefined;
      if (typeof alias !== 'string') return nothing;
      name = canonical(alias);
    }
    return failed;
  };

  const known = new Map<string, Map<string, Lookup>>();
  const answersOf = (type: string): Map<string, Lookup> => {
    const before = known.get(type);
    if (before) return before;
    const answers = new Map<string, Lookup>();
    known.set(type, answers);
    return answers;
  };
  const lookUp = (name: string, type: string): Lookup => {
    const answers = answersOf(type);
    const before = answers.get(name);
    if (before) return before;
    const answer = resolve(canonical(name), type);
    answers.set(name, answer);
    return answer;
  };
  return {
    listed: [...records.keys()],
    lookUp,
    texts: (name) => {
      const { status, values } = lookUp(name, 'TXT');
      return { failed: status === 'failed', values: values.map((strings) => [strings].flat().join('')) };
    },
    exists: (name) => lookUp(name, 'A').status !== 'noName',
  };
}

const isListedIn = (types: unknown, type: string): boolean =>
  Array.isArray(types) && (types.includes('*') || types.includes(type));
