import { sampleKeys } from './sample-keys.ts';
import type { ZoneDraft } from './zone-draft.ts';

type Tags = Map<string, string>;
type Hole = (draft: ZoneDraft, tags: Tags) => void;

/** A DMARC record that rejects what it says about: the domain, and every name below it. */
function tightTags({ random, domain }: ZoneDraft): Tags {
  const tags: Tags = new Map([['p', random.pick(['reject', 'reject', 'reject', 'Reject'])]]);
  const optional: [string, string, number][] = [
    ['sp', 'reject', 0.3],
    ['np', 'reject', 0.15],
    ['adkim', random.pick(['r', 's']), 0.2],
    ['aspf', random.pick(['r', 's']), 0.2],
    ['psd', random.pick(['n', 'u']), 0.1],
    ['t', 'n', 0.1],
    ['rua', `mailto:dmarc@${domain}`, 0.8],
    ['ruf', `mailto:dmarc@${domain}`, 0.1],
    ['fo', '1', 0.1],
    ['unknown', 'x', 0.05],
  ];
  for (const [tag, value, probability] of optional) if (random.chance(probability)) tags.set(tag, value);
  return tags;
}

function written({ random }: ZoneDraft, tags: Tags): string {
  const separator = random.pick(['; ', ';', ' ; ']);
  const equals = random.pick(['=', '=', ' = ']);
  const pairs = [['v', 'DMARC1'], ...tags].map(([tag, value]) => `${tag}${equals}${value}`);
  return pairs.join(separator) + random.pick(['', ';']);
}

const suffixRecord = ({ domain }: ZoneDraft): string => `_dmarc.${domain.slice(domain.indexOf('.') + 1)}`;

const set =
  (...pairs: readonly [string, string][]): Hole =>
  (_draft, tags) => {
    for (const [tag, value] of pairs) tags.set(tag, value);
  };
const existingName: Hole = (draft) => {
  draft.host(draft.fresh('www'));
};

const noRecord = 'no DMARC';
/** Holes in the policy by what they are: each lets a message through, or to quarantine, from any address. */
export const dmarcHoles: Readonly<Record<string, Hole>> = {
  'p=none': set(['p', 'none']),
  'p=quarantine': set(['p', 'quarantine']),
  'sp=none': (draft, tags) => {
    existingName(draft, tags);
    tags.set('sp', 'none');
  },
  'sp=quarantine': (draft, tags) => {
    existingName(draft, tags);
    tags.set('sp', 'quarantine');
  },
  'np=none': (draft, tags) => {
    existingName(draft, tags);
    tags.set('np', 'none');
  },
  't=y': set(['t', 'y']),
  'a policy that is none': set(['p', 'rejected']),
  'a subdomain policy that is none': set(['sp', 'rejected']),
  'no policy': (_draft, tags) => {
    tags.delete('p');
  },
  'a subdomain without policy': (draft) => {
    const name = draft.fresh('lab');
    draft.host(name);
    draft.text(`_dmarc.${name}`, 'v=DMARC1; p=none');
  },
  'a second policy': (draft) => draft.text(`_dmarc.${draft.domain}`, 'v=DMARC1; p=reject'),
  // All names below it are then one organization's, unless the domain says otherwise.
  'a public suffix that does not say so': (draft, tags) => {
    for (const tag of ['psd', 'aspf']) tags.delete(tag);
    draft.text(suffixRecord(draft), 'v=DMARC1; p=reject');
  },
  // Made where the record would be published.
  [noRecord]: () => undefined,
};

/** Publishes the policy of the domain, with a hole of that name in it. */
export function publishDmarc(draft: ZoneDraft, holes: readonly string[]): void {
  const { random, domain } = draft;
  const tags = tightTags(draft);
  for (const hole of holes) dmarcHoles[hole]?.(draft, tags);
  const name = `_dmarc.${domain}`;
  if (holes.includes(noRecord)) {
    draft.remove(name, 'TXT');
    return;
  }
  const text = written(draft, tags);
  if (draft.records[name]?.TXT || !random.chance(0.1)) {
    draft.text(name, text);
    return;
  }
  const vendor = draft.fresh('_dmarc', 'vendor.example');
  draft.text(vendor, text);
  draft.add(name, 'CNAME', vendor);
}

/** Moves the policy of the domain to its public suffix, which says what it is (RFC 9989, 4.10.1). */
export function moveDmarcToSuffix(draft: ZoneDraft): void {
  draft.remove(`_dmarc.${draft.domain}`, 'TXT');
  draft.remove(`_dmarc.${draft.domain}`, 'CNAME');
  draft.text(suffixRecord(draft), 'v=DMARC1; p=reject; sp=reject; psd=y');
}

/** A suffix that says what it is, and asks for nothing of those that have a record of their own. */
export function addSuffix(draft: ZoneDraft): void {
  draft.text(suffixRecord(draft), 'v=DMARC1; p=none; psd=y');
}

type MakeKey = (draft: ZoneDraft) => string;
const key =
  (size: keyof typeof sampleKeys, tags = 'v=DKIM1; k=rsa;'): MakeKey =>
  ({ random }) => {
    const keys = sampleKeys[size];
    return `${tags} p=${typeof keys === 'string' ? keys : random.pick(keys)}`;
  };
const soundKeys = [key('rsa2048'), key('rsa2048'), key('rsa2048', 'v=DKIM1;'), key('rsa1024')] as const;

const keyName = ({ domain }: ZoneDraft, selector: string): string => `${selector}._domainkey.${domain}`;

/** The two selectors of Microsoft 365, aliases of names below the tenant's first domain, or records of their own. */
export function addMicrosoftKeys(draft: ZoneDraft, holes: readonly string[], flaws: readonly string[]): void {
  const { random } = draft;
  const changed = random.pick(['selector1', 'selector2']);
  for (const selector of ['selector1', 'selector2']) {
    const make = selector === changed ? [...holes, ...flaws].map((name) => keysOf[name]).find(Boolean) : undefined;
    const text = (make ?? random.pick(soundKeys))(draft);
    if (text === '') continue;
    if (random.chance(0.2)) {
      draft.text(keyName(draft, selector), text);
      continue;
    }
    const target = `${selector}-${draft.domain.replaceAll('.', '-')}._domainkey.contoso.onmicrosoft.com`;
    draft.add(keyName(draft, selector), 'CNAME', target);
    draft.text(target, text);
  }
}

const weakKey = 'a weak key';
/** Keys under which nobody's signature counts. */
export const dkimFlaws: Readonly<Record<string, MakeKey>> = {
  'a weak key in testing': key('rsa512', 'v=DKIM1; t=y;'),
  'a revoked key': () => 'v=DKIM1; k=rsa; p=',
  'a key of an unknown type': key('rsa512', 'v=DKIM1; k=dsa;'),
  'a key for SHA-1': key('rsa512', 'v=DKIM1; h=sha1;'),
  'no key': () => '',
};
const keysOf: Readonly<Record<string, MakeKey>> = { ...dkimFlaws, [weakKey]: key('rsa512') };

/** Keys that an outsider can break, by where they are. */
export const dkimHoles: Readonly<Record<string, (draft: ZoneDraft) => void>> = {
  // Made where the two selectors are.
  [weakKey]: () => undefined,
  'a weak key of another selector': (draft) => draft.text(keyName(draft, 'legacy'), key('rsa512')(draft)),
  'a weak key for every selector': (draft) => draft.text(keyName(draft, '*'), key('rsa512')(draft)),
  'a weak key of a subdomain': (draft) => draft.text(`s1._domainkey.${draft.fresh('news')}`, key('rsa512')(draft)),
};

/** A sound key that Microsoft has nothing to do with. */
export function addOtherKey(draft: ZoneDraft): void {
  draft.text(
    keyName(draft, 'other'),
    draft.random.pick([key('rsa2048'), key('ed25519', 'v=DKIM1; k=ed25519;')])(draft),
  );
}
