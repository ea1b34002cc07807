import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PowerShellOutcome, runPowerShell } from './run-powershell.ts';

const modules = join(import.meta.dirname, 'modules');
const graphModule = join(modules, 'Microsoft.Graph.Authentication', 'Microsoft.Graph.Authentication.psd1');

/** A script as the product hands it out. */
export type Script = { fileName: string; text: string };

type ScriptRun = {
  /** Origin of the simulator. */
  simulator: string;
  /** Who signs in: the name of one of the tenant's users. */
  account: string;
  /** What is typed at its questions, a line each. */
  answers: readonly string[];
  /** False: PowerShell is told that nobody is there. */
  interactive: boolean;
};

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * Runs a script unchanged, as an administrator runs it, with Microsoft's Graph module played by `modules/`. The simulator is all that
 * it can reach: the module is imported first, so that one of Microsoft's that is installed here is never used.
 * @param args its parameters, such as `-WhatIf`
 */
export async function runScript(script: Script, args: readonly string[], run: ScriptRun): Promise<PowerShellOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-script-'));
  const file = join(folder, script.fileName);
  writeFileSync(file, script.text);
  const command = `Import-Module ${quoted(graphModule)}; & ${quoted(file)} ${args.join(' ')}`;
  try {
    return await runPowerShell({
      args: [...(run.interactive ? [] : ['-NonInteractive']), '-Command', command],
      input: run.answers.map((line) => `${line}\n`).join(''),
      environment: { PSModulePath: modules, SIMULATOR_URL: run.simulator, SIMULATOR_USER: run.account },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
