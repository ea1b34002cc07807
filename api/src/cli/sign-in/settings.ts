import type { CredentialPlan } from '../../adapters/entra/credential-plan.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A way that was chosen, and the line that tells it. */
export type Chosen = { plan: CredentialPlan; how: string };

/** A setting that has a value. An empty one is none; nor is a variable that Azure Pipelines left as it was written. */
export function setting(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === '' || value.startsWith('$(') ? undefined : value;
}
