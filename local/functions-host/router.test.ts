import { expect, test } from 'vitest';
import type { RegisteredFunction } from './core-types.ts';
import { buildRoutes, findRoute } from './router.ts';

function http(name: string, route: string, methods = ['GET']): RegisteredFunction {
  const trigger = { type: 'httpTrigger', authLevel: 'anonymous', methods, route };
  return { metadata: { name, bindings: { request: trigger } }, callback: () => undefined };
}

const routes = buildRoutes(
  [
    http('task', 'api/tasks/{id}'),
    http('summary', 'api/tasks/summary'),
    http('deleteAny', 'api/tasks/{id}', ['DELETE']),
    http('pages', 'pages'),
    http('page', 'pages/{name}'),
  ],
  '',
);
const find = (method: string, path: string) => {
  const match = findRoute(routes, method, path);
  return match && [match.route.fn.metadata.name, match.params];
};

test('literals win over parameters', () => {
  expect(find('GET', '/api/tasks/summary')).toEqual(['summary', {}]);
  expect(find('GET', '/api/tasks/abc')).toEqual(['task', { id: 'abc' }]);
  expect(find('GET', '/api/tasks/abc/more')).toBeUndefined();
});

test.each(['api/{*rest}', 'api/tasks/{number:int}', 'pages/{name?}', 'pages/page-{name}'])(
  '%s, which the contract has nothing like, is refused',
  (route) => {
    expect(() => buildRoutes([http('odd', route)], '')).toThrow('is not supported');
  },
);

test('a better route that lacks the method gives way to one that has it', () => {
  expect(find('DELETE', '/api/tasks/summary')).toEqual(['deleteAny', { id: 'summary' }]);
});

test('text matches without regard to case, parameters keep theirs', () => {
  expect(find('get', '/API/Tasks/AbC')).toEqual(['task', { id: 'AbC' }]);
});

test('one slash at the end does not count, two do', () => {
  expect(find('GET', '/pages/')).toEqual(['pages', {}]);
  expect(find('GET', '/pages/a/')).toEqual(['page', { name: 'a' }]);
  expect(find('GET', '/pages/a//')).toBeUndefined();
});

test('parameters are decoded, but an encoded slash stays encoded', () => {
  expect(find('GET', '/api/tasks/a%2Fb%20c')).toEqual(['task', { id: 'a%2Fb c' }]);
});

test('bytes that are no UTF-8 become U+FFFD', () => {
  expect(find('GET', '/api/tasks/%ed%a0%80')?.[1]).toEqual({ id: expect.stringMatching(/^\ufffd+$/) });
  expect(find('GET', '/api/tasks/%C3%A9%ff')).toEqual(['task', { id: 'é\ufffd' }]);
});

test('a path that is not valid percent-encoding is an error of the caller', () => {
  expect(() => find('GET', '/api/tasks/%zz')).toThrow(URIError);
});

test('without a route that takes path and method there is no match', () => {
  expect(find('POST', '/api/tasks/1')).toBeUndefined();
  expect(find('GET', '/other')).toBeUndefined();
});
