import { randomUUID } from 'node:crypto';
import type { FederatedIdentityCredential } from '@microsoft/microsoft-graph-types';
import type { RegisteredApplication } from '../directory/registrations.ts';
import { asRecord, requestError } from './application-body.ts';
import { answerList, answerObject } from './collection-answer.ts';
import { type GraphAnswer, GraphError } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';
import { checkMayRegister, created, missing, named } from './registration-routes.ts';

const context = (call: GraphCall) => `applications('${call.ids.id}')/federatedIdentityCredentials`;
/** Most of them for one application (learn.microsoft.com/entra/workload-id, "workload-identity-federation-considerations"). */
const most = 20;

function applicationOf(call: GraphCall): RegisteredApplication {
  return named(call, call.directory.registrations.applications, 'id');
}

/** The credential of the application with this id or name. */
function credentialOf(call: GraphCall): FederatedIdentityCredential {
  const wanted = call.ids.credential;
  const found = applicationOf(call).federatedCredentials.find(({ id, name }) => id === wanted || name === wanted);
  if (!found) throw missing(wanted);
  return found;
}

function parse(body: unknown): Omit<FederatedIdentityCredential, 'id'> {
  const sent = asRecord(body, 'body');
  const text = (name: string): string => {
    const value = sent[name];
    if (typeof value !== 'string' || value === '')
      throw requestError(`A value is required for property '${name}' of resource 'FederatedIdentityCredential'.`);
    return value;
  };
  const { audiences, description = null } = sent;
  if (!Array.isArray(audiences) || audiences.length !== 1 || typeof audiences[0] !== 'string')
    throw requestError("Invalid value specified for property 'audiences' of resource 'FederatedIdentityCredential'.");
  if (description !== null && typeof description !== 'string')
    throw requestError("Invalid value specified for property 'description' of resource 'FederatedIdentityCredential'.");
  return { name: text('name'), issuer: text('issuer'), subject: text('subject'), audiences, description };
}

function add(call: GraphCall): GraphAnswer {
  checkMayRegister(call);
  const { federatedCredentials } = applicationOf(call);
  const sent = parse(call.body);
  const isSame = (one: FederatedIdentityCredential) =>
    one.name === sent.name || (one.issuer === sent.issuer && one.subject === sent.subject);
  if (federatedCredentials.some(isSame))
    throw new GraphError(
      409,
      'Request_MultipleObjectsWithSameKeyValue',
      'FederatedIdentityCredential with name or with the same issuer and subject already exists on this application.',
    );
  if (federatedCredentials.length >= most)
    throw requestError(
      `The application has ${most} federated identity credentials already, the most that it can have.`,
    );
  const credential = { id: randomUUID(), ...sent };
  federatedCredentials.push(credential);
  return created(call, context(call), credential);
}

function remove(call: GraphCall): GraphAnswer {
  checkMayRegister(call);
  const { id } = credentialOf(call);
  const application = applicationOf(call);
  application.federatedCredentials = application.federatedCredentials.filter((one) => one.id !== id);
  return { status: 204 };
}

const list = '/applications/{id}/federatedIdentityCredentials';

/** Whose identity tokens sign an application in (learn.microsoft.com/graph, "federatedidentitycredential"). */
export const federatedCredentialRoutes: readonly GraphRoute[] = [
  { path: list, answer: (call) => answerList(call, context(call), applicationOf(call).federatedCredentials) },
  { path: list, method: 'POST', answer: add },
  {
    path: `${list}/{credential}`,
    answer: (call) => answerObject(call, `${context(call)}/$entity`, credentialOf(call)),
  },
  { path: `${list}/{credential}`, method: 'DELETE', answer: remove },
];
