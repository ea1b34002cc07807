import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPowerShell } from '../../local/dotnet/dotnet-tools.ts';
import { analyzerFaults } from './find-faults.ts';
import { productScripts } from './product-scripts.ts';
import { runPowerShell } from './run-powershell.ts';

const usage = `usage: npm run scripts:check -- [--required]

  --required  fail where PowerShell is not here; so does REQUIRE_POWERSHELL=1`;
const root = join(import.meta.dirname, '../..');
const print = (line: string) => process.stdout.write(`${line}\n`);

/** @returns whether nothing was found, or nobody was there to look */
async function analyze(): Promise<boolean> {
  const texts = productScripts.map(({ fileName, text }) => ({ name: fileName, text }));
  const faults = await analyzerFaults(texts);
  if (faults === null) {
    print('PSScriptAnalyzer is not installed: the scripts are parsed and run, and not analyzed.');
    return true;
  }
  print(`PSScriptAnalyzer looked at ${texts.length} scripts and found ${faults.length} faults.`);
  for (const { name, line, message } of faults) print(`  ${name}:${line} ${message}`);
  return faults.length === 0;
}

/** Parses and runs everything, by the proofs of this folder. */
function prove(): Promise<boolean> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'lab/powershell/vitest.config.ts'];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}

/** Where PowerShell is, or why it is not: nothing but this command depends on .NET, so that a failed installation is no fault. */
async function found(): Promise<{ pwsh: string } | { because: string }> {
  try {
    const pwsh = await findPowerShell();
    return pwsh === undefined ? { because: 'PowerShell 7 (pwsh) is not here.' } : { pwsh };
  } catch (error) {
    return { because: error instanceof Error ? error.message : String(error) };
  }
}

async function main(isRequired: boolean): Promise<number> {
  const powerShell = await found();
  if ('because' in powerShell) {
    print(`${powerShell.because}\nNo script was run, and no block of PowerShell was parsed.`);
    return isRequired ? 1 : 0;
  }
  process.env.PWSH = powerShell.pwsh;
  const { output } = await runPowerShell({ args: ['-Command', '$PSVersionTable.PSVersion.ToString()'] });
  print(`PowerShell ${output.trim()}, ${powerShell.pwsh}`);
  const isSound = await analyze();
  return (await prove()) && isSound ? 0 : 1;
}

try {
  const { values } = parseArgs({ options: { required: { type: 'boolean', default: false } } });
  process.exitCode = await main(values.required || process.env.REQUIRE_POWERSHELL === '1');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
  process.exitCode = 1;
}
