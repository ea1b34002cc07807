import { itemName } from '../../audit/checks/conditional-access/item-names.ts';
import type { Facts } from '../../audit/facts/facts.ts';
import { wellKnownApplications } from './well-known-applications.ts';

const own: Readonly<Record<string, string>> = {
  'action:urn:user:registersecurityinfo': 'registering security information',
  'action:urn:user:registerdevice': 'registering or joining a device',
  'flow:devicecodeflow': 'device code flow',
  'flow:authenticationtransfer': 'authentication transfer',
  'clientstate:approved': 'from an approved app',
  'clientstate:protected': 'from an app with a protection policy',
};
const applicationNames = new Map(wellKnownApplications.map(({ id, name }) => [`app:${id.toLowerCase()}`, name]));

/** What a person calls a condition of a sign-in. */
export const signInWords = (item: string, facts: Facts): string =>
  own[item] ?? applicationNames.get(item) ?? itemName(item, facts);
