import { readFileSync } from 'node:fs';

/** A type of Azure's published schemas, reduced to what a value must be. A number is the place in `types`. */
export type AzureType =
  | { is: 'any' | 'bool' | 'null' }
  | { is: 'string'; min?: number; max?: number; pattern?: string }
  | { is: 'int'; min?: number; max?: number }
  /** One of the values; `open` where the service takes others too. */
  | { is: 'enum'; values: string[]; open?: true }
  | { is: 'array'; of: number; min?: number; max?: number }
  | { is: 'object'; props: Record<string, AzureProperty>; more?: number }
  /** An object whose property `on` says which other properties it has. */
  | { is: 'cases'; on: string; props: Record<string, AzureProperty>; cases: Record<string, number> }
  | { is: 'union'; of: number[] };

/** The type's place and the flags of Azure's schemas. */
export type AzureProperty = [type: number, flags: number];

export const REQUIRED = 1;
export const READ_ONLY = 2;
export const WRITE_ONLY = 4;

/** Bits of the scopes to which a resource can be deployed. */
export const SCOPES = { tenant: 1, managementGroup: 2, subscription: 4, resourceGroup: 8, extension: 16 } as const;

export interface AzureTypes {
  source: string;
  commit: string;
  license: string;
  resources: Record<string, { body: number; scopes: number }>;
  /** All versions that Azure has published of each type above. */
  versions: Record<string, string[]>;
  types: AzureType[];
}

/** Reads the file that `reduce-azure-types.ts` writes. */
export function readAzureTypes(file: string): AzureTypes {
  return JSON.parse(readFileSync(file, 'utf8'));
}
