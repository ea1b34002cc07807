import { parseArgs } from 'node:util';
import { Severity } from '@tenantry/contract/verdicts';
import { readArguments, refuseRepeated, UsageError } from '../command.ts';
import { tenantFrom } from '../tenant-argument.ts';
import { type FormatName, formatNames } from './formats/format-names.ts';

export const auditUsage = `usage: npm run audit -- --tenant DOMAIN [options]

  --tenant DOMAIN|ID      the organization to audit: a domain of it, or its directory id
  --out DIR               where the files are written (tenantry-audit)
  --format LIST           any of ${formatNames.join(',')} (html,json)
  --redact                replace names, addresses and ids in every file
  --with-tenant-configuration
                          read Exchange, Defender, Purview and Teams too: creates a snapshot job
                          in the tenant and deletes it; changes no setting
  --with-scripts          write PowerShell scripts that mend what was found to the folder scripts
                          of --out (docs/remedies.md)

sign-in
  --sign-in HOW           auto, environment, federation, az, device-code, browser (auto)
  --client-id ID          the application that signs people in (Microsoft Graph Command Line Tools)
  --cloud NAME            commercial, gcc, gcchigh, dod, china (commercial)

what fails a pipeline
  --fail-on SEVERITY      critical, high, medium or low: findings of it and above
  --baseline FILE         an earlier audit or snapshot: what it has is not new; accepted risks and
                          emergency accounts are read from it
  --min-coverage PERCENT  how much has to be checked at least

exit codes: 0 done; 1 a finding at or above --fail-on is new; 2 it could not run;
3 coverage is below --min-coverage; 130 Ctrl-C`;

const failable = Severity.options.filter((severity) => severity !== 'info');

export type AuditArguments = {
  tenant: string;
  out: string;
  formats: readonly FormatName[];
  redact: boolean;
  withTenantConfiguration: boolean;
  withScripts: boolean;
  failOn: Severity | null;
  baseline: string | null;
  /** 0 to 100. */
  minCoverage: number | null;
  /** As they were typed: the sign-in reads them. */
  signIn: { how: string; clientId: string | undefined; cloud: string };
};

const options = {
  tenant: { type: 'string' },
  out: { type: 'string', default: 'tenantry-audit' },
  format: { type: 'string', default: 'html,json' },
  redact: { type: 'boolean', default: false },
  'with-tenant-configuration': { type: 'boolean', default: false },
  'with-scripts': { type: 'boolean', default: false },
  'sign-in': { type: 'string', default: 'auto' },
  'client-id': { type: 'string' },
  cloud: { type: 'string', default: 'commercial' },
  'fail-on': { type: 'string' },
  baseline: { type: 'string' },
  'min-coverage': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

function formatsFrom(text: string): FormatName[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  const wanted = formatNames.filter((name) => names.includes(name));
  const unknown = names.find((name) => !formatNames.some((known) => known === name));
  if (unknown !== undefined)
    throw new UsageError(`--format: there is no format "${unknown}". There are ${formatNames.join(', ')}.`);
  return wanted;
}

function severityFrom(text: string | undefined): Severity | null {
  if (text === undefined) return null;
  const severity = failable.find((one) => one === text.toLowerCase());
  if (severity === undefined) throw new UsageError(`--fail-on: expected ${failable.join(', ')}, not "${text}"`);
  return severity;
}

function percentFrom(text: string | undefined): number | null {
  if (text === undefined) return null;
  const percent = Number(text.replace(/%$/, ''));
  if (!/^\d{1,3}(\.\d+)?%?$/.test(text) || percent > 100)
    throw new UsageError(`--min-coverage: expected a number from 0 to 100, not "${text}"`);
  return percent;
}

/**
 * What `npm run audit` was asked for; `help` where that was all.
 * @throws UsageError in words for who typed it
 */
export function parseAuditArguments(args: string[]): AuditArguments | 'help' {
  const { values, tokens } = readArguments(() => parseArgs({ args, options, tokens: true }), auditUsage);
  refuseRepeated(tokens);
  if (values.help) return 'help';
  if (values.redact && values['with-scripts'])
    throw new UsageError('--with-scripts: a script names the ids of the tenant, so that it cannot be redacted.');
  return {
    tenant: tenantFrom(values.tenant, auditUsage),
    out: values.out,
    formats: formatsFrom(values.format),
    redact: values.redact,
    withTenantConfiguration: values['with-tenant-configuration'],
    withScripts: values['with-scripts'],
    failOn: severityFrom(values['fail-on']),
    baseline: values.baseline ?? null,
    minCoverage: percentFrom(values['min-coverage']),
    signIn: { how: values['sign-in'], clientId: values['client-id'], cloud: values.cloud },
  };
}
