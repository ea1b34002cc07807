import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSettingUp } from './testing/setting-up.ts';

let place: Awaited<ReturnType<typeof openSettingUp>>;
beforeEach(async () => {
  place = await openSettingUp();
});
afterEach(() => place.close());

const grants = [
  'ConfigurationMonitoring.ReadWrite.All of Microsoft Graph',
  'Exchange.ManageAsApp of Office 365 Exchange Online',
  'Organization.Read.All of Microsoft Graph',
];
const principals = ['Tenant Configuration Management', 'M365 Admin Services'];
/** What the script writes of everything that it makes, in the order in which it does. */
const made = [
  ...principals.map((name) => `created the service principal ${name}`),
  `granted ${grants[0]} to Tenantry`,
  `granted ${grants[1]} to ${principals[0]}`,
  `granted ${grants[2]} to ${principals[0]}`,
  `assigned the directory role Global Reader to ${principals[0]}`,
];
const changesIn = (output: string) => [...output.matchAll(/^changed {2}(.*)$/gm)].map(([, what]) => what);
/** PowerShell breaks the lines of an error at the width of the window. */
const unwrapped = (output: string) => output.replace(/\s+\|?\s*/g, ' ');
const without = '-Confirm:$false';

describe('the script that sets up tenant configuration', () => {
  test('with -WhatIf names everything that it would do, and changes nothing', async () => {
    const before = await place.state();
    const { code, output } = await place.run(['-WhatIf']);
    expect([code, changesIn(output)]).toEqual([0, []]);
    const named = [...output.matchAll(/^What if: Performing the operation "(.*)" on target "(.*)"\.$/gm)];
    expect(named.map(([, operation, target]) => [operation, target])).toEqual([
      [expect.stringContaining(`Create the service principal ${principals[0]}`), `tenant ${place.tenantId}`],
      [expect.stringContaining(`Create the service principal ${principals[1]}`), `tenant ${place.tenantId}`],
      [`Grant ${grants[0]}`, 'Tenantry'],
      [`Grant ${grants[1]}`, principals[0]],
      [`Grant ${grants[2]}`, principals[0]],
      ['Assign the directory role Global Reader', principals[0]],
    ]);
    expect(output.match(/^missing {2}/gm)).toHaveLength(6);
    expect(await place.state()).toEqual(before);
  });

  test('makes what is missing, after which Tenantry says that it is set up and reads the settings', async () => {
    expect(await place.setUp()).toBe('notSetUp');
    expect((await place.audited('before')).status).toBe('couldNotCheck');
    const { code, output } = await place.run([without]);
    expect([code, changesIn(output)]).toEqual([0, made]);
    expect(output).toContain('All is there.');
    expect(await place.setUp()).toBe('setUp');
    expect((await place.audited('after')).status).not.toBe('couldNotCheck');
  });

  test('run again finds all of it, and makes nothing twice', async () => {
    await place.run([without]);
    const before = await place.state();
    const { code, output } = await place.run([without]);
    expect([code, changesIn(output), output.match(/^missing/gm)]).toEqual([0, [], null]);
    expect(await place.state()).toEqual(before);
  });

  test('asks before each change, and leaves out what is answered with no', async () => {
    const { output } = await place.run([], { answers: ['y', 'y', 'n', 'y', 'n', 'y'] });
    expect(changesIn(output)).toEqual(made.filter((_, index) => ![2, 4].includes(index)));
    expect(output).toContain('2 missing: see above, then run the script again.');
  });

  test('changes nothing where nobody can answer', async () => {
    const before = await place.state();
    const { code, output } = await place.run([], { interactive: false });
    expect([code, changesIn(output)]).toEqual([1, []]);
    expect(output).toContain('NonInteractive');
    expect(await place.state()).toEqual(before);
  });

  test('-Undo takes back what it granted and nothing else; a second time there is nothing left to take back', async () => {
    await place.run([without]);
    const others = await place.plantOtherGrants();
    const { code, output } = await place.run(['-Undo', without]);
    expect([code, changesIn(output)]).toEqual([
      0,
      [
        `took back the directory role Global Reader from ${principals[0]}`,
        `took back ${grants[0]} from Tenantry`,
        `took back ${grants[1]} from ${principals[0]}`,
        `took back ${grants[2]} from ${principals[0]}`,
      ],
    ]);
    expect(await place.state()).toEqual({ principals: expect.arrayContaining(principals), ...others });
    expect(await place.setUp()).toBe('notSetUp');
    const again = await place.run(['-Undo', without]);
    expect([again.code, changesIn(again.output)]).toEqual([0, []]);
  });

  test('-Undo with -WhatIf names what it would take back, and changes nothing', async () => {
    await place.run([without]);
    const before = await place.state();
    const { output } = await place.run(['-Undo', '-WhatIf']);
    expect(output.match(/^What if: .*"Take back /gm)).toHaveLength(4);
    expect(await place.state()).toEqual(before);
  });

  test('that breaks off in the middle tells what was done, and does the rest when it is run again', async () => {
    place.fail('/roleManagement/directory/roleAssignments', {
      status: 500,
      code: 'generalException',
      message: 'Later.',
    });
    const first = await place.run([without]);
    expect([first.code, changesIn(first.output)]).toEqual([1, made.slice(0, 5)]);
    expect(first.output).toContain('It broke off.');
    expect(first.output).toContain('Later.');
    const second = await place.run([without]);
    expect([second.code, changesIn(second.output)]).toEqual([0, made.slice(5)]);
    expect(await place.setUp()).toBe('setUp');
  });

  test('tells an account that may not grant that its privileges do not suffice, and changes nothing', async () => {
    // An administrator has let everybody use the command line tools before.
    await place.run(['-WhatIf']);
    const before = await place.state();
    const { code, output } = await place.run([without], { account: place.reader });
    expect([code, changesIn(output)]).toEqual([1, []]);
    expect(unwrapped(output)).toContain('Insufficient privileges to complete the operation.');
    expect(await place.state()).toEqual(before);
  });

  test('waits for what was created a moment ago to be known everywhere', async () => {
    place.fail('/roleManagement/directory/roleAssignments', {
      status: 404,
      code: 'Request_ResourceNotFound',
      message: "Resource 'x' does not exist or one of its queried reference-property objects are not present.",
    });
    const { code, output } = await place.run([without]);
    expect([code, changesIn(output)]).toEqual([0, made]);
  });

  test('goes on where somebody else was faster, and does not claim their change', async () => {
    place.fail('/servicePrincipals/', {
      status: 400,
      code: 'Request_BadRequest',
      message: 'Permission being assigned already exists on the object.',
    });
    const { output } = await place.run([without]);
    expect(output).toContain('present  somebody else has done this meanwhile');
    expect(changesIn(output)).toEqual(made.filter((_, index) => index !== 2));
  });
});
