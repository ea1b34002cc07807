import { entraLicenseLabels, type GroupCondition, type GroupRule } from '@tenantry/contract/tenant-groups';

export const fieldLabels: Record<GroupCondition['field'], string> = {
  tag: 'Tag',
  license: 'License',
  domain: 'Domain',
  provider: 'Connected by',
  mode: 'Data',
};

export const providerLabels = { partner: 'Partner sync', direct: 'Consent or by hand' } as const;
export const modeLabels = { live: 'Live', simulated: 'Simulated' } as const;

/** `Tag is gold`, `Domain is contoso.com or below`. */
function conditionText(condition: GroupCondition): string {
  switch (condition.field) {
    case 'tag':
      return `Tag is ${condition.value}`;
    case 'license':
      return `License is ${entraLicenseLabels[condition.value]}`;
    case 'domain':
      return `Domain is ${condition.value} or below`;
    case 'provider':
      return `Connected by ${providerLabels[condition.value].toLowerCase()}`;
    case 'mode':
      return `Data is ${modeLabels[condition.value].toLowerCase()}`;
  }
}

/** The whole rule in a line. */
export const ruleText = ({ match, conditions }: GroupRule): string =>
  conditions.map(conditionText).join(match === 'all' ? ' and ' : ' or ');
