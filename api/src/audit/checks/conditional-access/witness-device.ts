import { visibleText } from '@tenantry/contract/text';
import type { Witness } from '@tenantry/contract/witness';
import type { FullSignIn } from './nearest-sign-in.ts';
import type { SignInSpace } from './sign-in-space.ts';

export type DeviceOfSignIn = { device: Witness['device']; open: string[] };

const trusts = { azuread: 'joined', serverad: 'hybridJoined', workplace: 'registered' } as const;
/** A value that filters do not name. */
const otherValue = 'another';

/** The device of a sign-in, by the attributes that filters ask about; what no attributes can say is named. */
export function deviceOf({ terms }: SignInSpace, signIn: FullSignIn): DeviceOfSignIn {
  const attributes: Record<string, string> = {};
  let trust: Witness['device']['trust'] = null;
  let isCompliant: boolean | null = null;
  for (const { name } of terms.allDimensions.filter((dimension) => dimension.name.startsWith('device.'))) {
    const attribute = name.slice('device.'.length);
    const value = signIn.valueOf(name) ?? 'null';
    if (value === 'null') continue;
    const text = value === 'other' ? otherValue : value.slice('value '.length);
    if (attribute === 'trusttype') trust = trusts[text as keyof typeof trusts] ?? null;
    else if (attribute === 'iscompliant') isCompliant = text === 'true';
    else attributes[attribute] = text;
  }
  const open: string[] = [];
  for (const [literal, label] of terms.labels) {
    if (!signIn.holds(literal)) continue;
    if (label.startsWith('device:')) open.push('a filter for devices could not be read');
    if (label.startsWith('devicestate:')) open.push('a device state that the call does not have');
    if (!label.startsWith('devicetest:')) continue;
    const [attribute = '', , part = ''] = JSON.parse(label.slice('devicetest:'.length)) as string[];
    // A value that a filter names has the text in it as its letters say; of any other value that was assumed.
    if (attributes[attribute]?.includes(part) !== true)
      open.push(`its ${attribute} holds a text that a filter asks for`);
  }
  // What is shown of such a value is another one: with it the filter would say something else.
  for (const [name, value] of Object.entries(attributes))
    if (visibleText(value) !== value) open.push(`its ${visibleText(name)} has characters that cannot be shown`);
  const shown = Object.entries(attributes).map((pair) => pair.map(visibleText));
  return { device: { trust, isCompliant, attributes: Object.fromEntries(shown) }, open: [...new Set(open)] };
}
