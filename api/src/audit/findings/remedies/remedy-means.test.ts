import { expect, test } from 'vitest';
import { remedies } from './remedies.ts';
import { remedyMeans } from './remedy-means.ts';
import { remedyPlans } from './scripts/remedy-plans.ts';

const ids = remedies.map(({ id }) => id);
const without = ids.filter((id) => remedyPlans[id] === undefined);

test('every remedy is classified, once, and nothing else is', () => {
  expect(Object.keys(remedyMeans).toSorted()).toEqual(ids.toSorted());
});

test('every remedy names where a person does it', () => {
  expect(ids.filter((id) => (remedyMeans[id]?.portal ?? '').length < 8)).toEqual([]);
});

test('what has a script is set by Microsoft Graph, and no plan is of another remedy', () => {
  expect(Object.keys(remedyPlans).filter((id) => remedyMeans[id]?.by !== 'graph')).toEqual([]);
});

test('what Graph could set and has no script says why, and so does what a person does', () => {
  const graph = without.filter((id) => remedyMeans[id]?.by === 'graph');
  expect(graph.filter((id) => !/^Settable by Graph v1\.0 .*no script/.test(remedyMeans[id]?.left ?? ''))).toEqual([]);
  expect(ids.filter((id) => remedyMeans[id]?.by === 'person' && remedyMeans[id].left === null)).toEqual([]);
});

test('what has a script does not say that it has none', () => {
  expect(Object.keys(remedyPlans).filter((id) => remedyMeans[id]?.left?.includes('no script'))).toEqual([]);
});
