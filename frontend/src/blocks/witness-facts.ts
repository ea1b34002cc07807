import type { Witness } from '@tenantry/contract/witness';
import type { Fact } from '../ui/facts.tsx';

const clients = {
  browser: 'Browser',
  mobileAppsAndDesktopClients: 'Mobile apps and desktop clients',
  exchangeActiveSync: 'Exchange ActiveSync',
  other: 'Other clients, with legacy authentication',
} as const;
const platforms = {
  windows: 'Windows',
  macOS: 'macOS',
  iOS: 'iOS',
  android: 'Android',
  linux: 'Linux',
  windowsPhone: 'Windows Phone',
  unknown: 'A platform that Microsoft does not know',
} as const;
const guests = {
  internalGuest: 'internal guest',
  b2bCollaborationGuest: 'B2B collaboration guest',
  b2bCollaborationMember: 'B2B collaboration member',
  b2bDirectConnectUser: 'B2B direct connect user',
  otherExternalUser: 'other external user',
  serviceProvider: 'service provider user',
} as const;
const trusts = {
  joined: 'joined to Microsoft Entra',
  hybridJoined: 'hybrid-joined',
  registered: 'registered with Microsoft Entra',
} as const;
const flows = {
  none: null,
  deviceCodeFlow: 'Device code flow',
  authenticationTransfer: 'Authentication transfer',
} as const;
const risks = { none: 'None', low: 'Low', medium: 'Medium', high: 'High', hidden: null } as const;
const insiderRisks = { none: null, minor: 'Minor', moderate: 'Moderate', elevated: 'Elevated' } as const;

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

function userText({ user }: Witness): string {
  // The name of an account stays as it is.
  const name = user.name.startsWith('any ') ? capital(user.name) : user.name;
  if (user.isUsual) return `${name}, like any other member`;
  const { guest, guestTenant: home, roles, groups } = user;
  const from = home === null ? '' : ` of the directory ${home}`;
  const about =
    user.id === null
      ? [from.trim()]
      : [
          guest === null ? '' : `${guests[guest]}${from}`,
          ...roles.map((role) => `role ${role.name}`),
          ...groups.map((group) => `group ${group.name}`),
        ];
  const told = about.filter((text) => text !== '');
  return told.length === 0 ? name : `${name} (${told.join(', ')})`;
}

function deviceText({ device }: Witness): string {
  const { trust, isCompliant, attributes } = device;
  const parts = [
    trust === null ? 'not registered' : trusts[trust],
    ...(isCompliant === null ? [] : [isCompliant ? 'compliant' : 'not compliant']),
    ...Object.entries(attributes).map(([name, value]) => `${name} “${value}”`),
  ];
  return capital(parts.join(', '));
}

function placeText({ place }: Witness): string | null {
  const { address, country, locations } = place;
  const parts = [address, country === null ? null : `country ${country}`, ...locations.map(({ name }) => name)];
  const told = parts.filter((part) => part !== null);
  return told.length === 0 ? null : told.join(', ');
}

/** What is not known of it, or keeps anybody from making it. */
const openText = ({ open = [] }: Witness): string | null => (open.length === 0 ? null : `${capital(open.join('; '))}.`);

/** A sign-in, thing by thing; null where it has nothing to tell. */
export const witnessFacts = (witness: Witness): Fact[] => [
  ['User', userText(witness)],
  [witness.target.kind === 'application' ? 'Application' : 'User action', witness.target.name],
  ['Client', clients[witness.client]],
  ['Platform', platforms[witness.platform]],
  ['From', placeText(witness)],
  ['Device', deviceText(witness)],
  ['Sign-in risk', risks[witness.signInRisk]],
  ['User risk', risks[witness.userRisk]],
  ['Insider risk', insiderRisks[witness.insiderRisk]],
  ['Flow', flows[witness.flow]],
  ['Not certain', openText(witness)],
];
