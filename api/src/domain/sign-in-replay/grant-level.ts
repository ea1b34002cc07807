import type { Grant } from '../../audit/checks/conditional-access/grant.ts';
import type { SignInTraits } from '../../audit/facts/sign-in-classes.ts';

/** 0: let in as it came. 1: asked for something that a person can do. 2: kept out. */
export type Level = 0 | 1 | 2;
/** From the least to the most that may have happened. */
export type Range = { least: Level; most: Level };

const free: Range = { least: 0, most: 0 };
const asked: Range = { least: 1, most: 1 };
const keptOut: Range = { least: 2, most: 2 };
const anything: Range = { least: 0, most: 2 };

const level = (value: number): Level => (value >= 2 ? 2 : value === 1 ? 1 : 0);

/** All of them have to be met. */
export const hardest = (ranges: readonly Range[]): Range => ({
  least: level(Math.max(0, ...ranges.map(({ least }) => least))),
  most: level(Math.max(0, ...ranges.map(({ most }) => most))),
});

/** Any one of them will do. */
const easiest = (ranges: readonly Range[]): Range => ({
  least: level(Math.min(...ranges.map(({ least }) => least))),
  most: level(Math.min(...ranges.map(({ most }) => most))),
});

const plainMfaStrength = '00000000-0000-0000-0000-000000000002';

/** A proof that a page asks for: a client of legacy authentication cannot show one (Microsoft Learn, "Block legacy authentication"). */
function proof({ client }: SignInTraits): Range {
  if (client === null) return { least: 1, most: 2 };
  return client === 'other' || client === 'exchangeactivesync' ? keptOut : asked;
}

function deviceState(truth: boolean | null, { client }: SignInTraits): Range {
  // Legacy clients tell no state of a device, except Exchange ActiveSync (Microsoft Learn, "Block legacy authentication").
  if (client === 'other') return keptOut;
  if (client === null && truth === true) return anything;
  // Nobody enrolls a device on the spot.
  return truth === null ? { least: 0, most: 2 } : truth ? free : keptOut;
}

function ofControl(control: string, traits: SignInTraits): Range {
  const { device } = traits;
  switch (control) {
    case 'block':
      return keptOut;
    case 'mfa':
    case 'passwordchange':
    case 'riskremediation':
      return proof(traits);
    case 'compliantdevice':
      if (device === null || (device.registered && device.compliant === null)) return deviceState(null, traits);
      return deviceState(device.registered && device.compliant === true, traits);
    case 'domainjoineddevice':
      if (device === null || (device.registered && device.trust === null)) return deviceState(null, traits);
      return deviceState(device.trust === 'serverad', traits);
    default:
      // Approved applications and protected ones: the log does not say which application of a device it was.
      return anything;
  }
}

/**
 * What a policy that applies does to a sign-in of the log. Whether MFA was already given, the log does not say: it counts as asked for.
 * @param strengthId of its authentication strength, in lower case
 */
export function grantRange(grant: Grant, strengthId: string | null, traits: SignInTraits): Range {
  // Beside a block there is nothing else that a sign-in could do to be let in.
  if (grant.controls.includes('block')) return keptOut;
  const ranges = grant.controls.map((control) => ofControl(control, traits));
  // Whether somebody has a method of a certain strength, the log does not say; the plain one takes what MFA takes.
  if (grant.strength !== null)
    ranges.push(hardest([proof(traits), strengthId === plainMfaStrength ? asked : { least: 1, most: 2 }]));
  for (let index = 0; index < grant.others; index += 1) ranges.push(proof(traits));
  if (ranges.length === 0) return free;
  return grant.needsAll ? hardest(ranges) : easiest(ranges);
}
