import type { Remedy } from '../remedy.ts';
import type { RemedyStep, ScriptTenant } from './remedy-plan.ts';
import { graphPart } from './runtime-graph.ts';
import { stepsPart } from './runtime-steps.ts';
import { undoPart } from './runtime-undo.ts';
import { valuesPart } from './runtime-values.ts';

/** Where a script signs in and calls: of Microsoft's cloud that the tenant is in, or of the simulator in its place. */
export type ScriptHosts = {
  login: string;
  graph: string;
  /** The Graph that scopes are named of. */
  resource: string;
};

/** "Microsoft Graph Command Line Tools", as which Microsoft's own module signs in (learn.microsoft.com/powershell/microsoftgraph). */
const commandLineTools = '14d82eec-204b-4c2f-b7e8-296a70dab67e';
/** A script of an older scan changes nothing: whom it spares was known then. */
const scriptDays = 30;
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const url = /^https?:\/\/[a-z0-9.:/-]+$/i;

/**
 * JSON in ASCII without a single quote: in a text between single quotes PowerShell takes every character as it is but a quote, and it
 * takes the typographic ones (’ ‘ ‚ ‛) for quotes too (about_Quoting_Rules). Nothing of a tenant can therefore end the text.
 */
export function quotableJson(value: unknown): string {
  // Half of a pair is no text in Unicode: neither Microsoft nor PowerShell takes it.
  const whole = (_key: string, item: unknown) => (typeof item === 'string' ? item.toWellFormed() : item);
  return JSON.stringify(value, whole, 1).replace(
    /['\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const sorted = (lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())].toSorted();

export type ScriptParts = {
  remedy: Pick<Remedy, 'id' | 'title'>;
  tenant: Pick<ScriptTenant, 'tenantId' | 'scannedAt'>;
  hosts: ScriptHosts;
  steps: readonly RemedyStep[];
  /** What is to be done afterwards, in our own words. */
  note: string | null;
};

/** Scopes that a script asks for: to look, and to change. */
export const scopesOf = (steps: readonly RemedyStep[]) => ({
  reads: sorted(steps.map(({ reads }) => reads)),
  writes: sorted(steps.map(({ writes }) => writes)),
});

export const scriptFileName = ({ id }: Pick<Remedy, 'id'>): string => `${id}.ps1`;

const head = ({ remedy, tenant, steps, note }: ScriptParts): string => `#requires -Version 7.2
<#
.SYNOPSIS
${remedy.title}: by Microsoft Graph v1.0, in the tenant ${tenant.tenantId}.

.DESCRIPTION
Made from what a scan of ${tenant.scannedAt} saw. Run as it is, it reads and changes nothing: it shows what is set now and what would
be. It refuses where something changed since the scan, and where that is more than ${scriptDays} days ago. It needs no module, and signs in by a code that you enter at Microsoft.

It asks for ${scopesOf(steps).reads.join(', ')} to look, and for ${scopesOf(steps).writes.join(', ')} to change.
${note === null ? '' : `\n${note}\n`}
.PARAMETER Apply
Makes the changes. What was there before is written to a file beside this script first.

.PARAMETER Undo
Takes back all that -Apply changed, by that file. It refuses where somebody changed it since; what somebody deleted is left.

.PARAMETER TurnOn
Ids of Conditional Access policies in report-only that are to be switched on. None is switched on without it.

.PARAMETER Only
Ids of accounts or groups: where some are named, nothing else is changed. They stand at the end of the paths that the script shows.

.PARAMETER Image
The file for what was there before. Default: beside this script, of its name with .before.json.

.PARAMETER AccessToken
A token for Microsoft Graph in place of the sign-in. The variable GRAPH_ACCESS_TOKEN of the environment does the same.

.EXAMPLE
./${scriptFileName(remedy)} -Apply -WhatIf
Names every change that -Apply would make. It changes nothing.
#>
[CmdletBinding(SupportsShouldProcess, DefaultParameterSetName = 'Look')]
param(
  [Parameter(Mandatory, ParameterSetName = 'Apply')] [switch] $Apply,
  [Parameter(Mandatory, ParameterSetName = 'Undo')] [switch] $Undo,
  [Parameter(ParameterSetName = 'Look')] [Parameter(ParameterSetName = 'Apply')] [string[]] $TurnOn = @(),
  [Parameter(ParameterSetName = 'Look')] [Parameter(ParameterSetName = 'Apply')] [string[]] $Only = @(),
  [string] $Image = '',
  [securestring] $AccessToken
)

Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
`;

/**
 * One PowerShell 7 script for one remedy in one tenant. Pure.
 * @throws where an id or a host is none: what stands outside of the quoted JSON has to be harmless
 */
export function remedyScript(parts: ScriptParts): string {
  const { remedy, tenant, hosts, steps, note } = parts;
  if (!guid.test(tenant.tenantId)) throw new Error(`${JSON.stringify(tenant.tenantId)} is no id`);
  if (Number.isNaN(Date.parse(tenant.scannedAt)) || !/^[\dTZ:.+-]+$/.test(tenant.scannedAt))
    throw new Error(`${JSON.stringify(tenant.scannedAt)} is no instant`);
  for (const host of Object.values(hosts)) if (!url.test(host)) throw new Error(`${JSON.stringify(host)} is no host`);
  const plan = {
    remedy: remedy.id,
    tenantId: tenant.tenantId.toLowerCase(),
    scannedAt: tenant.scannedAt,
    days: scriptDays,
    ...hosts,
    clientId: commandLineTools,
    note,
    steps: steps.map(({ closes: _closes, ...step }) => step),
  };
  return [
    head(parts),
    valuesPart,
    `\n# What was seen, and what is to be. Between these quotes is data alone.\n$plan = Read-Json '${quotableJson(plan)}'\n`,
    graphPart,
    stepsPart,
    undoPart,
  ].join('');
}
