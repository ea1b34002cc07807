import type { Project } from './project.ts';
import { expanded, isModule, isRecord, type Parameter, type Template, templatesIn, textsIn } from './template.ts';

/** Nothing secret is in an output, a default or a parameter that Azure would show. */
export function checkSecrets(project: Project, main: Template): void {
  for (const { template } of templatesIn(main)) {
    checkOutputs(project, template);
    checkParameters(project, template);
    checkModules(project, template);
    checkResources(project, template);
  }
  for (const [path, text] of textsOfAll(main))
    if (WRITTEN_OUT.test(text))
      project.fault(
        'infra/bicep/main.json',
        { line: 1, column: 1 },
        `a key or password is written at ${path}; it belongs into the Key Vault`,
      );
  for (const file of project.sources('bicepparam')) checkAssignments(project, file, main);
}

const isSecure = ({ type }: Parameter) => type?.startsWith('secure') === true;

/** What in an expression is secret, in words; undefined where nothing is. */
function secretIn(value: string, template: Template): string | undefined {
  const text = value.startsWith('[') ? expanded(value, template) : '';
  const listed = /\blist[A-Z]\w*(?=\()|\bgetSecret(?=\()/.exec(text)?.[0];
  if (listed !== undefined) return `${listed}()`;
  for (const [, name = ''] of text.matchAll(/parameters\('(\w+)'\)/g))
    if (isSecure(template.parameters[name] ?? {})) return `the param "${name}" is @secure()`;
  for (const [, symbol = '', named, path = ''] of text.matchAll(REFERENCE)) {
    const type = (named ?? template.resources[symbol]?.type ?? '').toLowerCase();
    if (type === 'microsoft.keyvault/vaults/secrets' && !HARMLESS_OF_SECRET.test(path))
      return 'the value of a secret of the Key Vault is in it';
    // The connection string of Application Insights is an address: its key opens nothing, as rules-security.ts demands.
    const isAddress = type === 'microsoft.insights/components' && path === '.ConnectionString';
    const last = path.split('.').at(-1) ?? '';
    if (!isAddress && SECRET_PROPERTIES.test(last)) return `.${last}`;
  }
  return undefined;
}

/** What is read of a resource, by its symbol or, where a template has no symbols, by its type. */
const REFERENCE = /reference\((?:'(\w+)'|resourceId\('([^']+)'(?:[^()]|\([^()]*\))*\))[^)]*\)((?:\.\w+|\['\w+'\])*)/g;

/** Properties that tell what opens something. */
const SECRET_PROPERTIES =
  /^(connectionString|primaryConnectionString|secondaryConnectionString|primaryKey|secondaryKey|primaryMasterKey|secondaryMasterKey|primarySharedKey|secondarySharedKey|instrumentationKey|apiKey|publishingPassword|deploymentToken)$/i;

/** Of a secret of the Key Vault these tell nothing. */
const HARMLESS_OF_SECRET = /^(\.properties)?\.(secretUri|secretUriWithVersion|contentType|attributes(\.\w+)*)$/;

function checkOutputs(project: Project, template: Template): void {
  for (const [name, { value }] of Object.entries(template.outputs ?? {}))
    for (const [, text] of textsIn({ value })) {
      const secret = secretIn(text, template);
      if (secret !== undefined)
        faultAtWord(project, `output ${name} `, `the output "${name}" tells a secret: ${secret}`);
    }
}

const SECRET_WORDS = ['password', 'pwd', 'secret', 'key', 'code', 'token', 'credential', 'credentials'];

function checkParameters(project: Project, { parameters = {} }: Template): void {
  for (const [name, one] of Object.entries(parameters)) {
    const last =
      name
        .split(/(?=[A-Z])|_/)
        .at(-1)
        ?.toLowerCase() ?? '';
    if (one.type === 'string' && SECRET_WORDS.includes(last))
      faultAtWord(project, `param ${name} `, `the param "${name}" looks like a secret and is not @secure()`);
    if (isSecure(one) && one.defaultValue !== undefined && one.defaultValue !== '[newGuid()]')
      faultAtWord(project, `param ${name} `, `the param "${name}" is @secure(), so it has no default but newGuid()`);
  }
}

/** A module's parameter that takes a secret is @secure() too. */
function checkModules(project: Project, template: Template): void {
  for (const [module, one] of Object.entries(template.resources).filter(([, each]) => isModule(each))) {
    const inner = one.properties?.template as Template | undefined;
    const given = one.properties?.parameters;
    for (const [name, value] of Object.entries(isRecord(given) ? given : {})) {
      if (isSecure(inner?.parameters[name] ?? {})) continue;
      for (const [, text] of textsIn(value)) {
        const secret = secretIn(text, template);
        if (secret !== undefined)
          faultAtWord(
            project,
            `module ${module} `,
            `${module} takes "${name}" without @secure(), and it tells a secret: ${secret}`,
          );
      }
    }
  }
}

/** A secret is the value of a secret of the Key Vault, and no other property of a resource. */
function checkResources(project: Project, template: Template): void {
  for (const one of Object.values(template.resources)) {
    if (isModule(one) || one.existing === true) continue;
    for (const [path, text] of textsIn(one)) {
      if (one.type === 'Microsoft.KeyVault/vaults/secrets' && path === 'properties.value') continue;
      const secret = secretIn(text, template);
      if (secret !== undefined)
        project.faultAt(
          one.type,
          path.split('.').at(-1) ?? '',
          `${path}: ${secret}; its place is the value of a secret of the Key Vault`,
        );
    }
  }
}

const WRITTEN_OUT =
  /(AccountKey|SharedAccessKey|SharedAccessSignature|Password|Pwd)=[^;'$]{4,}|[?&]sig=[A-Za-z0-9%]{16,}/i;

function* textsOfAll(main: Template): Generator<[string, string]> {
  for (const { template, module } of templatesIn(main))
    for (const [path, text] of textsIn(template)) yield [module === '' ? path : `${module}: ${path}`, text];
}

/** In a .bicepparam file a secret comes from the environment or a vault. */
function checkAssignments(project: Project, file: string, { parameters }: Template): void {
  for (const [index, line] of (project.text(file) ?? '').split('\n').entries()) {
    const [, name = '', value = ''] = /^param (\w+) = (.*)$/.exec(line) ?? [];
    if (!isSecure(parameters[name] ?? {})) continue;
    if (!/^(readEnvironmentVariable\('\w+'(, '')?\)|getSecret\(|(az\.)?getSecret\(|readCliArg\()/.test(value))
      project.fault(
        file,
        { line: index + 1, column: line.indexOf(value) + 1 },
        `"${name}" is secret: readEnvironmentVariable('NAME') without a default, or getSecret(), is its value`,
      );
  }
}

/** Notes a fault where a declaration stands in the sources. */
function faultAtWord(project: Project, word: string, message: string): void {
  for (const file of project.sources('bicep')) {
    const index = (project.text(file) ?? '').split('\n').findIndex((line) => line.startsWith(word));
    if (index >= 0) {
      project.fault(file, { line: index + 1, column: 1 }, message);
      return;
    }
  }
  project.fault('infra/bicep/main.json', { line: 1, column: 1 }, message);
}
