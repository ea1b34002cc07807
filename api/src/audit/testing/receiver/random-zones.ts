import type { Zone } from './names.ts';
import {
  addMicrosoftKeys,
  addOtherKey,
  addSuffix,
  dkimFlaws,
  dkimHoles,
  dmarcHoles,
  moveDmarcToSuffix,
  publishDmarc,
} from './random-policies.ts';
import { addOutlook, addShadowed, tightSpf } from './random-spf.ts';
import { addSendingSubdomain, publishSpf, spfFlaws, spfHoles, subdomainHoles } from './spf-holes.ts';
import { draftOf, type ZoneDraft } from './zone-draft.ts';

export const zoneDomain = 'contoso.example';

export type RandomZone = Readonly<{
  seed: number;
  zone: Zone;
  /** What was put in that lets outsiders in. Empty: the domain is tight. A flaw may close one of them. */
  holes: readonly string[];
  /** What was put in that is wrong and lets nobody in. */
  flaws: readonly string[];
}>;

const noSpf = 'no SPF';
const suffixOnly = 'DMARC at the public suffix alone';

const allHoles: readonly string[] = [
  ...Object.keys(spfHoles),
  ...Object.keys(subdomainHoles),
  ...Object.keys(dmarcHoles),
  ...Object.keys(dkimHoles),
];
const allFlaws: readonly string[] = [...Object.keys(spfFlaws), ...Object.keys(dkimFlaws), noSpf, suffixOnly];

/**
 * A zone of contoso.example from a seed: one half of them tight in very different shapes, the others with one or two
 * holes, some of those and some of the tight ones with a flaw.
 */
export function randomZone(seed: number): RandomZone {
  const draft = draftOf(zoneDomain, seed);
  const { random, holes, flaws } = draft;
  if (random.chance(0.5)) for (let count = random.from(1, 2); count > 0; count--) choose(draft, holes, allHoles);
  if (random.chance(holes.length > 0 ? 0.15 : 0.1)) choose(draft, flaws, allFlaws);
  addHosts(draft);
  addSpf(draft);
  for (const hole of holes) subdomainHoles[hole]?.(draft);
  addMicrosoftKeys(draft, holes, flaws);
  for (const hole of holes) dkimHoles[hole]?.(draft);
  if (random.chance(0.3)) addOtherKey(draft);
  addDmarc(draft);
  return { seed, zone: draft.zone(), holes, flaws };
}

function choose({ random }: ZoneDraft, into: string[], choices: readonly string[]): void {
  const chosen = choices[random.below(choices.length)];
  if (chosen && !into.includes(chosen)) into.push(chosen);
}

/** Where the domain's mail goes, its site, names that say nothing and names that send. */
function addHosts(draft: ZoneDraft): void {
  const { random, domain } = draft;
  if (random.chance(0.6)) draft.host(domain);
  const exchange = random.pick([`${domain.replaceAll('.', '-')}.mail.protection.outlook.com`, `mx.${domain}`]);
  if (random.chance(0.9)) {
    draft.add(domain, 'MX', { priority: random.from(0, 20), exchange });
    draft.host(exchange);
  }
  if (random.chance(0.7)) draft.host(`www.${domain}`);
  if (random.chance(0.2)) draft.host(`a.deep.${domain}`);
  if (random.chance(0.1)) draft.host(`*.apps.${domain}`);
  if (random.chance(0.3)) addSendingSubdomain(draft);
  draft.text(domain, `MS=ms${random.below(1e8)}`);
}

function addSpf(draft: ZoneDraft): void {
  const { random, domain, holes, flaws } = draft;
  addOutlook(draft);
  if (flaws.includes(noSpf)) return;
  const spf = tightSpf(draft, domain);
  for (const hole of holes) spfHoles[hole]?.(draft, spf);
  for (const flaw of flaws) spfFlaws[flaw]?.(draft, spf);
  if (random.chance(0.15) && !holes.some((hole) => hole in spfHoles)) addShadowed(draft, spf);
  publishSpf(draft, domain, spf);
}

function addDmarc(draft: ZoneDraft): void {
  const { random, holes, flaws } = draft;
  publishDmarc(draft, holes);
  if (holes.some((hole) => hole in dmarcHoles)) return;
  if (flaws.includes(suffixOnly)) moveDmarcToSuffix(draft);
  else if (random.chance(0.05)) addSuffix(draft);
}
