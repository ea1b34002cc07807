import { categoryLabels } from '@tenantry/contract/labels';
import { Category } from '@tenantry/contract/verdicts';
import { catalog } from '../../audit/checks/catalog.ts';
import { optionalPermissions, type RequiredPermission, requiredPermissions } from '../../audit/checks/permissions.ts';
import { type Check, referencesOf } from '../../audit/checks/shared/check.ts';
import { askedOnChange, datasetNames, datasets, permissionsFor, permissionText } from '../../audit/facts/datasets.ts';
import { minimumCoveragePercent, severityWeight } from '../../audit/findings/score.ts';

function row(check: Check): string {
  const permissions = permissionsFor(check.datasets).join(', ') || 'none';
  const references = referencesOf(check).join(', ') || 'our own';
  return `| \`${check.id}\` | ${check.title} | ${check.severity} | ${check.endangers} | ${permissions} | ${references} |`;
}

function section(category: Category): string {
  const own = catalog.filter((check) => check.category === category);
  const head =
    '| Check | What it asks | Severity | Endangers | Graph permission | Decides |\n|---|---|---|---|---|---|';
  return `### ${categoryLabels[category]} (${own.length})\n\n${head}\n${own.map(row).join('\n')}`;
}

function datasetRows(): string {
  const rows = [...datasetNames, ...askedOnChange].map((name) => {
    const { label, license } = datasets[name];
    return `| \`${name}\` | ${label} | ${permissionText(name) ?? 'none'} | ${license ?? '–'} |`;
  });
  return `| Dataset | What | Graph permission | License |\n|---|---|---|---|\n${rows.join('\n')}`;
}

function permissionRows(permissions: readonly RequiredPermission[]): string {
  const rows = permissions.map(({ permission, isDelegated, datasets: read, checks }) => {
    const kind = isDelegated ? 'delegated' : 'application';
    return `| ${permission} | ${kind} | ${read.map((name) => datasets[name].label).join(', ')} | ${checks.length} |`;
  });
  return `| Graph permission | Kind | For | Checks |\n|---|---|---|---|\n${rows.join('\n')}`;
}

/** The page docs/checks.md, written from the catalog so that it cannot fall behind. */
export function checksPage(): string {
  const weights = Object.entries(severityWeight).map(([severity, weight]) => `${severity} ${weight}`);
  return `# Checks

<!-- Written by \`node api/src/cli/checks-page/write-checks-page.ts\` from the catalog: edit the checks, not this page. -->

The audit collects facts once per scan and judges them by ${catalog.length} checks. Each check gives one verdict:

- \`pass\`, \`warning\`, \`fail\`: the data was there and this is what it shows.
- \`notApplicable\`: the tenant has nothing to which the check applies.
- \`notPermitted\`, \`notLicensed\`, \`couldNotCheck\`: the answer is unknown, with the reason and the remedy. An unknown answer is never counted as good or bad.
- \`notOffered\`: Microsoft does not offer the data that would decide in the tenant's cloud (own-tenant.md). Unknown too, and nobody can change it.

**Score.** Over the checks with pass, warning or fail: pass counts 1, warning 0.5, fail 0, weighted by severity (${weights.join(', ')}). 100 means that nothing is amiss. Without any judged check there is no score.

**Order.** What was found is listed by severity, then what a free switch closes before other work and that before what needs a license, then by what it endangers: a possible breach, the whole tenant, everyone's account, data, mail, some accounts, nobody at once. Then failures come before warnings, and more affected before fewer (\`api/src/audit/findings/urgency.ts\`).

**Coverage.** Judged checks out of all but those that do not apply ([decision 062](decisions/062-coverage-counts-everything-that-applies.md)). Below ${minimumCoveragePercent}% a tenant is never called OK.

**Status.** Critical: a critical check fails. OK: score 80 or more, coverage ${minimumCoveragePercent}% or more, no failure of severity high or above, no critical warning and no critical check that could not be made. All else: Warning. A finding that a scan could not look at again counts as it was.

**Conditional Access** is judged by what the enabled policies do together, over users, guests, roles, applications, clients, platforms, locations and risk. An exclusion counts as a gap unless another policy covers it or the customer declared it (exemptions, by policy id or check id: see snapshot.md). Group memberships are taken as unknown. Report-only policies protect nobody: where nothing else is there the check fails, affects everybody in its target, and names the policy that stands ready.

**Without a license.** Where a tenant has no Microsoft Entra ID P1, the checks whose remedy is Conditional Access fail as before and say what the license would bring. Their failures and warnings count as one, of the highest severity among them: in open and critical issues, the counters of findings, the categories and recommendations of the audit, approvals, the report and the files. The score is no count of issues and is not touched: each check keeps its weight. Security defaults are advised by \`mfa.security.defaults\` alone, and not where a policy is on or stands ready.

**Mail records** are read with all that they lead to: what an SPF record includes counts toward its limit of ten lookups.

**Exchange Online, Defender, Purview and Teams** are read from snapshots of Tenant Configuration Management ([decision 044](decisions/044-tenant-configuration.md)). A policy counts by whom it reaches: presets, priorities, exceptions and scopes of rules, and what is assigned to users beside the Global policy. \`pass\` only where what is visible certainly reaches everybody. Where a snapshot does not hold a setting that Microsoft Secure Score has, the score stands in, and the verdict says so with its date.

## Catalog

${Category.options.map(section).join('\n\n')}

## Permissions

What a tenant grants, each permission once. Credential Status shows for each tenant which are granted and which are missing.

${permissionRows(requiredPermissions())}

For tenant configuration, which a tenant may go without. To take a snapshot is to create a job in the tenant: Microsoft has no permission for it that only reads. It changes no setting. Without it, or with \`TENANT_CONFIGURATION=off\`, these checks are not made and do not count toward the coverage.

${permissionRows(optionalPermissions())}

## Datasets

${datasetRows()}

Directory synchronization settings have no application permission in Graph: they are read as the account that connected the tenant. Exchange's own settings (DKIM signing, transport, organization) are out of Graph's reach and come with a snapshot only. The directory audit log is asked only where something changed since the scan before (drift.md); no check reads it.
`;
}
