/** Roles that Azure has, as documented. `refused` says why the product's identity may not have one. */
export interface BuiltInRole {
  id: string;
  name: string;
  refused?: string;
}

const ALL = 'it may change everything';
const CONTROL = 'it changes resources, which the product never does; a role for the data is enough';
const KEYS = 'it reads keys, and no key may be in use';

/**
 * Azure roles that come near to this product.
 * Source: https://learn.microsoft.com/azure/role-based-access-control/built-in-roles (as of 2026-04-09); those of Key
 * Vault, Monitor and databases held against Azure/bicep-registry-modules (avm/res) too.
 */
export const azureRoles: readonly BuiltInRole[] = [
  { id: '8e3af657-a8ff-443c-a75c-2fe8c4bcb635', name: 'Owner', refused: ALL },
  { id: 'b24988ac-6180-42a0-ab88-20f7382dd24c', name: 'Contributor', refused: ALL },
  { id: '18d7d88d-d35e-4fb5-a5c3-7773c20a72d9', name: 'User Access Administrator', refused: ALL },
  { id: 'f58310d9-a9f6-439a-9e8d-f62e7b41a168', name: 'Role Based Access Control Administrator', refused: ALL },
  { id: 'acdd72a7-3385-48ef-bd42-f606fba81ae7', name: 'Reader' },
  { id: 'c12c1c16-33a1-487b-954d-41c89c60f349', name: 'Reader and Data Access', refused: KEYS },
  { id: '17d1049b-9a84-46fb-8f53-869881c3d3ab', name: 'Storage Account Contributor', refused: CONTROL },
  { id: 'e5e2a7ff-d759-4cd2-bb51-3152d37e2eb1', name: 'Storage Account Backup Contributor', refused: CONTROL },
  { id: '81a9662b-bebf-436f-a333-f67b29880f12', name: 'Storage Account Key Operator Service Role', refused: KEYS },
  { id: 'b7e6dc6d-f1e8-4753-8033-0f276bb0955b', name: 'Storage Blob Data Owner' },
  { id: 'ba92f5b4-2d11-453d-a403-e96b0029c9fe', name: 'Storage Blob Data Contributor' },
  { id: '2a2b9908-6ea1-4ae2-8e65-a410df84e7d1', name: 'Storage Blob Data Reader' },
  { id: 'db58b8e5-c6ad-4a2a-8342-4190687cbf4a', name: 'Storage Blob Delegator' },
  { id: '974c5e8b-45b9-4653-ba55-5f855dd0fb88', name: 'Storage Queue Data Contributor' },
  { id: '8a0f0c08-91a1-4084-bc3d-661d67233fed', name: 'Storage Queue Data Message Processor' },
  { id: 'c6a89b2d-59bc-44d0-9896-0f6e12d7b80a', name: 'Storage Queue Data Message Sender' },
  { id: '19e7f393-937e-4f77-808e-94535e297925', name: 'Storage Queue Data Reader' },
  { id: '0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3', name: 'Storage Table Data Contributor' },
  { id: '76199698-9eea-4c19-bc75-cec21354c6b6', name: 'Storage Table Data Reader' },
  { id: '00482a5a-887f-4fb3-b363-3b7fe8e74483', name: 'Key Vault Administrator', refused: ALL },
  { id: 'f25e0fa2-a7c8-4377-a976-54943a77a395', name: 'Key Vault Contributor', refused: CONTROL },
  { id: '21090545-7ca7-4776-b22c-e363652d74d2', name: 'Key Vault Reader' },
  { id: 'b86a8fe4-44ce-4948-aee5-eccb2c155cd7', name: 'Key Vault Secrets Officer' },
  { id: '4633458b-17de-408a-b874-0445c86b69e6', name: 'Key Vault Secrets User' },
  { id: '14b46e9e-c2b7-41b4-b07b-48a6ebf60603', name: 'Key Vault Crypto Officer' },
  { id: '12338af0-0e69-4776-bea7-57ae8d297424', name: 'Key Vault Crypto User' },
  { id: 'a4417e6f-fecd-4de8-b567-7b0420556985', name: 'Key Vault Certificates Officer' },
  { id: '749f88d5-cbae-40b8-bcfc-e573ddc772fa', name: 'Monitoring Contributor', refused: CONTROL },
  { id: '43d0d8ad-25c7-4714-9337-8ba259a9fe05', name: 'Monitoring Reader' },
  { id: '3913510d-42f4-4e42-8a64-420c390055eb', name: 'Monitoring Metrics Publisher' },
  { id: '92aaf0da-9dab-42b6-94a3-d43ce8d16293', name: 'Log Analytics Contributor', refused: CONTROL },
  { id: '73c42c96-874c-492b-b04d-ab87d138a893', name: 'Log Analytics Reader' },
  { id: 'ae349356-3a1b-4a5e-921d-050484c6347e', name: 'Application Insights Component Contributor', refused: CONTROL },
  { id: '5bd9cd88-fe45-4216-938b-f97437e15450', name: 'DocumentDB Account Contributor', refused: CONTROL },
  { id: '230815da-be43-4aae-9cb4-875f7bd000aa', name: 'Cosmos DB Operator', refused: CONTROL },
  { id: 'fbdf93bf-df7d-467e-a4d2-9458aa1360c8', name: 'Cosmos DB Account Reader Role', refused: KEYS },
  { id: 'de139f84-1756-47ae-9be6-808fbbe84772', name: 'Website Contributor', refused: CONTROL },
  { id: '2cc479cb-7b4d-49a8-b449-8c00fd0f0a4b', name: 'Web Plan Contributor', refused: CONTROL },
];

/**
 * Roles for the data of a Cosmos DB account, which are not Azure roles.
 * Source: https://learn.microsoft.com/azure/cosmos-db/how-to-setup-rbac
 */
export const cosmosRoles: readonly BuiltInRole[] = [
  { id: '00000000-0000-0000-0000-000000000001', name: 'Cosmos DB Built-in Data Reader' },
  { id: '00000000-0000-0000-0000-000000000002', name: 'Cosmos DB Built-in Data Contributor' },
];
