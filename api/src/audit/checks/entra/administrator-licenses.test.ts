import type { JsonObject } from '../../facts/json-reader.ts';
import { account, globalAdministrators, refused, role } from '../../testing/snapshots.ts';
import { statusTable } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const product = (skuId: string, skuPartNumber: string, ...plans: string[]): JsonObject => ({
  skuId,
  skuPartNumber,
  servicePlans: plans.map((servicePlanName) => ({ servicePlanName })),
});
const subscribedSkus = [
  product('p2', 'AAD_PREMIUM_P2', 'AAD_PREMIUM_P2', 'EXCHANGE_S_FOUNDATION'),
  product('p1', 'AAD_PREMIUM'),
  product('basic', 'AAD_BASIC'),
  product('governance', 'Entra_ID_Governance', 'Entra_Identity_Governance'),
  product('suite', 'Microsoft_Entra_Suite', 'Entra_Internet_Access'),
  product('plain', 'RESOLD_IDENTITY', 'AAD_PREMIUM_P2', 'MFA_PREMIUM'),
  product('mixed', 'EMSPREMIUM', 'AAD_PREMIUM_P2', 'INTUNE_A'),
  product('e5', 'SPE_E5', 'EXCHANGE_S_ENTERPRISE'),
];
const licensed = (id: string, ...skuIds: string[]) =>
  account(id, { assignedLicenses: skuIds.map((skuId) => ({ skuId })) });
const tenant = (users: JsonObject[], more: JsonObject = {}): JsonObject => ({
  users,
  subscribedSkus,
  ...globalAdministrators(...users.map(({ id }) => account(`${id}`))),
  ...more,
});
const holding = (...skuIds: string[]) => tenant([licensed('ada', ...skuIds)]);

const viaGroup: JsonObject = {
  directoryRoles: [
    role('Global Administrator', account('ada'), {
      '@odata.type': '#microsoft.graph.group',
      id: 'g',
      displayName: 'Admins',
    }),
  ],
};

verdictTable('role.licenses', [
  {
    when: 'a group holds the role, and who is in it is not known',
    snapshot: { ...holding(), ...viaGroup },
    says: 'couldNotCheck',
    message: 'There may be more administrative accounts: the members of a group that holds the role could not be read.',
    evidence: [
      'users: 0 administrators with products beyond Microsoft Entra ID',
      'roles: the members of a group that holds the role could not be read',
    ],
  },

  {
    when: 'nobody has a license',
    snapshot: holding(),
    says: 'pass',
    message: 'Administrative accounts have no license for mail or Office.',
    evidence: ['users: 0 administrators with products beyond Microsoft Entra ID'],
  },
  {
    when: 'one of two has such a license',
    snapshot: tenant([licensed('ada', 'e5', 'p2'), licensed('bo', 'p2')]),
    says: 'fail',
    message: '1 administrative account has a license for mail or Office.',
    evidence: ['users: 1 administrator with products beyond Microsoft Entra ID: SPE_E5'],
    affected: ['user ada: ada'],
  },
  {
    when: 'both have such licenses',
    snapshot: tenant([licensed('ada', 'e5', 'mixed'), licensed('bo', 'E5')]),
    says: 'fail',
    message: '2 administrative accounts have a license for mail or Office.',
    evidence: ['users: 2 administrators with products beyond Microsoft Entra ID: SPE_E5, EMSPREMIUM'],
    affected: ['user ada: ada', 'user bo: bo'],
  },
  {
    when: 'the product of a license is not known',
    snapshot: holding('other'),
    says: 'couldNotCheck',
    message: 'The licenses of 1 administrative account are not known.',
    evidence: ['users: 0 administrators with products beyond Microsoft Entra ID'],
  },
  {
    when: 'nobody holds a role',
    snapshot: { users: [], subscribedSkus, directoryRoles: [] },
    says: 'couldNotCheck',
    message: 'Nobody was found who holds an administrative role.',
  },
]);

statusTable('role.licenses', [
  ['one of two products is not known, the other has mail', holding('e5', 'unheard'), 'fail'],
  [
    'neither name nor plans of a product are told',
    { ...holding('odd'), subscribedSkus: [{ skuId: 'odd', servicePlans: [] }] },
    'couldNotCheck',
  ],
  ['they have every product of Entra ID', holding('p1', 'basic', 'governance', 'suite'), 'pass'],

  [
    'another holder is an application',
    {
      ...holding(),
      ...globalAdministrators(account('ada'), { '@odata.type': '#microsoft.graph.servicePrincipal', id: 'app' }),
    },
    'pass',
  ],

  ['they have Microsoft Entra ID P2, in other case', holding('P2'), 'pass'],
  ['every plan of their product is of Entra ID', holding('plain'), 'pass'],
  ['one plan of their product is not of Entra ID', holding('mixed'), 'fail'],
  [
    'of one the product is not known, another has mail',
    tenant([licensed('ada', 'other'), licensed('bo', 'e5')]),
    'fail',
  ],
  [
    'nobody has a license, and products were not collected',
    tenant([licensed('ada')], { subscribedSkus: undefined }),
    'pass',
  ],
  [
    'somebody has a license, and products were refused',
    tenant([licensed('ada', 'p2')], { subscribedSkus: refused }),
    'notPermitted',
  ],
  ['their licenses are not told', tenant([account('ada')]), 'couldNotCheck'],
  [
    'the holder is an application',
    {
      users: [],
      subscribedSkus,
      ...globalAdministrators({ '@odata.type': '#microsoft.graph.servicePrincipal', id: 'app' }),
    },
    'couldNotCheck',
  ],
  [
    'a role of little power counts as well',
    { ...holding('e5'), directoryRoles: [role('Reports Reader', account('ada'))] },
    'fail',
  ],
  ['users were refused', { ...holding(), users: refused }, 'notPermitted'],
  ['roles were refused', { ...holding(), directoryRoles: refused }, 'notPermitted'],
  ['nothing was collected', {}, 'couldNotCheck'],
]);
