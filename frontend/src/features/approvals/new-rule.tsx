import { Button, makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { ApprovalRule } from '@tenantry/contract/approval-rules';
import { useState } from 'react';
import { waitingWorkQuery } from '../../blocks/waiting-work-query.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { allTenants, RuleTenants } from './rule-tenants.tsx';
import { type EditedRule, ruleActionLabels } from './use-approval-rules.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  title: { margin: 0 },
  add: { justifySelf: 'start' },
});

/** Adds a rule about a piece of work that waits. */
export function NewRule({ onAdd }: { onAdd: (rule: EditedRule) => void }) {
  const styles = useStyles();
  const { data, isError } = useQuery(waitingWorkQuery({}));
  const titles = new Map(data?.items.map(({ remedyId, title }) => [remedyId, title]));
  const [remedyId, setRemedyId] = useState('');
  const [action, setAction] = useState<ApprovalRule['action']>('never');
  const [reach, setReach] = useState(allTenants);
  const title = titles.get(remedyId);
  const add = () => {
    if (title === undefined) return;
    onAdd({ remedyId, title, action, ...reach });
    setRemedyId('');
    setReach(allTenants);
  };
  return (
    <section className={styles.root} aria-label="Add a rule">
      <Subtitle2 as="h3" className={styles.title}>
        Add a rule
      </Subtitle2>
      <SelectField
        label="Remedy"
        options={['', ...titles.keys()]}
        labelOf={(id) => titles.get(id) ?? 'Choose a remedy that waits'}
        value={remedyId}
        onChange={setRemedyId}
        hint={isError ? 'What waits could not be loaded.' : undefined}
      />
      <SelectField
        label="Rule"
        options={['never', 'approve'] as const}
        labelOf={(one) => ruleActionLabels[one]}
        value={action}
        onChange={setAction}
      />
      <RuleTenants value={reach} onChange={setReach} />
      <Button
        className={styles.add}
        onClick={add}
        disabledFocusable={title === undefined || reach.tenants?.length === 0}
      >
        Add rule
      </Button>
    </section>
  );
}
