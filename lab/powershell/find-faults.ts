import { join } from 'node:path';
import * as z from 'zod/mini';
import { runPowerShell } from './run-powershell.ts';

/** A text that is to be PowerShell, and where it comes from. */
export type PowerShellText = { name: string; text: string };
/** `line`: in the text, from 1. */
export type PowerShellFault = { name: string; line: number; message: string };

const Faults = z.array(z.object({ name: z.string(), line: z.number(), message: z.string() }));

async function answerOf(
  script: string,
  texts: readonly PowerShellText[],
  environment: Record<string, string> = {},
): Promise<unknown> {
  const args = ['-NonInteractive', '-File', join(import.meta.dirname, script)];
  const { code, output } = await runPowerShell({ args, input: JSON.stringify(texts), environment });
  if (code !== 0) throw new Error(`${script} ended with ${code}:\n${output}`);
  return JSON.parse(output);
}

/** What PowerShell's parser does not take. */
export async function parseFaults(texts: readonly PowerShellText[]): Promise<PowerShellFault[]> {
  return z.parse(Faults, await answerOf('parse.ps1', texts));
}

/** Where the person who runs this has installed modules. */
function installedModules(): Record<string, string> {
  const { HOME, PSModulePath } = process.env;
  return { ...(HOME && { HOME }), ...(PSModulePath && { PSModulePath }) };
}

/** What PSScriptAnalyzer finds; null where it is not installed. */
export async function analyzerFaults(texts: readonly PowerShellText[]): Promise<PowerShellFault[] | null> {
  return z.parse(z.nullable(Faults), await answerOf('analyze.ps1', texts, installedModules()));
}
