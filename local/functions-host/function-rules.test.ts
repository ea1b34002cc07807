import { expect, test } from 'vitest';
import type { RegisteredFunction } from './core-types.ts';
import { findRefusals } from './function-rules.ts';

function http(name: string, route?: string, methods = ['GET']): RegisteredFunction {
  const trigger = { type: 'httpTrigger', direction: 'in' as const, authLevel: 'anonymous', methods, route };
  return { metadata: { name, bindings: { request: trigger } }, callback: () => undefined };
}

test('routes and names that Azure accepts are accepted', () => {
  const functions = [
    http('getTask', 'api/tasks/{id}'),
    http('putTask', 'api/tasks/{taskId}', ['PUT']),
    http('listTasks', 'api/tasks/all'),
    http('adminUsers', 'api/admin/users'),
  ];
  expect(findRefusals(functions, '')).toEqual([]);
});

test.each([
  ['a route that starts with admin', http('users', 'admin/users'), 'built-in routes of "admin"'],
  ['a route that starts with runtime', http('hook', '/Runtime/webhooks'), 'built-in routes of "runtime"'],
  ['a route that only begins with the letters admin', http('stats', 'administrators'), 'built-in routes of "admin"'],
  ['a name that starts with admin and has no route', http('adminUsers'), 'built-in routes of "admin"'],
  ['a name with a dot', http('get.users', 'api/users'), '"get.users" is not a valid function name'],
  ['a name that starts with a digit', http('1st', 'api/users'), '"1st" is not a valid function name'],
  ['a name of 129 characters', http('a'.repeat(129), 'api/users'), 'is not a valid function name'],
  ['the name host', http('Host', 'api/users'), '"Host" is not a valid function name'],
  ['a route that cannot be parsed', http('odd', 'api/{id'), 'the segment "{id" is not supported'],
  ['a constraint', http('odd', 'api/{id:int}'), 'the segment "{id:int}" is not supported'],
])('%s is refused', (_, fn, reason) => {
  expect(findRefusals([fn], '')).toEqual([expect.stringContaining(reason)]);
});

test('the prefix of host.json does not save a route that starts with admin', () => {
  expect(findRefusals([http('users', 'admin/users')], 'api')).toHaveLength(1);
});

test('two functions of one name are refused, whatever the case', () => {
  expect(findRefusals([http('getUser', 'api/a'), http('GETUSER', 'api/b')], '')).toEqual([
    '"GETUSER" is registered twice',
  ]);
});

test('equal routes with a method in common are refused, whatever the parameter is called', () => {
  const functions = [
    http('one', 'api/users/{id}', ['GET', 'PUT']),
    http('two', 'API/users/{userId}', ['PUT', 'DELETE']),
  ];
  expect(findRefusals(functions, '')).toEqual(['"one" and "two" both take PUT /api/users/{}']);
});

test('a trigger that the host does not run is refused by name', () => {
  const fn = { metadata: { name: 'blob', bindings: { in: { type: 'blobTrigger' } } }, callback: () => undefined };
  expect(findRefusals([fn], '')).toEqual(['blob: blobTrigger is not run by the local host']);
});
