import { afterAll, expect, test } from 'vitest';
import { expectFault, type Plant } from './testing/expect-fault.ts';
import { BicepCopy, MAIN, bicepModule as module, REGION } from './testing/planted.ts';

const copy = await BicepCopy.make();
afterAll(() => copy.remove());

const plants: Plant[] = [
  [
    'a module that does not exist',
    MAIN,
    'modules/storage.bicep',
    'modules/storages.bicep',
    'modules/storages',
    'did you mean "infra/bicep/modules/storage.bicep"?',
  ],
  [
    'a param of a module left out',
    MAIN,
    '    redundancy: storageRedundancy\n',
    '',
    "params: {\n    location: location\n    name: 'st",
    'the module modules/storage.bicep lacks "redundancy", which is required',
  ],
  [
    'a param that a module has not',
    MAIN,
    'redundancy: storageRedundancy',
    'redundancie: storageRedundancy',
    'redundancie:',
    'did you mean "redundancy"?',
  ],
  [
    'a text for a number of a module',
    MAIN,
    'softDeleteDays: fileSoftDeleteDays',
    "softDeleteDays: '14'",
    "'14'",
    "softDeleteDays: '14' stands where an int is wanted",
  ],
  [
    'a number beyond what a module takes',
    MAIN,
    'softDeleteDays: fileSoftDeleteDays',
    'softDeleteDays: 400',
    '400',
    '400 is above 365',
  ],
  [
    'a value that a module does not allow',
    MAIN,
    'redundancy: storageRedundancy',
    "redundancy: 'Standard_XRS'",
    'Standard_XRS',
    `did you mean "Standard_LRS"?`,
  ],
  [
    'a property that no module has',
    MAIN,
    '  scope: group\n  params: {\n    location: webLocation',
    '  scope: group\n  parms: {}\n  params: {\n    location: webLocation',
    'parms',
    'did you mean "params"?',
  ],
  [
    'a template that does not exist',
    REGION,
    '../main.bicep',
    '../mian.bicep',
    'mian',
    'there is no file infra/bicep/mian.bicep',
  ],
  [
    'a region with a param that is not there',
    REGION,
    'param webLocation',
    'param webLocaton',
    'webLocaton',
    'did you mean "webLocation"?',
  ],
  [
    'a region without a param',
    REGION,
    "param webLocation = 'westeurope'\n",
    '',
    'using',
    'the param "webLocation" of infra/bicep/main.bicep is missing',
  ],
  [
    'a region with a value that is not allowed',
    REGION,
    "param webLocation = 'westeurope'",
    "param webLocation = 'northeurope'",
    'northeurope',
    "'northeurope' is not allowed",
  ],
  [
    'a region with another type',
    REGION,
    "param webLocation = 'westeurope'",
    'param webLocation = 5',
    '= 5',
    '5 stands where',
  ],
  [
    'a param of azd that is not there',
    'infra/bicep/main.parameters.json',
    '"webLocation"',
    '"webLocaton"',
    'webLocaton',
    'did you mean "webLocation"?',
  ],
  [
    'a default of another type',
    MAIN,
    "param staffTenantIds string = ''",
    'param staffTenantIds string = 5',
    'staffTenantIds string = 5',
    '5 stands where a string is wanted',
  ],
  [
    'a default that is not allowed',
    MAIN,
    "param staffGuests string = 'refused'",
    "param staffGuests string = 'refuse'",
    "'refuse'",
    `'refuse' is not allowed; did you mean "refused"?`,
  ],
];

const syntax: Plant[] = [
  [
    'a colon left out',
    module('storage'),
    "    accessTier: 'Hot'",
    "    accessTier 'Hot'",
    "accessTier 'Hot'",
    'syntax:',
  ],
  [
    'a quote left open',
    module('storage'),
    "    accessTier: 'Hot'\n",
    "    accessTier: 'Hot\n",
    "accessTier: 'Hot",
    'syntax:',
  ],
  ['a brace left open', module('identity'), '  tags: tags\n}', '  tags: tags\n', 'resource identity', 'syntax:'],
  [
    'two properties on a line',
    module('storage'),
    "    accessTier: 'Hot'\n    allow",
    "    accessTier: 'Hot' allow",
    "accessTier: 'Hot'",
    'a comma or a new line is missing',
  ],
  [
    'a spread',
    module('storage'),
    "    accessTier: 'Hot'",
    "    accessTier: 'Hot'\n    ...tags",
    '...tags',
    'union() and concat() do the same',
  ],
];

test.each(plants)('%s is a fault at its line', (...plant) => expectFault(copy, plant));

test.each(syntax)('%s is a fault of the file', (_title, file, from, to, _word, message) => {
  const found = copy.faultsWith({ file, from, to });
  expect(found.filter((one) => one.file === file && one.message.includes(message))).not.toEqual([]);
});
