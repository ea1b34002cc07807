import { randomUUID } from 'node:crypto';
import type { AccessReviewScheduleDefinition } from '@microsoft/microsoft-graph-types';
import { asRecord, requestError } from './application-body.ts';
import { type ChangeRight, checkMayChange } from './change-rights.ts';
import { answerObject } from './collection-answer.ts';
import type { GraphAnswer } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';
import { created, missing } from './registration-routes.ts';
import { accessReviewsOf } from './role-routes.ts';

const path = '/identityGovernance/accessReviews/definitions';
/** Roles are reviewed by Privileged Role Administrators (learn.microsoft.com/graph/api/accessreviewset-post-definitions). */
const right: ChangeRight = {
  scopes: ['AccessReview.ReadWrite.All'],
  roles: ['User Administrator', 'Privileged Role Administrator'],
};
const required = ['displayName', 'scope', 'reviewers', 'settings'];
const settable = [
  ...required,
  'descriptionForAdmins',
  'descriptionForReviewers',
  'instanceEnumerationScope',
  'fallbackReviewers',
  'stageSettings',
];

function reviewNamed(call: GraphCall): AccessReviewScheduleDefinition {
  const found = accessReviewsOf(call).find(({ id }) => id === call.ids.id);
  if (!found) throw missing(call.ids.id);
  return found;
}

/** A review that has begun once its first day is there. */
function createReview(call: GraphCall): GraphAnswer {
  checkMayChange(call, right);
  // Throws without a license.
  accessReviewsOf(call);
  const body = asRecord(call.body, 'body');
  const strange = Object.keys(body).find((name) => !settable.includes(name));
  if (strange !== undefined) throw requestError(`Invalid property '${strange}'.`);
  const absent = required.find((name) => body[name] === undefined);
  if (absent !== undefined) throw requestError(`A value is required for property '${absent}'.`);
  const { recurrence } = asRecord(body.settings, 'settings');
  const { startDate } = asRecord(asRecord(recurrence, 'recurrence').range, 'range');
  if (typeof startDate !== 'string' || Number.isNaN(Date.parse(startDate)))
    throw requestError("Invalid value specified for property 'startDate'.");
  const status = Date.parse(startDate) <= call.now.getTime() ? 'InProgress' : 'NotStarted';
  const review: AccessReviewScheduleDefinition = { ...body, id: randomUUID(), status };
  call.directory.madeReviews.push(review);
  return created(call, path.slice(1), review);
}

function deleteReview(call: GraphCall): GraphAnswer {
  checkMayChange(call, right);
  const { id } = reviewNamed(call);
  call.directory.madeReviews = call.directory.madeReviews.filter((review) => review.id !== id);
  return { status: 204 };
}

/** Access reviews that an administrator makes and deletes. */
export const accessReviewChangeRoutes: readonly GraphRoute[] = [
  { path: `${path}/{id}`, answer: (call) => answerObject(call, `${path.slice(1)}/$entity`, reviewNamed(call)) },
  { path, method: 'POST', answer: createReview },
  { path: `${path}/{id}`, method: 'DELETE', answer: deleteReview },
];
