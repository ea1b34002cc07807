import type { Project } from './project.ts';
import { ofType, type Snapshot, type SnapshotResource } from './snapshot.ts';
import { at } from './template.ts';

/**
 * What holds data and can be closed to the Internet, with the services of each that the product asks.
 * The ids of a static scanner that look at the same: checkov CKV_AZURE_35 and CKV_AZURE_59 (storage), CKV_AZURE_101 (Cosmos DB),
 * CKV_AZURE_109 and CKV_AZURE_189 (Key Vault).
 */
const CLOSABLE: Record<string, { groups: readonly string[]; hasDefaultAction: boolean }> = {
  'Microsoft.Storage/storageAccounts': { groups: ['blob', 'queue', 'table'], hasDefaultAction: true },
  'Microsoft.DocumentDB/databaseAccounts': { groups: ['Sql'], hasDefaultAction: false },
  'Microsoft.KeyVault/vaults': { groups: ['vault'], hasDefaultAction: true },
};

/** How the private name of a service begins: https://learn.microsoft.com/azure/private-link/private-endpoint-dns */
const ZONES: Record<string, string> = {
  blob: 'privatelink.blob.',
  queue: 'privatelink.queue.',
  table: 'privatelink.table.',
  Sql: 'privatelink.documents.',
  vault: 'privatelink.vaultcore.',
};

/** Both modes in full: `private` closes everything and leads there by endpoints; `public` makes nothing of a network. */
export function checkNetwork(project: Project, snapshots: readonly Snapshot[]): void {
  for (const snapshot of snapshots) {
    const networks = ofType(snapshot, 'Microsoft.Network/virtualNetworks');
    const isPrivate = networks.length > 0;
    if (snapshot.name === 'most' && !isPrivate)
      project.faultAt('Microsoft.Network/virtualNetworks', '', 'with network "private" there is a virtual network');
    if (!isPrivate) checkPublic(project, snapshot);
    for (const [type, { groups, hasDefaultAction }] of Object.entries(CLOSABLE))
      for (const account of ofType(snapshot, type)) {
        checkDoor(project, account, { isPrivate, hasDefaultAction });
        if (isPrivate) for (const group of groups) checkEndpoint(project, snapshot, account, group);
      }
    for (const app of isPrivate ? ofType(snapshot, 'Microsoft.Web/sites') : []) checkApp(project, networks, app);
    for (const gateway of ofType(snapshot, 'Microsoft.Network/natGateways'))
      if (at(first(at(gateway, 'properties.publicIpAddresses')), 'id') === undefined)
        project.faultAt(
          gateway.type,
          'properties',
          'the NAT gateway has a public address: without it nothing gets out',
        );
  }
}

function checkPublic(project: Project, { resources, name }: Snapshot): void {
  const [left] = resources.filter(({ type }) => type.startsWith('Microsoft.Network/'));
  if (left !== undefined)
    project.faultAt(left.type, '', `without a virtual network nobody needs a ${left.type} (${name})`);
}

function checkDoor(
  project: Project,
  account: SnapshotResource,
  { isPrivate, hasDefaultAction }: { isPrivate: boolean; hasDefaultAction: boolean },
): void {
  const wanted = isPrivate ? ['Disabled', 'Deny'] : ['Enabled', 'Allow'];
  const paths = [
    'properties.publicNetworkAccess',
    ...(hasDefaultAction ? ['properties.networkAcls.defaultAction'] : []),
  ];
  for (const [index, path] of paths.entries())
    if (at(account, path) !== wanted[index])
      project.faultAt(
        account.type,
        path.split('.').at(-1) ?? '',
        `with network "${isPrivate ? 'private' : 'public'}" ${path} of ${account.type} is '${wanted[index]}'`,
      );
}

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined);

function checkEndpoint(project: Project, snapshot: Snapshot, account: SnapshotResource, group: string): void {
  const wrong = wrongWithEndpoint(snapshot, account, group);
  if (wrong !== undefined)
    project.faultAt('Microsoft.Network/privateEndpoints', '', `${group} of ${account.type} ${wrong}`);
}

/** There is an endpoint for the service, its name in the zone of the service, and the zone known to the network. */
function wrongWithEndpoint(snapshot: Snapshot, account: SnapshotResource, group: string): string | undefined {
  const endpoint = ofType(snapshot, 'Microsoft.Network/privateEndpoints').find((one) => {
    const connection = first(at(one, 'properties.privateLinkServiceConnections'));
    return (
      at(connection, 'properties.privateLinkServiceId') === account.id &&
      first(at(connection, 'properties.groupIds')) === group
    );
  });
  if (endpoint === undefined) return 'has no private endpoint: with "private" nothing reaches it';
  const subnetId = at(endpoint, 'properties.subnet.id');
  const subnet = ofType(snapshot, 'Microsoft.Network/virtualNetworks')
    .flatMap(subnetsOf)
    .find(({ id }) => id === subnetId);
  if (at(subnet?.value, 'properties.delegations') !== undefined)
    return 'has its endpoint in a subnet that is delegated, which takes none';
  const named = ofType(snapshot, 'Microsoft.Network/privateEndpoints/privateDnsZoneGroups').find(({ id }) =>
    id.startsWith(`${endpoint.id}/`),
  );
  const zoneId = at(first(at(named, 'properties.privateDnsZoneConfigs')), 'properties.privateDnsZoneId');
  const zone = ofType(snapshot, 'Microsoft.Network/privateDnsZones').find(({ id }) => id === zoneId);
  // The end of a name of storage is the cloud's, which the compiler leaves open.
  const name = zone?.name.replace(/^\[format\('/, '') ?? 'no zone';
  const begins = ZONES[group] ?? '';
  if (zone === undefined || !name.startsWith(begins)) return `is named in ${name}; its zone begins with ${begins}`;
  const [network] = ofType(snapshot, 'Microsoft.Network/virtualNetworks');
  const isLinked = ofType(snapshot, 'Microsoft.Network/privateDnsZones/virtualNetworkLinks').some(
    (link) => isWithin(link, zone) && at(link, 'properties.virtualNetwork.id') === network?.id,
  );
  return isLinked ? undefined : 'has a zone that the network does not know';
}

/** Whether a resource is a child of the other, whose name may be an expression that stays one. */
const isWithin = (child: SnapshotResource, { id, name }: SnapshotResource): boolean =>
  child.id.startsWith(`${id}/`) || (name.startsWith('[') && child.id.includes(name.slice(1, -1)));

/** The app is in a subnet that Flex Consumption takes, and has a way out to Microsoft. */
function checkApp(project: Project, networks: readonly SnapshotResource[], app: SnapshotResource): void {
  const id = at(app, 'properties.virtualNetworkSubnetId');
  const subnet = networks.flatMap((network) => subnetsOf(network)).find((one) => one.id === id);
  const delegated = at(first(at(subnet?.value, 'properties.delegations')), 'properties.serviceName');
  if (delegated !== 'Microsoft.App/environments')
    project.faultAt(
      app.type,
      'virtualNetworkSubnetId',
      'the app is in a subnet that is delegated to Microsoft.App/environments',
    );
  if (typeof at(subnet?.value, 'properties.natGateway.id') !== 'string')
    project.faultAt(
      app.type,
      'virtualNetworkSubnetId',
      'the subnet of the app has a NAT gateway: without it nothing reaches Microsoft Graph',
    );
}

/** The subnets of a network with their ids: they are no resources of their own in a snapshot. */
export function subnetsOf(network: SnapshotResource): { id: string; value: unknown }[] {
  const subnets = at(network, 'properties.subnets');
  return (Array.isArray(subnets) ? subnets : []).map((value: unknown) => ({
    id: `${network.id}/subnets/${String(at(value, 'name'))}`,
    value,
  }));
}
