import { expect, it } from 'vitest';
import { setUpCalls } from './set-up-calls.ts';
import { setUpScript } from './set-up-script.ts';
import { entryName, setUpApps, setUpEntries } from './set-up-table.ts';

const tenantId = 'aaaaaaaa-0000-4000-8000-000000000001';
const clientId = 'bbbbbbbb-0000-4000-8000-000000000002';
const script = setUpScript(tenantId, clientId);
const code = script.slice(script.indexOf('#>'));

/** What stands between single quotes, with the doubled ones as one. */
const unquoted = (text: string) => text.replaceAll("''", "'");

it('the script makes the calls of the table, and no others', () => {
  const made = [...code.matchAll(/Invoke-Graph (\w+) \('((?:[^']|'')*)'/g)].map(([, method, path]) => ({
    method,
    path: unquoted(path ?? ''),
  }));
  expect(made).toEqual(expect.arrayContaining(Object.values(setUpCalls)));
  expect(made).toHaveLength(Object.keys(setUpCalls).length);
  expect(code.match(/Invoke-MgGraphRequest/g)).toHaveLength(1);
  expect(code).not.toMatch(/Invoke-(RestMethod|WebRequest|Expression)|New-Mg|Update-Mg|Remove-Mg/);
});

it('names every entry of the table by its ids and values, and no id of an app role', () => {
  for (const entry of setUpEntries) {
    const wanted = entry.kind === 'servicePrincipal' ? setUpApps[entry.app].appId : entry.role;
    expect([entryName(entry), code.includes(`'${wanted}'`)]).toEqual([entryName(entry), true]);
  }
  const known = new Set<string>([tenantId, clientId, ...Object.values(setUpApps).map(({ appId }) => appId)]);
  const ids = code.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi) ?? [];
  expect(ids.filter((id) => !known.has(id))).toEqual([]);
});

it('gives the service nothing by which it could write, and Tenantry nothing but snapshots', () => {
  const rights = [...code.matchAll(/Holder = '([^']*)';.* Role = '([^']*)'/g)].map(([, holder, role]) => [
    holder,
    role,
  ]);
  const reader = setUpApps.configurationManagement.appId;
  expect(rights).toEqual([
    [clientId, 'ConfigurationMonitoring.ReadWrite.All'],
    [reader, 'Exchange.ManageAsApp'],
    [reader, 'Organization.Read.All'],
    [reader, 'Global Reader'],
  ]);
});

it('asks before each change, says that it is made, and verifies at the end', () => {
  const changes = code.match(/Invoke-Graph (POST|DELETE)/g) ?? [];
  expect(code.match(/\$PSCmdlet\.ShouldProcess\(/g)).toHaveLength(changes.length);
  expect(code.match(/Write-Host "changed {2}/g)).toHaveLength(changes.length);
  expect(code).toContain("[CmdletBinding(SupportsShouldProcess, ConfirmImpact = 'High')]");
  expect(code.match(/^Show-State$/gm)).toHaveLength(2);
});

it('is text of a kind that every PowerShell reads: ASCII, with brackets and quotes that close', () => {
  expect(script).toMatch(/^[ -~\n]*$/);
  const quotes = /"(?:[^"]|"")*"|'(?:[^']|'')*'/g;
  const bare = code.replace(/^\s*#.*$/gm, '').replace(quotes, '');
  const open: string[] = [];
  const closing: Record<string, string> = { ')': '(', '}': '{', ']': '[' };
  for (const [character] of bare.matchAll(/[(){}[\]]/g)) {
    const opening = closing[character];
    if (opening === undefined) open.push(character);
    else expect(open.pop()).toBe(opening);
  }
  expect([open, bare.match(/['"]/g)]).toEqual([[], null]);
});

it('takes ids alone: nothing else can come into it', () => {
  for (const id of ["'; Remove-Item x; '", '', `${tenantId}\n`]) {
    expect(() => setUpScript(id, clientId)).toThrow(/is no id/);
    expect(() => setUpScript(tenantId, id)).toThrow(/is no id/);
  }
});
