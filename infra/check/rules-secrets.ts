import {
  bodyOf,
  childrenOf,
  type Expression,
  type ParameterDeclaration,
  plainString,
  propertyOf,
  type ResourceDeclaration,
} from './bicep-ast.ts';
import type { Inference } from './infer.ts';
import { expressionsOf, type Model, type Project } from './project.ts';
import { fullTypeOf, resourceNamed, resourcesOf } from './resource-names.ts';
import { parametersOf } from './rules-modules.ts';
import { scopeOf } from './scope.ts';
import { outputRead } from './trace.ts';

/** Nothing secret is in an output, a default or a parameter that Azure would show. */
export function checkSecrets(inference: Inference): void {
  const { project } = inference;
  for (const model of [...project.models.values()].filter(({ parsed }) => parsed)) {
    const { path } = model.file;
    for (const one of model.file.declarations) {
      if (one.kind === 'output') {
        const secret = secretIn(inference, one.value, model);
        if (secret !== undefined) project.fault(path, one.at, `the output "${one.name}" tells a secret: ${secret}`);
      }
      if (one.kind === 'param') checkParameter(project, path, one);
      if (one.kind === 'module') checkArguments(inference, model, one.path, bodyOf(one.body));
    }
    for (const one of resourcesOf(model)) checkResource(inference, model, one);
    checkTexts(project, model);
  }
  for (const model of project.parameterFiles) if (model.parsed) checkAssignments(project, model);
}

export const isSecure = ({ decorators, type }: ParameterDeclaration) =>
  decorators.some(({ name }) => name === 'secure') ||
  (type.kind === 'primitive' && type.name.toLowerCase().startsWith('secure'));

const SECRET_WORDS = ['password', 'pwd', 'secret', 'key', 'code', 'token', 'credential', 'credentials'];

function checkParameter(project: Project, path: string, one: ParameterDeclaration): void {
  const last =
    one.name
      .split(/(?=[A-Z])|_/)
      .at(-1)
      ?.toLowerCase() ?? '';
  if (!isSecure(one)) {
    if (one.type.kind === 'primitive' && one.type.name === 'string' && SECRET_WORDS.includes(last))
      project.fault(path, one.at, `the param "${one.name}" looks like a secret and is not @secure()`);
    return;
  }
  const made = one.value?.kind === 'call' && one.value.name === 'newGuid';
  if (one.value !== undefined && !made)
    project.fault(path, one.value.at, `the param "${one.name}" is @secure(), so it has no default but newGuid()`);
}

/** A module's parameter that takes a secret is @secure() too. */
function checkArguments(inference: Inference, model: Model, to: string, body: Expression | undefined): void {
  const target = inference.project.moduleOf(model, to);
  const params = propertyOf(body, 'params')?.value;
  if (target === undefined || params?.kind !== 'object') return;
  for (const { name, value, at } of params.properties) {
    const taken = parametersOf(target).find((one) => one.name === name);
    if (taken === undefined || isSecure(taken)) continue;
    const secret = secretIn(inference, value, model);
    if (secret !== undefined)
      inference.project.fault(
        model.file.path,
        at,
        `${to} takes "${name}" without @secure(), and it tells a secret: ${secret}`,
      );
  }
}

/** A secret is the value of a secret of the Key Vault, and no other property of a resource. */
function checkResource(inference: Inference, model: Model, resource: ResourceDeclaration): void {
  const isSecret = /^microsoft\.keyvault\/vaults\/secrets@/i.test(fullTypeOf(resource, model));
  const properties = bodyOf(resource.body)?.properties ?? [];
  const inner = properties.flatMap((one) =>
    one.name === 'properties' && one.value.kind === 'object' ? one.value.properties : [one],
  );
  for (const { name, value, at } of inner) {
    if (isSecret && name === 'value') continue;
    const secret = secureName(value, model);
    if (secret !== undefined)
      inference.project.fault(
        model.file.path,
        at,
        `the param "${secret}" is @secure(): its place is the value of a secret of the Key Vault`,
      );
  }
}

/** The secure parameter that an expression reads, by itself or by a variable. */
function secureName(expression: Expression, model: Model, depth = 0): string | undefined {
  if (depth > 50) return undefined;
  if (expression.kind === 'name') {
    const declared = model.symbols.get(expression.name);
    if (declared?.kind === 'param') return isSecure(declared) ? declared.name : undefined;
    return declared?.kind === 'var' ? secureName(declared.value, model, depth + 1) : undefined;
  }
  for (const one of childrenOf(expression)) {
    const found = secureName(one, model, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Properties that tell what opens something. */
const SECRET_PROPERTIES =
  /^(connectionString|primaryConnectionString|secondaryConnectionString|primaryKey|secondaryKey|primaryMasterKey|secondaryMasterKey|primarySharedKey|secondarySharedKey|instrumentationKey|apiKey|publishingPassword|deploymentToken)$/i;

/** Of a secret of the Key Vault these tell nothing. */
const HARMLESS_OF_SECRET =
  /^(id|name|type|apiVersion|tags|location|properties\.(secretUri|secretUriWithVersion|contentType|attributes)(\..*)?)$/;

/** The path that is read of a secret of the Key Vault, '' for the whole of it; undefined where it is something else. */
function readOfSecret(expression: Expression, model: Model): string | undefined {
  const secret = resourceNamed(expression, model);
  if (secret !== undefined)
    return /^microsoft\.keyvault\/vaults\/secrets@/i.test(fullTypeOf(secret, model)) ? '' : undefined;
  if (expression.kind !== 'member' && expression.kind !== 'index') return undefined;
  const above = readOfSecret(expression.object, model);
  if (above === undefined) return undefined;
  const part = expression.kind === 'member' ? expression.property : (plainString(expression.index) ?? '?');
  return above === '' ? part : `${above}.${part}`;
}

/** What in an expression is secret, in words; undefined where nothing is. */
export function secretIn(
  inference: Inference,
  expression: Expression,
  model: Model,
  seen: ReadonlySet<Expression> = new Set(),
): string | undefined {
  if (seen.has(expression)) return undefined;
  const on = (next: Expression, of = model) => secretIn(inference, next, of, new Set([...seen, expression]));
  if (expression.kind === 'call' && /^list[A-Z]|^getSecret$/.test(expression.name)) return `${expression.name}()`;
  const read = readOfSecret(expression, model);
  if (read !== undefined)
    return HARMLESS_OF_SECRET.test(read) ? undefined : 'the value of a secret of the Key Vault is in it';
  if (expression.kind === 'name') {
    const declared = model.symbols.get(expression.name);
    if (declared?.kind === 'param' && isSecure(declared)) return `the param "${declared.name}" is @secure()`;
    return declared?.kind === 'var' ? on(declared.value) : undefined;
  }
  const output = outputRead(inference.project, { expression, model });
  if (output !== undefined) return on(output.expression, output.model);
  if (
    expression.kind === 'member' &&
    SECRET_PROPERTIES.test(expression.property) &&
    !isAddress(inference, expression, model)
  )
    return `.${expression.property}`;
  for (const one of childrenOf(expression)) {
    const secret = on(one);
    if (secret !== undefined) return secret;
  }
  return undefined;
}

/** The connection string of Application Insights is an address where its key opens nothing. */
function isAddress(inference: Inference, expression: Extract<Expression, { kind: 'member' }>, model: Model): boolean {
  if (expression.object.kind !== 'member') return false;
  const resource = resourceNamed(expression.object.object, model);
  if (resource === undefined) return false;
  if (!fullTypeOf(resource, model).toLowerCase().startsWith('microsoft.insights/components@')) return false;
  const off = propertyOf(propertyOf(bodyOf(resource.body), 'properties')?.value, 'DisableLocalAuth');
  const type = off && inference.infer(off.value, scopeOf(model));
  return type?.is === 'bool' && type.value === true;
}

const WRITTEN_OUT =
  /(AccountKey|SharedAccessKey|SharedAccessSignature|Password|Pwd)=[^;'$]{4,}|[?&]sig=[A-Za-z0-9%]{16,}/i;

/** A secret that is written out in the file. */
function checkTexts(project: Project, model: Model): void {
  const visit = (expression: Expression): void => {
    const parts = expression.kind === 'string' ? expression.parts : [];
    if (parts.some((part) => typeof part === 'string' && WRITTEN_OUT.test(part)))
      project.fault(model.file.path, expression.at, 'a key or password is written here; it belongs into the Key Vault');
    for (const one of childrenOf(expression)) visit(one);
  };
  for (const { expression } of expressionsOf(model)) visit(expression);
}

/** In a .bicepparam file a secret comes from the environment or a vault. */
function checkAssignments(project: Project, model: Model): void {
  const target = model.file.using && project.moduleOf(model, model.file.using.path);
  if (target === undefined) return;
  const secure = parametersOf(target).filter(isSecure);
  for (const one of model.file.declarations) {
    if (one.kind !== 'assign' || !secure.some(({ name }) => name === one.name)) continue;
    const { value } = one;
    const comesFromOutside =
      value.kind === 'call' && ['readEnvironmentVariable', 'getSecret', 'readCliArg'].includes(value.name);
    const fallback = value.kind === 'call' && value.name === 'readEnvironmentVariable' ? value.args[1] : undefined;
    if (!comesFromOutside || (fallback !== undefined && plainString(fallback) !== ''))
      project.fault(
        model.file.path,
        value.at,
        `"${one.name}" is secret: readEnvironmentVariable('NAME') without a default, or getSecret(), is its value`,
      );
  }
}
