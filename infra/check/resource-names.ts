import { bodyOf, type Declaration, type Expression, type ResourceDeclaration } from './bicep-ast.ts';
import type { Model } from './project.ts';

/** The type with its version: that of a resource within another goes on from where it stands. */
export function fullTypeOf(resource: ResourceDeclaration, model: Model): string {
  const parent = enclosing(resource, model);
  if (parent === undefined || resource.type.split('@')[0]?.split('/').length !== 1) return resource.type;
  const [parentType = '', parentVersion = ''] = fullTypeOf(parent, model).split('@');
  const [type = '', version = parentVersion] = resource.type.split('@');
  return `${parentType}/${type}@${version}`;
}

/** Every resource of a file, those within others too. */
export function resourcesOf(model: Model): ResourceDeclaration[] {
  const top = model.file.declarations.filter((one): one is ResourceDeclaration => one.kind === 'resource');
  const all = (resource: ResourceDeclaration): ResourceDeclaration[] => [
    resource,
    ...(bodyOf(resource.body)?.resources ?? []).flatMap(all),
  ];
  return top.flatMap(all);
}

/** The resource in which another stands. */
export function enclosing(resource: ResourceDeclaration, model: Model): ResourceDeclaration | undefined {
  return resourcesOf(model).find((one) => bodyOf(one.body)?.resources.includes(resource));
}

/** The resource that a symbol, or an item of a looped one, stands for. */
export function resourceNamed(expression: Expression | undefined, model: Model): ResourceDeclaration | undefined {
  if (expression?.kind === 'index') return resourceNamed(expression.object, model);
  if (expression?.kind === 'nested') {
    const parent = resourceNamed(expression.object, model);
    return parent && bodyOf(parent.body)?.resources.find((one) => one.name === expression.name);
  }
  const found: Declaration | undefined = expression?.kind === 'name' ? model.symbols.get(expression.name) : undefined;
  return found?.kind === 'resource' ? found : undefined;
}
