import { remedies } from '../../audit/findings/remedies/remedies.ts';
import { meansOf, type RemedyMeans } from '../../audit/findings/remedies/remedy-means.ts';
import { hasScript } from '../../audit/findings/remedies/scripts/remedy-plans.ts';

function how(id: string, means: RemedyMeans): string {
  if (means.by === 'person') return 'a person';
  if (means.by === 'module') return means.module;
  return hasScript(id) ? '**script**, Microsoft Graph v1.0' : 'Microsoft Graph v1.0, no script';
}

function row({ id, title }: { id: string; title: string }): string {
  const means = meansOf(id);
  const proven = hasScript(id) ? 'yes' : '–';
  return `| \`${id}\` | ${title} | ${how(id, means)} | ${proven} | ${means.left ?? ''} | ${means.portal} |`;
}

/** The page docs/remedies.md, written from the list of remedies so that it cannot fall behind. */
export function remediesPage(): string {
  const count = (holds: (id: string) => boolean) => remedies.filter(({ id }) => holds(id)).length;
  const scripts = count(hasScript);
  const graphOnly = count((id) => meansOf(id).by === 'graph') - scripts;
  return `# Remedies, and how they are set

<!-- Written by \`node api/src/cli/remedies-page/write-remedies-page.ts\` from the list of remedies: edit remedy-means.ts, not this page. -->

A remedy mends the findings of several checks together. Of ${remedies.length}, ${scripts} have a script by Microsoft Graph v1.0, ${graphOnly} could be set by Graph v1.0 and have none,
${count((id) => meansOf(id).by === 'module')} are set by a PowerShell module of Microsoft's alone, and ${count((id) => meansOf(id).by === 'person')} by people.

**A script is made from the tenant's own data**: the ids of its policies, its break-glass accounts, what was set at the scan. A person runs it in PowerShell 7.2 or newer with
their own rights. It needs no module: it signs in by a code, or takes a token from \`-AccessToken\` or \`GRAPH_ACCESS_TOKEN\`.

| run | what it does |
|---|---|
| \`./remedy.ps1\` | shows what is set and what would be; it asks for permissions to read alone |
| \`./remedy.ps1 -Apply -WhatIf\` | names every change that it would make; it too asks for permissions to read alone |
| \`./remedy.ps1 -Apply\` | writes what was there to \`remedy.before.json\` beside it, then changes it |
| \`./remedy.ps1 -Undo\` | takes back all that \`-Apply\` changed, by that file |
| \`./remedy.ps1 -Apply -TurnOn ID\` | switches on a Conditional Access policy that stands in report-only, where it is what the scan saw |
| \`./remedy.ps1 -Apply -Only ID,ID\` | changes the named accounts or groups alone |

- It refuses as a whole where something differs from what the scan saw, and \`-Undo\` where somebody changed it since. A scan from today, then a new script. Thirty days after the scan a script
  changes nothing any more.
- New Conditional Access policies enter report-only: their findings stay open until the policy is on. Scan again: the next script offers \`-TurnOn\` for them.
- What is stricter already stays, and so does everything else of a list or an object that Graph takes whole. Break-glass accounts that were declared after a policy was made
  are left out of it when it is switched on.
- What breaks off in the middle is taken back by \`-Undo\`: the file is written before each change. What somebody deleted since does not hold up
  the rest, and what Microsoft takes and does not show is not told as done.
- An access token of another tenant is refused.

**Proven** means: \`npm run scripts:check\` runs it in real PowerShell against the simulator. It signs in by the code, changes nothing without \`-Apply\` and with \`-WhatIf\`, mends every finding
that it names (those of a new policy once the policy is on), is undone, and leaves the tenant as it was. No script was run against a tenant of Microsoft's.

Where to get it: on a finding, by \`GET /api/tenant/{id}/remedies/{remedyId}/script\`, and by \`npm run audit -- --with-scripts\`.

| Remedy | What is done | How | Proven | Left, or why not | By hand |
|---|---|---|---|---|---|
${remedies.map(row).join('\n')}
`;
}
