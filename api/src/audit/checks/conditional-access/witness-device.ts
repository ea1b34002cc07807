import { groupBy } from '@tenantry/contract/group-by';
import { visibleText } from '@tenantry/contract/text';
import type { Witness } from '@tenantry/contract/witness';
import type { DeviceTest } from './device-filter.ts';
import { isOfText, textTestOf } from './device-terms.ts';
import type { FullSignIn } from './nearest-sign-in.ts';
import type { SignInSpace } from './sign-in-space.ts';

export type DeviceOfSignIn = { device: Witness['device']; open: string[] };

const trusts = { azuread: 'joined', serverad: 'hybridJoined', workplace: 'registered' } as const;
/** Values that filters hardly name, of different letters: of a text that a filter asks for one of them has nothing. */
const otherValues = ['another', 'unlisted', 'example', 'plc', 'x', 'zzzz', '0000', '7777', '~'];

type Asked = { attribute: string; test: DeviceTest; part: string; isTrue: boolean };

/** What the filters ask of texts, and what of it is true of the sign-in. */
const askedOf = ({ terms }: SignInSpace, signIn: FullSignIn): Asked[] =>
  [...terms.labels].flatMap(([literal, label]) => {
    const [attribute, test, part] = textTestOf(label) ?? [];
    return attribute === undefined || test === undefined || part === undefined
      ? []
      : [{ attribute, test, part, isTrue: signIn.holds(literal) }];
  });

/** A value that no filter names and of which all is true that the sign-in needs; undefined where none was found. */
function otherValue(asked: readonly Asked[], isNamed: (value: string) => boolean): string | undefined {
  const partsOf = (kind: DeviceTest): string[] =>
    asked.filter(({ test, isTrue }) => isTrue && test === kind).map(({ part }) => part);
  const longest = (parts: readonly string[]): string => parts.toSorted((a, b) => b.length - a.length)[0] ?? '';
  const [start, end] = [longest(partsOf('startsWith')), longest(partsOf('endsWith'))];
  const made = otherValues.map((other) => [start, ...partsOf('contains'), other, end].join(''));
  return [...otherValues, ...made].find(
    (value) => !isNamed(value) && asked.every(({ test, part, isTrue }) => isOfText(test, value, part) === isTrue),
  );
}

/** The device of a sign-in, by the attributes that filters ask about; what no attributes can say is named. */
export function deviceOf(space: SignInSpace, signIn: FullSignIn): DeviceOfSignIn {
  const { terms } = space;
  const tests = groupBy(askedOf(space, signIn), ({ attribute }) => attribute);
  const open: string[] = [];
  const attributes: Record<string, string> = {};
  let trust: Witness['device']['trust'] = null;
  let isCompliant: boolean | null = null;
  for (const { name, values } of terms.allDimensions.filter((dimension) => dimension.name.startsWith('device.'))) {
    const attribute = name.slice('device.'.length);
    const value = signIn.valueOf(name) ?? 'null';
    if (value === 'null') continue;
    const isNamed = (other: string): boolean => values.has(`value ${other}`);
    const text = value === 'other' ? otherValue(tests.get(attribute) ?? [], isNamed) : value.slice('value '.length);
    if (text === undefined) {
      open.push(`which value of its ${attribute} has just the texts that filters ask for is not known`);
      continue;
    }
    if (attribute === 'trusttype') trust = trusts[text as keyof typeof trusts] ?? null;
    else if (attribute === 'iscompliant') isCompliant = text === 'true';
    else attributes[attribute] = text;
  }
  for (const [literal, label] of terms.labels) {
    if (!signIn.holds(literal)) continue;
    if (label.startsWith('device:')) open.push('a filter for devices could not be read');
    if (label.startsWith('devicestate:')) open.push('a device state that the call does not have');
  }
  // Lists of texts, which the call does not have.
  for (const [attribute, list] of tests)
    if (!terms.allDimensions.some(({ name }) => name === `device.${attribute}`) && list.some(({ isTrue }) => isTrue))
      open.push(`its ${attribute} holds a text that a filter asks for`);
  // What is shown of such a value is another one: with it the filter would say something else.
  for (const [name, value] of Object.entries(attributes))
    if (visibleText(value) !== value) open.push(`its ${visibleText(name)} has characters that cannot be shown`);
  const shown = Object.entries(attributes).map((pair) => pair.map(visibleText));
  return { device: { trust, isCompliant, attributes: Object.fromEntries(shown) }, open: [...new Set(open)] };
}
