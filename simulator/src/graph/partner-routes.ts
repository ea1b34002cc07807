import type { Contract, DelegatedAdminCustomer } from '@microsoft/microsoft-graph-types';
import { guidOf, keyOfText } from '../counter-hash.ts';
import type { PartnerCustomer } from '../directory/tenant-directory.ts';
import { answerList, answerObject } from './collection-answer.ts';
import { notFound } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';

const contractSalt = 141;

function delegated(call: GraphCall): DelegatedAdminCustomer[] {
  return call.directory.customers
    .filter((customer) => customer.delegatedAdmin)
    .map(({ tenantId, displayName }) => ({ id: tenantId, tenantId, displayName }));
}

function contract(call: GraphCall, customer: PartnerCustomer): Contract {
  return {
    id: guidOf(call.directory.key, keyOfText(customer.tenantId), contractSalt),
    deletedDateTime: null,
    contractType: 'ResellerPartnerContract',
    customerId: customer.tenantId,
    defaultDomainName: customer.domain,
    displayName: customer.displayName,
  };
}

/** What Partner Center knows of a partner's customers. A tenant that is no partner has none. */
export const partnerRoutes: GraphRoute[] = [
  {
    path: '/tenantRelationships/delegatedAdminCustomers',
    answer: (call) => answerList(call, 'tenantRelationships/delegatedAdminCustomers', delegated(call)),
  },
  {
    path: '/tenantRelationships/delegatedAdminCustomers/{id}',
    answer: (call) => {
      const found = delegated(call).find(({ tenantId }) => tenantId === call.ids.id);
      if (!found) throw notFound(`Resource '${call.ids.id}' does not exist.`);
      return answerObject(call, 'tenantRelationships/delegatedAdminCustomers/$entity', found);
    },
  },
  {
    path: '/contracts',
    answer: (call) =>
      answerList(
        call,
        'contracts',
        call.directory.customers.map((customer) => contract(call, customer)),
      ),
  },
];
