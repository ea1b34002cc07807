import { afterAll, test } from 'vitest';
import { expectFault, type Plant } from './testing/expect-fault.ts';
import { BicepCopy, MAIN, bicepModule as module } from './testing/planted.ts';

const copy = await BicepCopy.make();
afterAll(() => copy.remove());

const plants: Plant[] = [
  [
    'a property that a resource has not',
    module('storage'),
    'properties.primaryEndpoints.blob',
    'properties.primaryEndpoint.blob',
    'primaryEndpoint.blob',
    'did you mean "primaryEndpoints"?',
  ],
  [
    'an output that a module has not',
    MAIN,
    'storage.outputs.packagesUrl',
    'storage.outputs.packageUrl',
    'packageUrl',
    'did you mean "packagesUrl"?',
  ],
  [
    'a field that a JSON file has not',
    module('alerts'),
    'rule.severity',
    'rule.serverity',
    'rule.serverity',
    'did you mean "severity"?',
  ],
  [
    'a symbol that is not declared',
    module('storage'),
    '    name: redundancy',
    '    name: redundance',
    'name: redundance',
    '"redundance" is not declared; did you mean "redundancy"?',
  ],
  [
    'a function that does not exist',
    MAIN,
    'toLower(uniqueString(',
    'tolower(uniqueString(',
    'tolower(',
    'did you mean "toLower"?',
  ],
  [
    'a function with too few arguments',
    MAIN,
    'union(names.default, settings, given)',
    'union(given)',
    'union(given)',
    'union() takes 2 or more arguments; 1 are given',
  ],
  [
    'a decorator that does not exist',
    module('cosmos'),
    '@batchSize(5)',
    '@batchsize(5)',
    '@batchsize',
    'did you mean "batchSize"?',
  ],
  [
    'a JSON file that does not exist',
    module('cosmos'),
    'generated/containers.json',
    'generated/container.json',
    'generated/container.json',
    'there is no file infra/bicep/generated/container.json',
  ],
  [
    'a condition that is a text',
    module('web-link'),
    'if (!empty(customDomain))',
    'if (customDomain)',
    'if (customDomain)',
    'a string stands where a bool is wanted',
  ],
  [
    'a comparison that never holds',
    module('cosmos'),
    "capacity == 'serverless'",
    "capacity == 'serverles'",
    "'serverles'",
    "it is never 'serverles'",
  ],
  [
    'an output of another type',
    module('web'),
    'output name string',
    'output name int',
    'output name int',
    'output "name": a string stands where an int is wanted',
  ],
  [
    'a variable of the same name',
    module('storage'),
    "var packages = 'packages'",
    "var packages = 'packages'\nvar packages = 'other'",
    "packages = 'other'",
    '"packages" is declared twice',
  ],
  [
    'a variable that nothing uses',
    module('storage'),
    "var packages = 'packages'",
    "var packages = 'packages'\nvar folders = 'other'",
    'folders',
    'var "folders" is not used',
  ],
  [
    'a param that nothing uses',
    module('storage'),
    '    name: redundancy',
    "    name: 'Standard_LRS'",
    'param redundancy',
    'param "redundancy" is not used',
  ],
  [
    'a property set twice',
    module('storage'),
    "    accessTier: 'Hot'",
    "    accessTier: 'Hot'\n    accessTier: 'Cool'",
    "accessTier: 'Cool'",
    '"accessTier" is set twice',
  ],
];

test.each(plants)('%s is a fault at its line', (...plant) => expectFault(copy, plant));
