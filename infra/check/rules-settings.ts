import { bodyOf, type Expression, type Place, propertyOf } from './bicep-ast.ts';
import { suggestion } from './faults.ts';
import type { Inference } from './infer.ts';
import type { Model } from './project.ts';
import type { CodeTables } from './read-code.ts';
import { fullTypeOf, resourcesOf } from './resource-names.ts';
import { secretIn } from './rules-secrets.ts';
import { scopeOf } from './scope.ts';
import { originsOf, type Placed } from './trace.ts';
import { STRING } from './types.ts';

/**
 * App settings that the platform and Microsoft's libraries read.
 * Source: https://learn.microsoft.com/azure/azure-functions/functions-app-settings, and for the AZURE_… ones
 * https://learn.microsoft.com/javascript/api/overview/azure/identity-readme#environment-variables
 */
const PLATFORM =
  /^(APPLICATIONINSIGHTS_(CONNECTION_STRING|AUTHENTICATION_STRING)|AzureWebJobsStorage__(accountName|credential|clientId|blobServiceUri|queueServiceUri|tableServiceUri)|AzureWebJobs\.[\w-]+\.Disabled|AZURE_(CLIENT_ID|TENANT_ID|TOKEN_CREDENTIALS)|AzureFunctionsWebHost__hostid|AzureFunctionsJobHost__\w+|WEBSITE_TIME_ZONE|OTEL_\w+|NODE_OPTIONS|languageWorkers__node__arguments)$/;

interface SetSetting {
  name: string;
  file: string;
  at: Place;
  /** False where a condition decides whether it is set. */
  always: boolean;
}

/** Each app setting is one that something reads; each that the product cannot do without is set. */
export function checkAppSettings(inference: Inference, code: CodeTables): void {
  const { project } = inference;
  for (const model of project.bicep) {
    if (!model.parsed) continue;
    for (const resource of resourcesOf(model)) {
      const type = fullTypeOf(resource, model).split('@')[0]?.toLowerCase();
      if (type !== 'microsoft.web/sites' || resource.existing) continue;
      const config = propertyOf(propertyOf(bodyOf(resource.body), 'properties')?.value, 'siteConfig')?.value;
      const settings = propertyOf(config, 'appSettings');
      if (settings === undefined) project.fault(model.file.path, resource.at, 'the app has no siteConfig.appSettings');
      else {
        const sets = settingsIn(inference, settings.value, model);
        checkSets(inference, model, settings.at, sets, code);
        checkIdentity(inference, model, settings.at, sets, propertyOf(bodyOf(resource.body), 'identity')?.value);
      }
    }
  }
}

/** An app with an identity of its own choice has to say which: the host and the libraries would take another one. */
function checkIdentity(
  inference: Inference,
  model: Model,
  at: Place,
  sets: readonly SetSetting[],
  identity: Expression | undefined,
): void {
  const type = propertyOf(identity, 'type');
  const kind = type && inference.infer(type.value, scopeOf(model));
  if (kind?.is !== 'string' || !kind.values?.some((one) => one.includes('UserAssigned'))) return;
  for (const name of ['AZURE_CLIENT_ID', 'AzureWebJobsStorage__credential', 'AzureWebJobsStorage__clientId'])
    if (!sets.some((one) => one.name === name))
      inference.project.fault(
        model.file.path,
        at,
        `the app setting ${name} is not set, which a user-assigned identity needs`,
      );
}

function checkSets(inference: Inference, model: Model, at: Place, sets: readonly SetSetting[], code: CodeTables): void {
  const { project } = inference;
  for (const one of sets) {
    const from = code.onAzure[one.name]?.from;
    // Of those that the platform sets, some are for the template to say: they are in the list.
    if (from === 'local' || (from === 'azure' && !PLATFORM.test(one.name)))
      project.fault(
        one.file,
        one.at,
        `${one.name} is not set on Azure: ${from === 'local' ? 'it is for one machine' : 'the platform sets it'}`,
      );
    if (!code.settings.includes(one.name) && !PLATFORM.test(one.name))
      project.fault(
        one.file,
        one.at,
        `${one.name} is no setting of api/src/config.ts, nor of the platform${suggestion(one.name, code.settings)}`,
      );
  }
  for (const [name, { from }] of Object.entries(code.onAzure)) {
    const set = sets.filter((one) => one.name === name);
    const isNeeded = from === 'resource' || from === 'secret' || from === 'default';
    if (isNeeded && !set.some((one) => one.always))
      project.fault(
        model.file.path,
        at,
        `the app setting ${name} is not set${set.length > 0 ? ' in every case' : ''}, which the product needs`,
      );
    if (from === 'parameter' && set.length === 0)
      project.fault(model.file.path, at, `the app setting ${name} is not set, for which there is to be a parameter`);
  }
}

/** Names of the settings in a list of { name, value }, or in an object whose items make one. */
function settingsIn(inference: Inference, expression: Expression, model: Model): SetSetting[] {
  if (expression.kind === 'array')
    return expression.items.flatMap((one) => {
      const name = propertyOf(one, 'name');
      return name === undefined ? [] : namesOf(inference, name.value, model, name.at, true);
    });
  if (expression.kind === 'call' && expression.name === 'concat')
    return expression.args.flatMap((one) => settingsIn(inference, one, model));
  if (expression.kind === 'for' && expression.over.kind === 'call' && expression.over.name === 'items')
    return expression.over.args.flatMap((one) => keysOf(inference, { expression: one, model }, true));
  const origins = originsOf(inference.project, { expression, model });
  return origins.flatMap((one) =>
    one.expression === expression ? [] : settingsIn(inference, one.expression, one.model),
  );
}

/** The keys that an object has, whatever it is put together from. */
function keysOf(inference: Inference, { expression, model }: Placed, always: boolean): SetSetting[] {
  if (expression.kind === 'object') {
    for (const { value, at } of expression.properties) {
      inference.wants(value, STRING, scopeOf(model));
      const secret = secretIn(inference, value, model);
      // That of Application Insights is an address: keys do not open it (rules-secrets.ts).
      if (secret !== undefined && secret !== '.ConnectionString')
        inference.project.fault(
          model.file.path,
          at,
          `an app setting is a reference to the Key Vault, not a secret: ${secret}`,
        );
    }
    return expression.properties.flatMap(({ name, key, at }) =>
      name !== undefined
        ? [{ name, file: model.file.path, at, always }]
        : key === undefined
          ? []
          : namesOf(inference, key, model, at, always),
    );
  }
  if (expression.kind === 'call' && ['union', 'shallowMerge'].includes(expression.name))
    return expression.args.flatMap((one) => keysOf(inference, { expression: one, model }, always));
  if (expression.kind === 'array')
    return expression.items.flatMap((one) => keysOf(inference, { expression: one, model }, always));
  if (expression.kind === 'ternary')
    return [expression.yes, expression.no].flatMap((one) => keysOf(inference, { expression: one, model }, false));
  const origins = originsOf(inference.project, { expression, model }).filter((one) => one.expression !== expression);
  if (origins.length > 0) return origins.flatMap((one) => keysOf(inference, one, always && origins.length === 1));
  const type = inference.infer(expression, scopeOf(model));
  if (type.is !== 'object') return [];
  return [...type.fields.keys()].map((name) => ({ name, file: model.file.path, at: expression.at, always }));
}

function namesOf(inference: Inference, name: Expression, model: Model, at: Place, always: boolean): SetSetting[] {
  const type = inference.infer(name, scopeOf(model));
  const values = type.is === 'string' ? (type.values ?? []) : [];
  return values.map((one) => ({ name: one, file: model.file.path, at, always: always && values.length === 1 }));
}
