import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setUpCalls } from './set-up-calls.ts';
import { scriptFileName } from './set-up-script.ts';
import { entryName, setUpApps, setUpEntries } from './set-up-table.ts';

const article = readFileSync(
  join(import.meta.dirname, '../../../../frontend/public/help/set-up-tenant-configuration.md'),
  'utf8',
);

it('the article names everything that is needed, by its name and id, and nothing besides', () => {
  for (const entry of setUpEntries) {
    const wanted = entry.kind === 'servicePrincipal' ? setUpApps[entry.app].appId : entry.role;
    expect([entryName(entry), article.includes(wanted)]).toEqual([entryName(entry), true]);
  }
  const rows = article.slice(article.indexOf('## What is granted')).match(/^\| .*\|$/gm) ?? [];
  expect(rows.filter((row) => !row.startsWith('| What |'))).toHaveLength(setUpEntries.length);
  const known = Object.values(setUpApps).map(({ appId }): string => appId);
  const ids = article.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
  expect(ids.filter((id) => !known.includes(id))).toEqual([]);
});

it('and the calls and the file of the script', () => {
  for (const name of ['createPrincipal', 'grantAppRole'] as const) {
    const { method, path } = setUpCalls[name];
    expect(article).toContain(`\`${method} ${path.replace('{0}', '{id}')}\``);
  }
  expect(article).toContain(`./${scriptFileName} -WhatIf`);
});
